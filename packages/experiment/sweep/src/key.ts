import { hash } from "node:crypto";
import { canonicalJson, type Json } from "@fabriclab/spec";

/**
 * SHA-256 of plain data in canonical JSON, as 64 hexadecimal digits: what `experimentHash` of `@fabriclab/sim` gives, to the digit.
 *
 * Why not that: it also runs where there is no Node, and with it a key takes twice as long; a sweep names tens of thousands of runs before it begins the first.
 */
export const keyOf = (data: Json): string =>
  hash("sha256", canonicalJson(data));
