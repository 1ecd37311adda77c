import { runExperiment } from "@fabriclab/sim";
import { FabricError, type MetricValue } from "@fabriclab/spec";
import type { Prepared } from "./prepared.ts";
import type { RunRecord } from "./record.ts";

/**
 * Simulates finite traffic to its end and holds the makespan against the bound.
 *
 * @param packetNs time that a packet takes on a channel
 * @throws FabricError `E_REPRODUCE_UNFINISHED`, `E_REPRODUCE_BOUND_BEATEN`, `E_REPRODUCE_METRIC`
 */
export async function simulate(
  { experiment, boundPackets }: Prepared,
  packetNs: number,
): Promise<RunRecord> {
  const result = await runExperiment(experiment);
  if (result.status !== "finished") {
    throw new FabricError({
      code: "E_REPRODUCE_UNFINISHED",
      message: "a run did not deliver everything",
      got: `${result.status}: ${result.verdict}`,
      expected: "finished",
    });
  }
  const makespanNs = valueOf(result.metrics["completion"], "completion");
  const boundNs = boundPackets * packetNs;
  assertBound(makespanNs, boundNs);
  return {
    makespanNs,
    operationNs: valueOf(
      result.metrics["completion.operation"],
      "completion.operation",
    ),
    deliveryNs: valueOf(
      result.metrics["completion.delivery"],
      "completion.delivery",
    ),
    boundPackets,
    boundNs,
    deliveries: result.packets.delivered,
    packetHops: result.packetHops,
    events: result.events,
  };
}

/**
 * A makespan below the bound means that the simulator moved packets faster than the links can: everything it says would be worthless.
 *
 * @throws FabricError `E_REPRODUCE_BOUND_BEATEN`
 */
export function assertBound(makespanNs: number, boundNs: number): void {
  if (makespanNs >= boundNs) return;
  throw new FabricError({
    code: "E_REPRODUCE_BOUND_BEATEN",
    message:
      "a run was faster than its busiest link allows: the simulator is wrong",
    got: `${makespanNs} ns`,
    expected: `at least ${boundNs} ns`,
    hint: "please report this with the command line",
  });
}

function valueOf(metric: MetricValue | undefined, name: string): number {
  if (metric?.unit === "ns" && Number.isFinite(metric.value))
    return metric.value;
  throw new FabricError({
    code: "E_REPRODUCE_METRIC",
    message: `the run has no ${name}`,
    got: metric?.absent ?? `${String(metric?.value)} ${metric?.unit ?? ""}`,
    expected: "a time in ns",
  });
}
