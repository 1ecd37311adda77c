export { writeDot, type DotOptions } from "./write.ts";
