export { hostsOf, linksOf, switchesOf, type XgftSize } from "./size.ts";
export { xgft } from "./plugin.ts";
