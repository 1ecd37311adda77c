import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { cyclic } from "@fabriclab/routing-cyclic";
import { runExperiment } from "@fabriclab/sim";
import { parseOptions, type TrafficPlugin } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { scripted } from "./scripted.ts";

/** One packet, and a report with one name of its own and the given ones. */
function reporting(bytes: number, names: readonly string[]): TrafficPlugin {
  const plugin = scripted([{ from: 0, to: 1, bytes, at: 0 }]);
  return {
    ...plugin,
    create: (...args) => ({
      ...plugin.create(...args),
      report: () =>
        Object.fromEntries(
          names.map((name) => [name, { value: bytes, unit: "B" }]),
        ),
    }),
  };
}

it("reports of two traffic entries stay apart, also from the metrics", async () => {
  const { metrics } = await runExperiment(
    experiment({
      fabric: fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })),
      tables: {
        addressing: use(multipleLid),
        routing: use(cyclic),
        unicast: use(linear),
      },
      traffic: [
        use(reporting(64, ["seen", "only"])),
        use(reporting(128, ["seen", "latency"])),
      ],
    }),
  );
  expect(metrics["only"]).toEqual({ value: 64, unit: "B" });
  expect(metrics["seen.traffic0"]).toEqual({ value: 64, unit: "B" });
  expect(metrics["seen.traffic1"]).toEqual({ value: 128, unit: "B" });
  expect(metrics["seen"]).toBeUndefined();
  expect(metrics["latency"]!.unit).not.toBe("B");
  expect(metrics["latency.traffic1"]).toEqual({ value: 128, unit: "B" });
});
