import { FabricError } from "@fabriclab/units";

/*
 * Broadcasting in the postal model (Bar-Noy, Kipnis, SPAA 1992): everybody who knows a message sends it once per step, and it takes `lambda` steps.
 * Here because both predictions and simulated software collectives build on it.
 */

/** The number of processors that know a message, step by step from 0 on: F(t) = 1 for t < lambda, F(t) = F(t-1) + F(t-lambda). */
function* reachByStep(lambda: number): Generator<number, never> {
  const reach: number[] = [];
  for (let t = 0; ; t += 1) {
    const now = t < lambda ? 1 : (reach[t - 1] ?? 1) + (reach[t - lambda] ?? 1);
    reach.push(now);
    yield now;
  }
}

/**
 * Number of processors that know a message `steps` steps after its source began to send it.
 *
 * @throws FabricError `E_SPEC_POSTAL_LATENCY`. O(steps).
 */
export function postalReach(lambda: number, steps: number): number {
  checkLambda(lambda);
  let at = 0;
  for (const reach of reachByStep(lambda)) {
    if (at >= steps) return reach;
    at += 1;
  }
  return 1;
}

/**
 * Steps of the optimal broadcast to `processors` (the source among them): the least t with F(t) >= processors.
 *
 * @throws FabricError `E_SPEC_POSTAL_LATENCY`, `E_SPEC_POSTAL_PROCESSORS`. O(steps).
 */
export function postalSteps(lambda: number, processors: number): number {
  checkLambda(lambda);
  checkProcessors(processors);
  let steps = 0;
  for (const reach of reachByStep(lambda)) {
    if (reach >= processors) break;
    steps += 1;
  }
  return steps;
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
 * @throws FabricError `E_SPEC_POSTAL_LATENCY`, `E_SPEC_POSTAL_PROCESSORS`. O(processors x steps).
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
    code: "E_SPEC_POSTAL_LATENCY",
    message: "the postal latency is not a number of steps",
    where: { path: "lambda" },
    got: String(lambda),
    expected: "a whole number, 1 or more",
  });
}

function checkProcessors(processors: number): void {
  if (Number.isSafeInteger(processors) && processors >= 2) return;
  throw new FabricError({
    code: "E_SPEC_POSTAL_PROCESSORS",
    message: "a broadcast needs somebody to send to",
    where: { path: "processors" },
    got: String(processors),
    expected: "a whole number, 2 or more",
  });
}
