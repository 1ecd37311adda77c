export { lfu } from "./lfu.ts";
export { lru } from "./lru.ts";
export { maxCredit } from "./max-credit.ts";
export { random } from "./random.ts";
