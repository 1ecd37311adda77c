export * from "./claim.ts";
export * from "./claims-text.ts";
export * from "./csv.ts";
export type * from "./document.ts";
export { reportHtml } from "./html.ts";
