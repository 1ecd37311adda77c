export { switchRanks } from "./rank.ts";
export { writeDot, type DotOptions } from "./write.ts";
