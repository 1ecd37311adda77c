import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  openJournal,
  recordsOf,
  shardStore,
} from "@fabriclab/experiment-store";
import { designShards } from "@fabriclab/experiment-sweep";
import { describe, expect, it } from "vitest";
import { manifestIn, planIn, withSeeds } from "../src/sweep/manifest.ts";
import { regroup } from "../src/sweep/regroup.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

/** Some runs have results that others have not: of service levels on which nothing arrived, of percentiles. */
const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: updn
traffic:
  - { kind: poisson, load: 0.2, size: 256B, sl: [0, 1, 2, 3], slChoice: random }
metrics:
  - { kind: latency, split: sl }
  - { kind: throughput, split: sl }
  - { kind: link-load, top: 3 }
measure: { warmup: 1us, maxTime: 4us }
`;
const file = work.write("net.yaml", scenario);

/** Every file below a folder with its bytes. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((name) => [
        name.slice(folder.length + 1),
        readFileSync(name).toString("base64"),
      ]),
  );

const sweep = (folder: string, seeds: number, ...flags: string[]) =>
  fabriclab(
    ...["sweep", file, "--seeds", String(seeds), "--jobs", "1"],
    ...["--vary", "load=0.02,0.2,0.4", "--vary", "size=128B,256B"],
    ...["-o", work.at(folder), ...flags],
  );

const DESIGNS: readonly (readonly [string, number, readonly string[]])[] = [
  ["grid", 6, []],
  ["grid, in files of 7 runs", 6, ["--shard-size", "7"]],
  ["grid, in one file", 6, ["--shard-size", "1000"]],
  [
    "one-at-a-time, in files of 3 runs",
    4,
    ["--design", "one-at-a-time", "--shard-size", "3"],
  ],
  [
    "random, in files of 4 runs",
    5,
    ["--design", "random", "--points", "5", "--shard-size", "4"],
  ],
];

describe("more seeds for a folder", () => {
  it.each(DESIGNS)(
    "end with the bytes of a sweep that had them at once, and keep what is there: design %s",
    async (name, points, flags) => {
      const [once, twice] = [`once ${name}`, `twice ${name}`];
      expect((await sweep(once, 5, ...flags)).code).toBe(0);
      expect((await sweep(twice, 2, ...flags)).code).toBe(0);
      const look = await sweep(twice, 5, ...flags, "--explain");
      expect(look.out).toContain(`holds ${2 * points} of them`);
      const said = `the sweep is extended by seeds 3 to 5: ${3 * points} runs more beside the ${2 * points} that it has`;
      expect(look.err).toContain(said);
      const more = await sweep(twice, 5, ...flags);
      expect(more.err).toContain(said);
      expect(more.out).toContain(
        `${points} points, ${5 * points} runs, ${2 * points} of them kept from before`,
      );
      expect(contents(work.at(twice))).toEqual(contents(work.at(once)));
      // Again, and nothing is new.
      const again = await sweep(twice, 5, ...flags);
      expect(again.err).not.toContain("extended");
      expect(contents(work.at(twice))).toEqual(contents(work.at(once)));
    },
    120_000,
  );

  it("hand finished runs on, those of a sweep that was interrupted, too, and may be killed on the way", async () => {
    const flags = ["--shard-size", "4"];
    const folder = work.at("handed");
    await sweep("handed", 2, ...flags);
    await sweep("calm", 5, ...flags);
    const now = manifestIn(join(work.at("calm"), "sweep.json"));
    const [first, second, third] = designShards(planIn(withSeeds(now, 2)));
    // As an interruption leaves it: of a file that is not there yet, two runs are in its journal.
    const journal = await openJournal(folder, first!.key);
    const content = await shardStore(folder).get(first!.key);
    for (const record of recordsOf(content!).slice(0, 2))
      journal.append(record!);
    journal.close();
    await shardStore(folder).remove(first!.key);
    // As a kill leaves it: runs are handed on, and no old file is taken away yet, or one.
    for (const removed of [[], [second!]]) {
      cpSync(folder, work.at("copy"), { recursive: true });
      expect(await regroup(work.at("copy"), now, 2)).toBe(10);
      for (const { key } of [first!, second!, third!])
        expect(await shardStore(work.at("copy")).get(key)).toBeUndefined();
      const half = work.at("half");
      cpSync(folder, half, { recursive: true });
      cpSync(
        join(work.at("copy"), ".work/journals"),
        join(half, ".work/journals"),
        { recursive: true },
      );
      for (const { key } of removed) await shardStore(half).remove(key);
      writeFileSync(
        join(half, "sweep.json"),
        JSON.stringify({ ...now, regrouping: 2 }),
      );
      const after = await sweep("half", 5, ...flags);
      expect([after.code, after.err]).toEqual([0, expect.any(String)]);
      expect(contents(half)).toEqual(contents(work.at("calm")));
      for (const name of ["copy", "half"])
        rmSync(work.at(name), { recursive: true });
    }
    // The runs that were handed on are in the journals of files to come, each once.
    await regroup(folder, now, 2);
    const kept = await Promise.all(
      designShards(planIn(now)).map(
        async ({ key }) => (await openJournal(folder, key)).finished.size,
      ),
    );
    expect(kept.reduce((sum, size) => sum + size, 0)).toBe(10);
  }, 120_000);

  it("leave no run twice where a command with fewer was at work in the folder, too", async () => {
    const flags = ["--shard-size", "4"];
    await sweep("all", 5, ...flags);
    await sweep("few", 2, ...flags);
    await sweep("shared", 5, ...flags);
    // What the command with fewer seeds writes after the other has put the files in order.
    cpSync(join(work.at("few"), "shards"), join(work.at("shared"), "shards"), {
      recursive: true,
    });
    const again = await sweep("shared", 5, ...flags);
    expect(again.out).toContain("30 runs, 30 of them kept from before");
    expect(contents(work.at("shared"))).toEqual(contents(work.at("all")));
    // Both at once: whoever is last, the folder is that of the greater number.
    await sweep("both at once", 2, ...flags);
    await Promise.all([
      sweep("both at once", 3, ...flags),
      sweep("both at once", 5, ...flags),
    ]);
    const { out } = await fabriclab(
      ...["query", "SELECT count(*) - count(DISTINCT key) AS twice FROM runs"],
      work.at("both at once"),
    );
    expect(out).toMatch(/^ *0 *$/m);
  }, 120_000);

  it("may come with more values, and after them: the batches are those of a folder that had all seeds from the start", async () => {
    const grid = (folder: string, seeds: number, loads: string) =>
      fabriclab(
        ...["sweep", file, "--seeds", String(seeds), "--jobs", "1"],
        ...["--vary", `load=${loads}`, "--shard-size", "3"],
        ...["-o", work.at(folder)],
      );
    await grid("straight", 4, "0.1,0.3");
    await grid("straight", 4, "0.1,0.2,0.3");
    await grid("after", 1, "0.1,0.3");
    await grid("after", 1, "0.1,0.2,0.3");
    const more = await grid("after", 4, "0.1,0.2,0.3");
    expect(more.err).toContain(
      "extended by seeds 2 to 4: 9 runs more beside the 3 that it has",
    );
    expect(contents(work.at("after"))).toEqual(contents(work.at("straight")));
    await grid("both", 1, "0.1,0.3");
    const both = await grid("both", 4, "0.1,0.2,0.3");
    expect(both.err).toContain(
      "extended by load 0.2; seeds 2 to 4: 1 point more beside the 2 that it has",
    );
    expect(contents(work.at("both"))).toEqual(contents(work.at("straight")));
  }, 120_000);

  it("may be asked for in the file as well as by a flag", async () => {
    const text = `${scenario}sweep: { vary: { load: [0.1, 0.2] } }\n`;
    const write = (seeds: number) =>
      work.write("asked.yaml", `seeds: ${seeds}\n${text}`);
    const run = (folder: string, ...flags: string[]) =>
      fabriclab(
        "sweep",
        work.at("asked.yaml"),
        ...flags,
        "-o",
        work.at(folder),
      );
    write(2);
    await run("in-file");
    write(3);
    expect((await run("in-file")).err).toContain("extended by seed 3:");
    await run("in-file-once");
    expect(contents(work.at("in-file"))).toEqual(
      contents(work.at("in-file-once")),
    );
    expect((await run("in-file", "--set", "seeds=4")).err).toContain(
      "extended by seed 4:",
    );
  }, 120_000);

  it("are refused where fewer are asked for, with what to do, and where precision or a search decides how many runs there are", async () => {
    await sweep("four", 4);
    const before = contents(work.at("four"));
    const fewer = await sweep("four", 3);
    expect(fewer.code).toBe(2);
    expect(fewer.err).toMatch(
      /E_SWEEP_OTHER[^]*a change of seeds, 4 -> 3[^]*hint +its first 3 seeds of each point are there: a query over runs WHERE seed < 4 sees them/,
    );
    expect(contents(work.at("four"))).toEqual(before);
    for (const flags of [
      ["--precision", "0.5", "--max-seeds", "4"],
      ["--saturation", "load"],
    ]) {
      const [flag = ""] = flags;
      await sweep(flag, 2, ...flags);
      const more = await sweep(flag, 3, ...flags);
      expect([flag, more.code]).toEqual([flag, 2]);
      expect(more.err).toMatch(/E_SWEEP_OTHER[^]*a change of seeds, 2 -> 3/);
    }
  }, 120_000);
});
