import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { plotSource } from "../src/plot/source.ts";
import { workFolder } from "./command.ts";

const folder = workFolder();

/** A file with one metric beside the throughput. */
const run = (name: string, metric: object): string =>
  folder.write(
    name,
    JSON.stringify({
      experiment: "mesh",
      status: "limit",
      metrics: { latency: metric, throughput: { value: 0.3, unit: "1" } },
    }),
  );
const inNs = run("ns.json", {
  value: 2000,
  unit: "ns",
  ci95: 100,
  percentiles: { "50": 1500 },
  detail: { "SW<0>:1": 3 },
});
const inUs = run("us.json", {
  value: 2,
  unit: "us",
  ci95: 0.25,
  percentiles: { "50": 1.5 },
  detail: { "SW<0>:1": 3 },
});

describe("several sources", () => {
  it("named twice, by whichever spelling, are one and drawn once, which is said", async () => {
    const link = folder.at("link.json");
    symlinkSync(inNs, link);
    const told: string[] = [];
    const { points } = await plotSource([inNs, link, inNs, inUs], (said) =>
      told.push(said),
    );
    expect(points).toHaveLength(2);
    expect(told).toEqual([
      `note: ${inNs} and ${link} are the same, and drawn once`,
      `note: ${inNs} is named twice, and drawn once`,
    ]);
    const once = await plotSource([inNs, inNs], () => undefined);
    expect(once.factors).toEqual([]);
  });
});
