import { FabricError } from "@fabriclab/units";
import { checkProcessors } from "./parameters.ts";

/**
 * Number of processors that know a message t steps after its source began to send it in the postal model (Bar-Noy, Kipnis, SPAA 1992): everybody
 * who knows it sends it once per step, and it takes `lambda` steps. F(t) = 1 for t < lambda, F(t) = F(t-1) + F(t-lambda).
 *
 * @throws FabricError `E_LOGP_LAMBDA`. O(t).
 */
export function postalReach(lambda: number, steps: number): number {
  checkLambda(lambda);
  const reach = [1];
  for (let t = 1; t <= steps; t += 1)
    reach.push(
      (reach[t - 1] ?? 1) + (t < lambda ? 0 : (reach[t - lambda] ?? 1)),
    );
  return reach[Math.max(0, steps)] ?? 1;
}

/**
 * Steps of the optimal broadcast to `processors` (the source among them): the least t with F(t) >= processors.
 *
 * @throws FabricError `E_LOGP_LAMBDA`, `E_LOGP_PROCESSORS`. O(steps).
 */
export function postalSteps(lambda: number, processors: number): number {
  checkLambda(lambda);
  checkProcessors(processors);
  const reach = [1];
  while ((reach.at(-1) ?? 1) < processors) {
    const t = reach.length;
    reach.push(
      (reach[t - 1] ?? 1) + (t < lambda ? 0 : (reach[t - lambda] ?? 1)),
    );
  }
  return reach.length - 1;
}

/** One message of a broadcast tree. */
export interface TreeEdge {
  readonly from: number;
  readonly to: number;
  /** Step at which the sender begins. */
  readonly step: number;
}

/**
 * An optimal broadcast tree: in every step everybody who knows the message sends it to the next one who does not, in the order in which they
 * came to know it. Processor 0 is the source; numbers are given in the order of sending.
 *
 * @throws FabricError `E_LOGP_LAMBDA`, `E_LOGP_PROCESSORS`. O(processors x steps).
 */
export function postalTree(lambda: number, processors: number): TreeEdge[] {
  checkLambda(lambda);
  checkProcessors(processors);
  const edges: TreeEdge[] = [];
  /** Step from which processor k can send. */
  const knows = [0];
  for (let step = 0; knows.length < processors; step += 1) {
    const senders = knows.filter((from) => from <= step).length;
    for (let from = 0; from < senders && knows.length < processors; from += 1) {
      edges.push({ from, to: knows.length, step });
      knows.push(step + lambda);
    }
  }
  return edges;
}

function checkLambda(lambda: number): void {
  if (Number.isSafeInteger(lambda) && lambda >= 1) return;
  throw new FabricError({
    code: "E_LOGP_LAMBDA",
    message: "the postal latency is not a number of steps",
    where: { path: "lambda" },
    got: String(lambda),
    expected: "a whole number, 1 or more",
  });
}
