export type { XgftSize } from "./size.ts";
export { xgft } from "./plugin.ts";
