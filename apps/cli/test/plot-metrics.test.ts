import { describe, expect, it } from "vitest";
import { drawMetrics, metricsWithValues } from "../src/plot/figures.ts";
import type { PlotSource } from "../src/plot/plot-source.ts";
import { plotSource } from "../src/plot/source.ts";
import { loadRegistry } from "../src/plugins.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/** Runs in which every metric of the command has values: open loop, an HPP switch's operations, and video. */
const SCENARIOS = {
  open: {
    metrics: [
      ...["latency", "throughput", "link-load", "xmit-wait", "queue-length"],
      ...["order", "path-usage", "drops"],
    ],
    text: `topology: { kind: mesh, columns: 2, rows: 2 }
addressing: sequential
routing: xy
switch: { kind: relay, virtualLanes: 1 }
traffic: [{ kind: poisson, load: 0.2, size: 256B, pattern: uniform }]
metrics: [{ kind: latency, split: sl }, { kind: throughput, split: sl }, link-load, xmit-wait, queue-length, { kind: order, split: traffic }, path-usage, { kind: drops, split: traffic }]
measure: { warmup: 5us, maxTime: 30us }
`,
  },
  operations: {
    metrics: ["completion", "barrier"],
    text: `topology: { kind: fat-tree, ports: 8, levels: 1 }
routing: single-lid
multicast: spanning-tree
switch: hpp
arbiter: matrix
replication: bulletin-board
link: { byteTime: 1.6ns, flight: 40ns }
traffic:
  - { kind: multicast-operation, sources: 4, group: 4, size: 256B }
  - { kind: barrier-operation, groups: 2, barriers: 3, statistics: total }
  - { kind: poisson, load: 0.1, size: 256B, sl: [0, 1], slChoice: random }
metrics: [completion, barrier]
`,
  },
  video: {
    metrics: ["deadline"],
    text: `topology: { kind: mesh, columns: 2, rows: 2 }
addressing: sequential
routing: xy
switch: { kind: relay, virtualLanes: 1 }
traffic: [{ kind: mpeg2, load: 0.05, frames: 1 }]
metrics: [deadline]
`,
  },
};

/** `drops.head-lifetime` as it is named where nobody says otherwise. */
const plain = (name: string): string => {
  const text = name.replaceAll(/[-._]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A run as if it were a sweep of two loads. */
const overLoad = (run: PlotSource): PlotSource => ({
  ...run,
  factors: [{ name: "load", unit: "" }],
  points: [0.1, 0.2].flatMap((load) =>
    run.points.map((point) => ({ ...point, factors: { load } })),
  ),
});

/** Values whose names only a run knows: of a class, of a cause. */
const OPEN_NAMES = /^(latency|throughput|order|order\.behind|drops)\./;

describe("the default plot of every metric", () => {
  it.each(Object.entries(SCENARIOS))(
    "has words, units and a curve: %s",
    async (name, { text, metrics }) => {
      const file = folder.at(`${name}.json`);
      const { code } = await fabriclab(
        ...["run", folder.write(`${name}.yaml`, text), "-o", file, "--quiet"],
      );
      expect(code).toBe(0);
      const data = overLoad(await plotSource([file], () => undefined));
      const registry = await loadRegistry();
      const drawn = new Set<string>();
      for (const metric of metricsWithValues(data)) {
        const plugin = metric.name.split(".", 1)[0] ?? "";
        if (!metrics.includes(plugin)) continue;
        drawn.add(plugin);
        const [chart] = drawMetrics(data, [metric], registry, {}).charts;
        expect(chart?.x).toMatchObject({
          label: "Offered load",
          unit: "of the host link",
        });
        // A bare number says nothing of what it is a share of.
        expect([metric.name, chart?.y.unit]).not.toContain("1");
        expect([metric.name, chart?.y.unit ?? ""]).not.toContain("");
        if (!OPEN_NAMES.test(metric.name))
          expect(chart?.y.label).not.toBe(plain(metric.name));
        expect(chart?.series[0]?.points).toHaveLength(2);
      }
      expect([...drawn].sort()).toEqual([...metrics].sort());
    },
    60_000,
  );

  it("leaves out no metric of the command", async () => {
    const known = ((await loadRegistry()).metric ?? []).map(({ name }) => name);
    const tried = Object.values(SCENARIOS).flatMap(({ metrics }) => metrics);
    expect([...known].sort()).toEqual(tried.sort());
  });
});
