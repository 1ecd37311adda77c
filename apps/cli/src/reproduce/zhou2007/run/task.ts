import { compose, runExperiment, type TableSource } from "@fabriclab/sim";
import { FabricError, type Fabric, type MetricValue } from "@fabriclab/spec";
import type { Case, Tree } from "../cases.ts";
import type { RunRecord } from "../points.ts";
import { mostLoadedChannel } from "./bound.ts";
import { BYTE_NS, describeCase, experimentOf, fabricOf } from "./experiment.ts";

/** Input of a task. */
export interface TaskInput {
  readonly point: Case;
  readonly seed: number;
  readonly tree: Tree;
}

interface Prepared {
  readonly fabric: Fabric;
  readonly tables: TableSource;
  readonly boundPackets: number;
}

/** Tables and bound do not depend on the size of a message: the last ones are kept, for tasks that differ in it. */
const kept = new Map<string, Prepared>();
/** More than there are seeds, since tasks of one case and size stand next to each other. */
const KEPT = 32;

/** One run: fabric, tables, traffic of one seed, simulated to the end. */
export async function run(input: TaskInput): Promise<RunRecord> {
  const { point, seed, tree } = input;
  const description = describeCase(point, tree);
  const { fabric, tables, boundPackets } = prepare(input, description);
  const result = await runExperiment(
    experimentOf(description, point.scheme, seed, fabric, tables),
  );
  if (result.status !== "finished") {
    throw new FabricError({
      code: "E_REPRODUCE_UNFINISHED",
      message: "a run did not deliver everything",
      got: `${result.status}: ${result.verdict}`,
      expected: "finished",
    });
  }
  const makespanNs = valueOf(result.metrics["completion"], "completion");
  const boundNs = boundPackets * BYTE_NS * point.size;
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

function prepare(
  { point, seed, tree }: TaskInput,
  description: ReturnType<typeof describeCase>,
): Prepared {
  const { size: _, ...rest } = point;
  const key = JSON.stringify([rest, seed, tree]);
  const before = kept.get(key);
  if (before !== undefined) return before;
  const fabric = fabricOf(description);
  const { tables, traffic } = compose(
    experimentOf(description, point.scheme, seed, fabric),
  );
  const made: Prepared = {
    fabric,
    tables: { given: tables },
    boundPackets: mostLoadedChannel(fabric, tables, traffic[0]!),
  };
  const oldest = kept.keys().next();
  if (kept.size >= KEPT && oldest.done !== true) kept.delete(oldest.value);
  kept.set(key, made);
  return made;
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
