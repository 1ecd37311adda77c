import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "@fabriclab/spec";

/**
 * The name under which a result is stored: SHA-256, as 64 hexadecimal digits, of everything the result depends on.
 *
 * A run is a pure function of (experiment, seed), and of the code that ran it; a key must cover all three, or an old result is taken
 * for a new one.
 *
 * @param experiment the whole description, with every default filled in
 * @param seed the run's seed
 * @param code package name -> version, or a digest of its sources where it is run from them
 */
export function experimentKey(
  experiment: Json,
  seed: number,
  code: Readonly<Record<string, string>>,
): string {
  return digest(canonicalJson({ experiment, seed, code }));
}

/** SHA-256 of a text, as 64 hexadecimal digits. */
export const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex");
