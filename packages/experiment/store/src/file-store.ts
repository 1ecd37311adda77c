import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canonicalJson, FabricError, type Json } from "@fabriclab/spec";
import { digest } from "./key.ts";
import { makeFolder } from "./make-folder.ts";
import type { Store } from "./store.ts";

/** First word of every file; a change of the format changes it, and older files count as absent. */
const FORMAT = "fabriclab-result-1";

export interface FileStoreOptions {
  /** Told about every damaged file that was passed over (its result will be computed again). */
  readonly onDamaged?: (file: string, why: string) => void;
}

/**
 * A folder of results, one file each: `<folder>/<first two digits>/<key>.json`.
 *
 * A file is two lines: a head with the format, the key and the SHA-256 of the second line, and the result as canonical JSON. It is
 * written under a temporary name and renamed, so a file of the final name is whole or (after a loss of power, or someone's
 * editor) recognisably damaged; several processes may share the folder, and the last one to finish the same key wins with the same bytes.
 *
 * @throws FabricError `E_STORE_KEY` for a key that is not 64 hexadecimal digits, `E_STORE_UNWRITABLE` when the folder cannot be written
 */
export function fileStore(
  folder: string,
  options: FileStoreOptions = {},
): Store {
  let temporaries = 0;

  const read = async (key: string): Promise<Json | undefined> => {
    const file = fileOf(folder, key);
    let text: string;
    try {
      text = await readFile(file, "utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
    const result = decode(key, text);
    if ("damage" in result) {
      options.onDamaged?.(file, result.damage);
      return undefined;
    }
    return result.value;
  };

  return {
    has: async (key) => (await read(key)) !== undefined,
    get: read,
    put: async (key, value) => {
      const file = fileOf(folder, key);
      // Why a counter and the process id: two tasks, or two processes, may be putting the same key at once.
      const temporary = `${file}.${process.pid}-${temporaries++}.tmp`;
      try {
        await makeFolder(dirname(file));
        // Why no fsync: it costs more than most runs, and a file whose bytes a loss of power took away fails its checksum.
        await writeFile(temporary, encode(key, value), {
          encoding: "utf8",
          flag: "wx",
        });
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        if (codeOf(error) === undefined) throw error;
        throw new FabricError({
          code: "E_STORE_UNWRITABLE",
          message: `cannot keep a result: ${codeOf(error) ?? ""}`,
          where: { file },
          expected: "a folder that this user may write to, with room left",
          hint: "choose another folder for the results, or make room",
          cause: error,
        });
      }
    },
  };
}

/** The text of a result's file. */
export function encode(key: string, value: Json): string {
  const body = canonicalJson(value);
  return `${FORMAT} ${key} ${digest(body)}\n${body}\n`;
}

/** What a result's file says, or what is wrong with it. */
export function decode(
  key: string,
  text: string,
): { readonly value: Json } | { readonly damage: string } {
  const [head, body, tail] = text.split("\n");
  if (body === undefined || tail !== "") return { damage: "it is cut short" };
  const [format, of, sum] = (head ?? "").split(" ");
  if (format !== FORMAT) return { damage: `it is not a ${FORMAT} file` };
  if (of !== key) return { damage: "it holds the result of another key" };
  if (sum !== digest(body)) return { damage: "its checksum does not match" };
  return { value: JSON.parse(body) as Json };
}

function fileOf(folder: string, key: string): string {
  // Also what keeps a key from naming a file outside the folder.
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new FabricError({
      code: "E_STORE_KEY",
      message: "not a key of the store",
      got: key,
      expected: "64 hexadecimal digits, as experimentKey makes them",
    });
  }
  return join(folder, key.slice(0, 2), `${key}.json`);
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
