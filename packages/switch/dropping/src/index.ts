export { hll } from "./hll.ts";
export { lifetimes } from "./lifetimes.ts";
export { sll } from "./sll.ts";
