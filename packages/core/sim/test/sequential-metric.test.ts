import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { order } from "@fabriclab/metrics-order";
import { throughput } from "@fabriclab/metrics-throughput";
import { cyclic } from "@fabriclab/routing-cyclic";
import { runExperiment } from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";

it("a sequential metric sees the whole measured interval with one observer", async () => {
  const { metrics } = await runExperiment(
    experiment({
      fabric: fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 })),
      tables: {
        addressing: use(multipleLid),
        routing: use(cyclic),
        unicast: use(linear),
      },
      traffic: [{ ...use(poisson, { load: 0.2 }), pattern: use(uniform) }],
      metrics: [use(throughput), use(order)],
    }),
  );
  const seen = metrics["order"]!;
  // 16 hosts send to 15 others each; observers of batches would each count those flows anew.
  expect(seen.detail!["flows"]).toBeLessThanOrEqual(240);
  expect(seen.detail!["packets"]).toBeGreaterThan(1000);
  expect(seen.detail!["packets"]).toBe(
    metrics["throughput.packets"]!.detail!["delivered"],
  );
  expect(seen.value).toBe(0);
  expect(seen.ci95).toBeUndefined();
});
