import { symlinkSync } from "node:fs";
import type { FactorValue } from "@fabriclab/experiment-plot";
import { describe, expect, it } from "vitest";
import { inAlikeUnits } from "../src/plot/alike-units.ts";
import type { PlotSource } from "../src/plot/plot-source.ts";
import { plotSource } from "../src/plot/source.ts";
import { fabriclab, workFolder } from "./command.ts";

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
const inPackets = run("packets.json", { value: 7, unit: "packets" });

describe("several sources", () => {
  it("are drawn in one unit, that of the smallest, whichever stands first", async () => {
    for (const files of [
      [inNs, inUs],
      [inUs, inNs],
    ]) {
      const { metrics, points } = await plotSource(files, () => undefined);
      expect(metrics).toContainEqual({ name: "latency", unit: "ns" });
      const us = points.find(({ factors }) => factors["file"] === "us");
      expect(us?.metrics["latency"]).toEqual({
        mean: 2000,
        ci95: 250,
        percentiles: { "50": 1500 },
      });
      expect(us?.places["latency"]).toEqual({ "SW<0>:1": 3000 });
      const ns = points.find(({ factors }) => factors["file"] === "ns");
      expect(ns?.metrics["latency"]).toMatchObject({ mean: 2000, ci95: 100 });
    }
  });

  it("draw no metric whose units are not of one kind, but any other", async () => {
    const both = [inNs, inPackets];
    const named = await fabriclab("plot", ...both, "--metric", "latency");
    expect([named.code, named.out]).toEqual([2, ""]);
    expect(named.err).toContain("error E_CLI_PLOT_UNITS");
    expect(named.err).toContain(`got       ${inNs}: ns; ${inPackets}: packets`);
    const other = await fabriclab("plot", ...both, "--json");
    expect(other.err).toMatch(/left out: latency: .*ns; .*packets/);
    expect(
      (JSON.parse(other.out) as { caption: string }[]).map(
        ({ caption }) => caption,
      ),
    ).toEqual(["Accepted load over file."]);
    const map = await fabriclab(
      ...["plot", ...both, "--kind", "map", "--where", "file=ns"],
    );
    expect(map.err).toContain("error E_CLI_PLOT_UNITS");
  });

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

describe("factors of several sweeps", () => {
  const sweep = (
    path: string,
    unit: string,
    values: readonly FactorValue[],
  ): { path: string; source: PlotSource } => ({
    path,
    source: {
      title: "mesh",
      factors: [{ name: "size", unit }],
      metrics: [],
      points: values.map((size) => ({
        factors: { size },
        status: "converged",
        metrics: {},
        places: {},
      })),
    },
  });
  const sizes = (sources: readonly PlotSource[]): FactorValue[][] =>
    sources.map(({ points }) => points.map(({ factors }) => factors["size"]!));

  it("have one unit, in which equal values are equal", () => {
    const { sources } = inAlikeUnits([
      sweep("a", "KB", [0.07, 1]),
      sweep("b", "B", [70, 1000]),
      sweep("c", "", ["a packet"]),
    ]);
    // 0.07 * 1000 is 70.00000000000001.
    expect(sizes(sources)).toEqual([[70, 1000], [70, 1000], ["a packet"]]);
    for (const { factors } of sources)
      expect(factors).toEqual([{ name: "size", unit: "B" }]);
  });

  it("are refused where their units are not of one kind", () => {
    expect(() =>
      inAlikeUnits([sweep("a", "B", [64]), sweep("b", "ns", [64])]),
    ).toThrow(
      expect.objectContaining({
        code: "E_CLI_PLOT_UNITS",
        got: "a: B; b: ns",
      }) as Error,
    );
  });
});
