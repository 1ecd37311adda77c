export { linkLoad } from "./link-load.ts";
export { xmitWait } from "./xmit-wait.ts";
