import { hpp2008 } from "./hpp2008/index.ts";
import { kim2007 } from "./kim2007/index.ts";
import type { Reproduction } from "./reproduction.ts";
import { zhou2007 } from "./zhou2007/index.ts";
import { zhou2010 } from "./zhou2010/index.ts";

export type { Reproduction } from "./reproduction.ts";
export { checkOnly, partsOf } from "./part-of-study.ts";
export { checkStudyOptions, reproduce } from "./reproduce.ts";

/** The papers that `fabriclab reproduce` knows, by key. */
export const reproductions: Readonly<Record<string, Reproduction>> = {
  zhou2007,
  zhou2010,
  kim2007,
  hpp2008,
};
