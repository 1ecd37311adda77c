export { fig6like } from "./fig6like.ts";
export { irregular } from "./irregular.ts";
export type { RandomLinksOptions } from "./random-links.ts";
