export { asynchronous } from "./asynchronous.ts";
