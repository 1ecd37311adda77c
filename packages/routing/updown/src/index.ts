export { updown } from "./plugin.ts";
