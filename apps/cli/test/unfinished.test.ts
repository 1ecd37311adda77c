import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  openJournal,
  recordsOf,
  shardStore,
} from "@fabriclab/experiment-store";
import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const scenario = folder.write(
  "mesh.yaml",
  `topology: { kind: mesh, columns: 3, rows: 2 }
routing: xy
traffic: { kind: poisson, load: 0.2, size: 256B }
metrics: [latency, link-load]
measure: { warmup: 2us, maxTime: 20us }
`,
);
const results = folder.at("results");
const sweep = async (last = 0.4): Promise<void> => {
  const done = await fabriclab(
    ...["sweep", scenario, "--vary", `load=0.1..${last}:0.1`, "--seeds", "2"],
    ...["--shard-size", "1", "--jobs", "1", "-o", results],
  );
  expect(done.code, done.err).toBe(0);
};
/** Takes away some files of the results, as an interrupted sweep has not written them. */
const lose = (count: number): void => {
  for (const name of readdirSync(`${results}/shards`).slice(0, count))
    rmSync(`${results}/shards/${name}`);
};
const commands = [
  ["plot", results],
  ["export", results, "--points"],
  ["query", "SELECT count(*) FROM points", results],
];

beforeAll(() => sweep());

describe("readers of a sweep", () => {
  it("say nothing of one that is finished", async () => {
    for (const argv of commands) {
      const { code, err } = await fabriclab(...argv);
      expect(code, err).toBe(0);
      expect(err).not.toContain("not finished");
    }
  });

  it("say what an interrupted one lacks, and how to go on, until it is finished", async () => {
    // Four points of two runs, a file each: one lost run leaves three points whole.
    lose(1);
    for (const argv of commands) {
      const { code, out, err } = await fabriclab(...argv);
      expect(code, err).toBe(0);
      expect(err).toContain("not finished, 3 of 4 points have all their runs");
      expect(err).toContain(`fabriclab sweep SCENARIO -o ${results}`);
      expect(out).not.toContain("not finished");
      const quiet = await fabriclab(...argv, "--quiet");
      expect(quiet.err).toBe("");
    }
    await sweep();
    expect((await fabriclab("plot", results)).err).not.toContain("finished");
  });

  /** Of shards by name: makes of their files what a sweep leaves that was interrupted before they were complete. */
  const unfile = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      const shard = name.replace(".parquet", "");
      const content = await shardStore(results).get(shard);
      rmSync(`${results}/shards/${name}`);
      const journal = await openJournal(results, shard);
      for (const record of recordsOf(content!))
        if (record !== undefined) journal.append(record);
      journal.close();
    }
  };
  const questions = [
    ["export", results, "--json"],
    ["export", results, "--points", "--json"],
    ["query", "SELECT * FROM runs ORDER BY point, seed", results, "--json"],
    ["query", "SELECT * FROM points ORDER BY point", results, "--json"],
    ["query", "SELECT typeof(columns(*)) FROM runs LIMIT 1", results, "--json"],
    ["plot", results],
  ];
  /** Why: the order of columns, and whether a row has those that it has no value in, depends on which runs are in a file together. */
  const given = (_: string, value: unknown): unknown => value ?? undefined;
  const answers = async (): Promise<unknown[]> => {
    const outs: unknown[] = [];
    for (const argv of questions) {
      const { code, out, err } = await fabriclab(...argv, "--quiet");
      expect(code, err).toBe(0);
      outs.push(argv.includes("--json") ? JSON.parse(out, given) : out);
    }
    return outs;
  };

  it("read the runs that are done and in no file yet, as they would be in one", async () => {
    const before = await answers();
    const names = readdirSync(`${results}/shards`);
    for (const [count, told] of [
      [1, "1 run is"],
      [names.length, "8 runs are"],
    ] as const) {
      await unfile(names.slice(0, count));
      expect(await answers()).toEqual(before);
      for (const argv of commands) {
        const { err } = await fabriclab(...argv);
        expect(err).toContain(
          `not finished, not all runs are in their files (${told} read from ${results}/.work, until`,
        );
      }
      await sweep();
    }
    expect(await answers()).toEqual(before);
  });

  it("pass over a line of a journal that is being written, and over a run that is in a file, too", async () => {
    const [name = ""] = readdirSync(`${results}/shards`);
    const file = readFileSync(`${results}/shards/${name}`);
    await unfile([name]);
    const [journal = ""] = readdirSync(`${results}/.work/journals`);
    const place = `${results}/.work/journals/${journal}`;
    const text = readFileSync(place, "utf8");
    writeFileSync(place, text + text.slice(0, 100));
    const counted = ["query", "SELECT count(*) AS n FROM runs", results];
    const twice = await fabriclab(...counted);
    expect(twice.out).toContain("8");
    writeFileSync(`${results}/shards/${name}`, file);
    const both = await fabriclab(...counted);
    expect(both.out).toBe(twice.out);
    expect(both.err).toBe("");
    rmSync(`${results}/shards/${name}`);
    writeFileSync(place, text.slice(0, 100));
    const { out, err } = await fabriclab(...counted);
    expect(out).toContain("7");
    expect(err).toContain("3 of 4 points have all their runs:");
    await sweep();
  });

  it.each(["{", "[]", '{"format":"fabriclab-sweep-1"}'])(
    "say that nobody knows whether it is finished where its manifest is %s",
    async (damaged) => {
      const file = `${results}/sweep.json`;
      const whole = readFileSync(file);
      writeFileSync(file, damaged);
      for (const argv of commands) {
        const { code, err } = await fabriclab(...argv);
        expect(code, err).toBe(0);
        expect(err).toMatch(
          /note: \S+sweep.json is damaged \(.+\): whether the sweep is finished is not known/,
        );
      }
      writeFileSync(file, whole);
    },
  );

  it("count the points of a sweep that is extended", async () => {
    await sweep(0.5);
    const extended = await fabriclab("plot", results);
    expect(extended.err).not.toContain("not finished");
    lose(1);
    const { err } = await fabriclab("export", results);
    expect(err).toContain("not finished, 4 of 5 points have all their runs");
    await sweep(0.5);
  });
});

describe("a map of runs that name other busiest channels", () => {
  it("is refused with what they have", async () => {
    const { code, err } = await fabriclab(
      ...["plot", results, "--kind", "map", "--where", "load=0.1"],
    );
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_PLOT_PLACES");
    expect(err).toMatch(
      /got +link-load.max at 5 channels of each run, not the same in all/,
    );
    expect(err).toContain("top: 1000000");
  });
});

describe("-", () => {
  it("is standard output where the result would go there", async () => {
    const plain = await fabriclab("export", results);
    expect(await fabriclab("export", results, "--csv", "-")).toEqual(plain);
    const mesh = ["topology", "mesh", "--columns", "2", "--rows", "2"];
    expect((await fabriclab(...mesh, "-o", "-")).out).toBe(
      (await fabriclab(...mesh)).out,
    );
  });

  it.each([
    ["run", scenario, "-o", "-"],
    ["sweep", scenario, "-o", "-"],
  ])("is refused elsewhere: %s", async (...argv) => {
    const { code, err } = await fabriclab(...argv);
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_UNWRITABLE_OUTPUT");
    expect(err).toContain("standard output");
  });
});
