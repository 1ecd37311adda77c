import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import {
  describeExperiment,
  experimentHash,
  LiveRun,
  replicate,
  runExperiment,
} from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { pairs } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** Poisson traffic of 1000 B packets from some hosts to others. */
const flows = (load: number, to: Record<string, string>, name?: string) => ({
  ...use(poisson, { load, size: "1000B", headers: "none" }),
  pattern: use(pairs, { pairs: to }),
  ...(name === undefined ? {} : { name }),
});

/** A and B offer 1.4 of what the link of C carries; D has E for itself. */
const lab = (first?: string, second?: string) =>
  experiment({
    fabric: star(6),
    routing: upDown,
    metrics: [
      use(latency, { split: "traffic" }),
      use(throughput, { split: "traffic" }),
    ],
    traffic: [
      flows(0.7, { A: "C", B: "C" }, first),
      flows(0.3, { D: "E" }, second),
    ],
    measure: { maxTime: ps(200_000_000_000) },
  });

const renamed = (text: string): string =>
  text
    .replaceAll(/traffic0|traffic\[0\]/g, "bulk")
    .replaceAll("traffic1", "video");

it("names stand for indices in results and verdict, and change nothing else, of a seed or of several", async () => {
  const plain = await runExperiment(lab());
  const named = await runExperiment(lab("bulk", "video"));
  expect(plain.verdict).toContain("traffic[0] (poisson)");
  expect(named.verdict).toContain("of what bulk (poisson) offers");
  expect(JSON.stringify(named)).toBe(renamed(JSON.stringify(plain)));
  const several = await replicate(lab("bulk", "video"), [1, 2]);
  expect(several.metrics["latency.video"]?.percentiles).toBeDefined();
  expect(JSON.stringify(several)).toBe(
    renamed(JSON.stringify(await replicate(lab(), [1, 2]))),
  );
});

it("an entry without a name keeps its index", async () => {
  const { metrics } = await runExperiment(lab(undefined, "video"));
  expect(Object.keys(metrics).filter((name) => /^latency/.test(name))).toEqual([
    "latency",
    "latency.traffic0",
    "latency.video",
  ]);
});

it("saturated entries are told by name, or by index", async () => {
  const { saturated, status } = await runExperiment(lab("bulk"));
  const plain = await runExperiment(lab());
  expect([status, plain.status]).toEqual(["saturated", "saturated"]);
  expect(saturated).toEqual(
    plain.saturated?.map((at) => (at === 0 ? "bulk" : at)),
  );
});

it("a run that is looked at while it goes on calls its results so, too", async () => {
  const run = new LiveRun(lab("bulk", "video"));
  await run.advance(100_000_000);
  expect(Object.keys(run.results())).toContain("throughput.video");
});

it("the description of an experiment has the names, for they are in its results", () => {
  const hash = (...names: string[]) =>
    experimentHash(describeExperiment(lab(...names)));
  expect(hash("bulk")).not.toBe(hash());
  expect(JSON.stringify(describeExperiment(lab()))).not.toContain(
    '"name":"bulk"',
  );
});

it("names that make two results of one name are refused", async () => {
  await expect(runExperiment(lab("video", "video"))).rejects.toMatchObject({
    code: "E_SIM_METRIC_NAME",
    where: { path: "traffic[1]" },
    got: "latency.video",
  });
  await expect(runExperiment(lab("bytes"))).rejects.toMatchObject({
    code: "E_SIM_METRIC_NAME",
    got: "throughput.bytes",
  });
});
