export { linkLoad } from "./link-load.ts";
export { queueLength } from "./queue-length.ts";
export { xmitWait } from "./xmit-wait.ts";
