import { readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { nearest } from "@fabriclab/spec";

/** A hint at the file that was meant by the name of one that is not there: of the same name with another ending, else of a similar one; none where there is neither. */
export function nearFile(
  file: string,
  error: unknown,
): { readonly hint?: string } {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return {};
  const name = basename(file);
  if (name === "") return {};
  let names: string[];
  try {
    names = readdirSync(dirname(file)).sort();
  } catch {
    return {};
  }
  const stemOf = (one: string) => basename(one, extname(one));
  const stem = stemOf(name);
  const alike = names.filter((one) => extname(one) === extname(name));
  // Why without the ending: what all of these have in common makes none of them more alike.
  const similar = nearest(stem, alike.map(stemOf));
  const close =
    names.find((one) => stemOf(one) === stem) ??
    names.find((one) => one.startsWith(`${name}.`)) ??
    alike.find((one) => stemOf(one) === similar);
  if (close === undefined) return {};
  const folder = dirname(file);
  // As it was typed: `./x` stays so, and `x` gets no `./`.
  const there =
    folder === "." && !file.startsWith(".") ? close : join(folder, close);
  return { hint: `did you mean ${there}?` };
}
