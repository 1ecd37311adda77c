export { asynchronous } from "./asynchronous.ts";
export { centralQueue, holdingBuffer } from "./bounded.ts";
export { bulletinBoard } from "./bulletin-board.ts";
export { synchronous } from "./synchronous.ts";
