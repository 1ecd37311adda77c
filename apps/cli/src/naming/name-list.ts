import { expandHostlist } from "@fabriclab/formats-slurm";
import { Scanner } from "@fabriclab/reading";
import { FabricError, nearest } from "@fabriclab/spec";
import { readText } from "../read-text.ts";

/** What is said of a line that names what an earlier line has named. */
export type Twice = (text: string, line: number, first: number) => FabricError;

/** What may be listed. */
export interface Known<T> {
  readonly guid: (guid: bigint) => readonly T[] | undefined;
  readonly name: (name: string) => readonly T[] | undefined;
  readonly names: readonly string[];
  readonly what: string;
  readonly twice?: Twice;
}

/**
 * What a file lists, one a line, each once, in the order of the lines; in a line, Slurm's lists (`node[1-4,7]`, `n1,n3`) in their order.
 *
 * @param flag that named the file
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNKNOWN_ENDPOINT`; that of `known.twice`
 */
export function readList<T>(file: string, flag: string, known: Known<T>): T[] {
  /** What is listed -> the line that names it first. */
  const found = new Map<T, number>();
  const lines = readText(file, flag).split(/\r?\n/);
  lines.forEach((text, i) => {
    // A NodeDescription may hold a `#`, so the whole line counts first.
    const whole = text.trim();
    const bare = text.replace(/#.*$/, "").trim();
    if (bare === "") return;
    const add = (some: readonly T[], before: (line: number) => boolean) => {
      for (const one of some) {
        const first = found.get(one);
        if (first === undefined) found.set(one, i + 1);
        else if (known.twice !== undefined && before(first))
          throw known.twice(whole, i + 1, first);
      }
    };
    const some = lookUp(whole, known) ?? lookUp(bare, known);
    if (some !== undefined) {
      // A name may stand for a port by several ways.
      add(some, (first) => first <= i);
      return;
    }
    const names = namesOfList(bare);
    if (names === undefined) throw unknown(file, flag, i + 1, whole, known);
    for (const name of names) {
      const listed = lookUp(name, known);
      if (listed === undefined)
        throw bare.includes("[")
          ? unknown(file, flag, i + 1, name, known, bare)
          : unknown(file, flag, i + 1, whole, known);
      add(listed, () => true);
    }
  });
  if (found.size > 0) return [...found.keys()];
  throw new FabricError({
    code: "E_CLI_UNKNOWN_ENDPOINT",
    message: `The file ${file} names nothing.`,
    where: { file, path: flag },
    got: "no line but comments and blanks",
    expected: `the GUID or the name of ${known.what} on each line`,
  });
}

/** The names that a list of Slurm's stands for; undefined where the words are none, such as a name with a comma in it. */
function namesOfList(text: string): string[] | undefined {
  if (!/[[,]/.test(text)) return undefined;
  const scanner = new Scanner({ text, number: 1 }, undefined);
  try {
    const names = expandHostlist(scanner);
    return scanner.rest() === "" ? names : undefined;
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    return undefined;
  }
}

function lookUp<T>(word: string, known: Known<T>): readonly T[] | undefined {
  const named = known.name(word);
  if (named !== undefined) return named;
  return /^(?:0x)?[0-9a-f]{1,16}$/i.test(word)
    ? known.guid(BigInt(/^0x/i.test(word) ? word : `0x${word}`))
    : undefined;
}

function unknown<T>(
  file: string,
  flag: string,
  line: number,
  got: string,
  known: Known<T>,
  list?: string,
): FabricError {
  const close = nearest(got, known.names);
  return new FabricError({
    code: "E_CLI_UNKNOWN_ENDPOINT",
    message: `The fabric has no such ${known.what.replace(/^an? /, "")}.`,
    where: { file, line, column: 1, path: flag },
    got: list === undefined ? got : `${got}, of ${list}`,
    expected: `the GUID or the name of ${known.what} of the fabric, one a line, or Slurm's list of names: node[1-4]`,
    ...(close === undefined
      ? { hint: "take the line out if the node is gone" }
      : { hint: `did you mean ${close}?` }),
  });
}
