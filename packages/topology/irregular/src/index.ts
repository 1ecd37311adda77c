export { fig6like } from "./fig6like.ts";
export { irregular } from "./irregular.ts";
export { randomLinks, type RandomLinksOptions } from "./random-links.ts";
