import {
  closeSync,
  existsSync,
  mkdirSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { RunRecord } from "./run-record.ts";
import { digest } from "./key.ts";
import { makeFolder } from "./make-folder.ts";
import { ownName, unwritable } from "./publish.ts";

/** The finished runs of a shard that is not finished: what a kill leaves of it. */
export interface ShardJournal {
  /** Run's key -> its record, of all who worked on this shard. */
  readonly finished: ReadonlyMap<string, RunRecord>;
  /** Keeps a run; when it returns, a kill does not lose it. @throws FabricError `E_STORE_UNWRITABLE` */
  append(run: RunRecord): void;
  /** Lets go of the file. @param lasting whether to wait until it is on the disk (default: no), where what it holds is about to go from elsewhere */
  close(lasting?: boolean): void;
}

/** Folder of what is not finished, below a result folder. */
export const WORK = ".work";

const journalFolder = (folder: string): string =>
  join(folder, WORK, "journals");

/**
 * Opens the journal of a shard.
 *
 * Every process writes a file of its own, because a run that Slurm has requeued may have a twin on a node that was believed dead. A line
 * is a checksum and a record: a line that was cut short by a kill is passed over, and that run is done again.
 *
 * @param shard 64 hexadecimal digits
 */
export async function openJournal(
  folder: string,
  shard: string,
): Promise<ShardJournal> {
  const place = journalFolder(folder);
  const finished = new Map<string, RunRecord>();
  for (const file of journalsOf(folder, shard))
    for (const run of recordsIn(textOf(file))) finished.set(run.key, run);
  const file = join(place, `${shard}.${ownName()}.jsonl`);
  let open: number | undefined;
  if (!existsSync(place))
    await makeFolder(place).catch((error: unknown) => {
      throw unwritable(file, error);
    });
  return {
    finished,
    // Why synchronous: a line takes some microseconds, and through the pool of threads ten times as long.
    append(run) {
      const text = JSON.stringify(run);
      try {
        open ??= opened(file);
        writeSync(open, `${digest(text)} ${text}\n`);
      } catch (error) {
        throw unwritable(file, error);
      }
    },
    close(lasting = false) {
      if (open === undefined) return;
      const closing = open;
      open = undefined;
      try {
        if (lasting) fsyncSync(closing);
      } catch (error) {
        throw unwritable(file, error);
      } finally {
        closeSync(closing);
      }
    },
  };
}

/** Removes the journals of a shard whose file is in its place. */
export function removeJournals(folder: string, shard: string): void {
  for (const file of journalsOf(folder, shard)) rmSync(file, { force: true });
}

/** Why again: another command that has just finished the sweep takes the empty folder away. */
function opened(file: string): number {
  try {
    return openSync(file, "a");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, "a");
  }
}

/**
 * The finished runs that are in journals, each once: what a sweep that is under way, or was interrupted, has not put into files yet. Nothing is changed.
 *
 * @returns key -> record. A line that is being written is passed over. O(bytes of the journals).
 */
export function journalledRuns(folder: string): Map<string, RunRecord> {
  const place = journalFolder(folder);
  const runs = new Map<string, RunRecord>();
  for (const name of namesIn(place).filter((one) => one.endsWith(".jsonl")))
    for (const run of recordsIn(textOf(join(place, name))))
      runs.set(run.key, run);
  return runs;
}

function journalsOf(folder: string, shard: string): string[] {
  const place = journalFolder(folder);
  return namesIn(place)
    .filter((name) => name.startsWith(`${shard}.`) && name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(place, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** A journal's text; nothing where a twin has removed it meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function* recordsIn(text: string): Generator<RunRecord> {
  for (const line of text.split("\n")) {
    const [sum, body] = [line.slice(0, 64), line.slice(65)];
    if (body === "" || digest(body) !== sum) continue;
    yield JSON.parse(body) as RunRecord;
  }
}
