import type { PlotWish } from "@fabriclab/experiment-plot";
import type { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { drawThoseThatCan } from "../src/plot/figures.ts";
import type { PlotSource } from "../src/plot/plot-source.ts";
import { loadRegistry } from "../src/plugins.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/** Two routings at one load, at which both are saturated; the file has a metric that was not measured here. */
const saturated: PlotSource = {
  title: "mesh",
  factors: [
    { name: "load", unit: "" },
    { name: "routing", unit: "" },
  ],
  metrics: [
    { name: "deadline", unit: "1" },
    { name: "latency", unit: "ns" },
    { name: "throughput", unit: "1" },
  ],
  points: ["xy", "minhop"].map((routing) => ({
    factors: { load: 0.7, routing },
    status: "saturated",
    metrics: {
      latency: { mean: Number.NaN, absent: "saturated" },
      throughput: { mean: 0.6 },
    },
    places: {},
  })),
};

const usual = async (wish: PlotWish, source = saturated) =>
  drawThoseThatCan(source, await loadRegistry(), wish, 1);
/** The same runs, of which only latency was measured. */
const latencyOnly: PlotSource = {
  ...saturated,
  metrics: saturated.metrics.slice(0, 2),
  points: saturated.points.map((point) => ({
    ...point,
    metrics: { latency: point.metrics["latency"]! },
  })),
};

describe("the metric that is drawn where nobody names one", () => {
  it("is one with values, and why the first is left out is said", async () => {
    const { drawings, left, without } = await usual({
      kind: "curve",
      x: "load",
    });
    expect(drawings.map(({ caption }) => caption)).toEqual([
      "Accepted load over load for each routing at load=0.7.",
    ]);
    expect(without).toEqual([
      "latency: 2 points without a steady mean: 2 saturated",
    ]);
    expect(left).toEqual([]);
  });

  it.each<[PlotWish, string]>([
    [{}, "Accepted load over routing at load=0.7."],
    [
      { kind: "bars", baseline: "xy" },
      "Accepted load against xy over routing at load=0.7.",
    ],
  ])(
    "is what saturated runs accepted, in hollow bars: %j",
    async (wish, caption) => {
      const { drawings } = await usual(wish);
      expect(drawings.map((one) => one.caption)).toEqual([caption]);
    },
  );

  it.each<[string, PlotWish, string]>([
    ["E_PLOT_KIND", { kind: "distribution" }, "latency has no distribution"],
    ["E_PLOT_KIND", { kind: "tail" }, "latency has no distribution"],
    ["E_PLOT_EMPTY", { kind: "bars", baseline: "xy" }, "Mean latency against"],
    ["E_PLOT_EMPTY", {}, "Mean latency over routing"],
  ])(
    "is the first, which is saturated, where no other can be drawn so: %s for %j",
    async (code, wish, message) => {
      const error = await usual(wish, latencyOnly).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({
        code,
        message: expect.stringContaining(message) as string,
      });
      expect((error as FabricError).got).toContain("saturated");
    },
  );

  it("is said by the command, of the points that have the one left out", async () => {
    const file = folder.write(
      "saturated.json",
      JSON.stringify({
        experiment: "mesh",
        status: "saturated",
        metrics: {
          latency: { value: null, unit: "ns", absent: "saturated" },
          hops: { value: 3, unit: "1", percentiles: { "50": 3, "90": 4 } },
        },
      }),
    );
    const stable = folder.write(
      "stable.json",
      JSON.stringify({
        experiment: "mesh",
        status: "converged",
        metrics: { hops: { value: 3, unit: "1" } },
      }),
    );
    const { err, code } = await fabriclab(
      ...["plot", file, stable, "-o", folder.at("a.svg")],
    );
    expect(code).toBe(0);
    expect(err).toContain(
      "note: without any value, and left out: latency: 1 point without a steady mean: 1 saturated",
    );
  });
});
