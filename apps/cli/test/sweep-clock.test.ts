import {
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import {
  openJournal,
  recordsOf,
  shardStore,
} from "@fabriclab/experiment-store";
import { afterEach, expect, it, vi } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();
const scenario = work.write(
  "mesh.yaml",
  `topology: { kind: mesh, columns: 3, rows: 2 }
routing: xy
traffic: { kind: poisson, load: 0.2, size: 256B }
metrics: [latency]
measure: { warmup: 2us, maxTime: 20us }
`,
);
const sweep = async (folder: string): Promise<unknown> => {
  const { code, out, err } = await fabriclab(
    ...["sweep", scenario, "--vary", "load=0.1..0.4:0.1", "--jobs", "1"],
    ...["--shard-size", "1", "-o", folder, "--json"],
  );
  expect(code, err).toBe(0);
  return JSON.parse(out);
};
/** All files of a folder, by name. */
const filesOf = (folder: string): [string, Buffer][] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => [name, readFileSync(join(folder, name))]);

afterEach(() => {
  vi.useRealTimers();
});

it.each(["1970-01-02", "2001-09-09", "2099-01-01"])(
  "a sweep goes on as it would otherwise where clock and files say %s",
  async (day) => {
    const folder = work.at(`results-${day}`);
    await sweep(folder);
    const before = filesOf(folder);
    const [gone = "", journalled = ""] = readdirSync(join(folder, "shards"));
    const key = journalled.replace(".parquet", "");
    const content = await shardStore(folder).get(key);
    for (const name of [gone, journalled]) rmSync(join(folder, "shards", name));
    const journal = await openJournal(folder, key);
    for (const record of recordsOf(content!))
      if (record !== undefined) journal.append(record);
    journal.close();
    const then = new Date(day);
    for (const name of readdirSync(folder, { recursive: true }))
      utimesSync(join(folder, String(name)), then, then);
    vi.useFakeTimers({ toFake: ["Date"], now: then });
    // Of four runs two are in files, and one is in a journal.
    expect(await sweep(folder)).toMatchObject({ runs: 4, kept: 2 });
    expect(filesOf(folder)).toEqual(before);
  },
);
