import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fabriclab, scenario, withoutProgress, workFolder } from "./command.ts";

const folder = workFolder();
const file = folder.write(
  "seeds.yaml",
  scenario
    .replace("metrics: [latency, throughput]", "metrics: [latency, link-load]")
    .replace("levels: 3", "levels: 2")
    .replace(/^measure: .*$/m, "measure: { warmup: 2us, maxPackets: 300 }"),
);

/** What differs between equal runs. */
const withoutWallTime = (json: string): string =>
  json.replace(/"wallSeconds": [\d.e-]+/g, "");

describe("run --seeds", () => {
  // Each thread of a run loads the command again, which is most of what this costs: so two numbers of jobs, more than cores or fewer.
  it("gives the same bytes for any number of --jobs, in the order of the seeds", async () => {
    const run = async (...flags: string[]): Promise<string> => {
      const { code, out, err } = await fabriclab(
        "run",
        file,
        "--json",
        "--seed",
        "7",
        "--seeds",
        "4",
        ...flags,
      );
      expect(withoutProgress(err)).toBe("");
      expect(code).toBe(0);
      return withoutWallTime(out);
    };
    const one = await run("--jobs", "1");
    expect(await run("--jobs", "3")).toBe(one);
    const result = JSON.parse(
      one.replace(/,(?=\s*})/g, ""), // the comma before what was taken out
    ) as {
      runs: { seed: number }[];
      metrics: Record<string, { percentiles?: object }>;
    };
    expect(result.runs.map(({ seed }) => seed)).toEqual([7, 8, 9, 10]);
    expect(result.metrics["latency"]?.percentiles).toBeDefined();
    expect(result.metrics["link-load"]?.percentiles).toBeDefined();
  });

  it("runs seeds side by side that have several threads each", async () => {
    const run = async (...flags: string[]): Promise<string> =>
      withoutWallTime(
        (await fabriclab("run", file, "--json", "--seeds", "2", ...flags)).out,
      );
    expect(await run("--threads", "2", "--jobs", "2")).toBe(
      await run("--jobs", "1"),
    );
  });

  it("ends with the refusal of a run in another thread", async () => {
    const plugin = folder.write(
      "main-only.mjs",
      `import { isMainThread } from "node:worker_threads";
if (!isMainThread) throw new Error("not in a thread");
export const nothing = { spec: "1", kind: "metric", name: "nothing", summary: "", cites: [], params: { safeParse() {} }, claims: {} };
`,
    );
    const output = folder.at("never.json");
    const run = ["--plugin", plugin, "run", file, "--seeds", "3", "-o", output];
    const { code, out, err } = await fabriclab(...run, "--jobs", "2");
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain("E_CLI_PLUGIN_FAILED");
    expect(err).toContain("not in a thread");
    expect(existsSync(output)).toBe(false);
  });

  it("notes that --jobs does nothing for one run", async () => {
    const { code, err } = await fabriclab("run", file, "--jobs", "2");
    expect(code).toBe(0);
    expect(withoutProgress(err)).toContain(
      "note: --jobs has no effect: there is one run (`--seeds` makes more)",
    );
  });

  it("refuses a number of --jobs that is none", async () => {
    const { code, err } = await fabriclab("run", file, "--jobs", "0");
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_BAD_NUMBER");
    expect(err).toContain("--jobs");
  });
});
