import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { WORK } from "./journal.ts";
import { hostPart } from "./publish.ts";
import { shardFiles } from "./read-results.ts";

/** What another machine left, whose processes cannot be asked after, is old enough to go. */
const OLD_MS = 24 * 3600 * 1000;

/**
 * Takes away what killed processes left in a result folder: files that they were writing, and journals of shards whose file is there.
 *
 * What a process of this machine that lives is writing stays; so does, for a day, what one of another machine may be writing.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const place of [folder, join(folder, "shards"), join(folder, "fabrics")])
    for (const name of await namesIn(place))
      if (await isLeft(place, name))
        await rm(join(place, name), { force: true });
  const done = new Set(
    (await shardFiles(folder)).map((file) => basename(file, ".parquet")),
  );
  const journals = join(folder, WORK, "journals");
  for (const name of await namesIn(journals))
    if (name.endsWith(".jsonl") && done.has(name.split(".", 1)[0] ?? ""))
      await rm(join(journals, name), { force: true });
}

/** As `publish` names what it writes: `<file>.<machine>-<process>-<thread>-<number>.tmp`. */
const DRAFT = /\.(?<host>[A-Za-z0-9_-]+)-(?<pid>\d+)-[0-9a-f-]{36}-\d+\.tmp$/;

async function isLeft(folder: string, name: string): Promise<boolean> {
  const { host, pid } = DRAFT.exec(name)?.groups ?? {};
  if (host === undefined || pid === undefined) return false;
  // Why this process's own: it has not begun to write; in a container, another that had its number has ended.
  if (host === hostPart(hostname()))
    return Number(pid) === process.pid || !isAlive(Number(pid));
  const { mtimeMs } = await stat(join(folder, name)).catch(() => ({
    mtimeMs: Infinity,
  }));
  const { mtimeMs: now } = await stat(folder);
  return now - mtimeMs > OLD_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch(() => []);
