import { FabricError } from "@fabriclab/units";
import { checkCount } from "./check.ts";
import { headsChain } from "./heads-chain.ts";

/** Chains of more states are refused: the answer would take minutes. */
const MAX_STATES = 200_000;

/**
 * Saturation throughput per output of an N x N input-queued switch with FIFO queues under uniform traffic of equal packets: the share of
 * slots in which an output has something to send, when every input always has a packet for every layer.
 *
 * With `layers` = v, every input has v FIFO queues on crossbar layers of their own, and an output link takes one packet at a time across
 * layers. The vN heads of line form a Markov chain: in a slot each output with heads serves one, whose successor goes to any output with
 * equal chance. Its stationary distribution is computed, up to the order of the outputs.
 *
 * Karol, Hluchyj, Morgan 1987 (v = 1). Time: O(states · slots until steady); 231 states for N = 16, v = 1.
 * @throws FabricError E_QUEUEING_COUNT; E_QUEUEING_TOO_LARGE above 200,000 states
 */
export function holSaturation(ports: number, layers = 1): number {
  checkCount("ports", ports);
  checkCount("layers", layers);
  const chain = headsChain(ports, ports * layers, MAX_STATES);
  if (chain === undefined) {
    throw new FabricError({
      code: "E_QUEUEING_TOO_LARGE",
      message: "The exact chain of this switch has too many states",
      got: `${ports} ports, ${layers} layers`,
      expected: `at most ${MAX_STATES} ways to spread ${ports * layers} packets over the outputs`,
      hint: "holSaturationEstimate has a closed form for any size",
    });
  }
  return chain.saturation();
}

/**
 * The same by a balance of second moments that leaves out only how much the number of busy outputs varies: the smaller root of
 * rho^2 - (2 + 2v - 1/N) rho + 2v = 0. A lower bound: for one layer it is 0.031 too low at N = 2, 0.011 at N = 4, 0.0025 at N = 16 and right
 * for many ports; more layers halve that and better.
 */
export function holSaturationEstimate(ports: number, layers = 1): number {
  checkCount("ports", ports);
  checkCount("layers", layers);
  const b = 2 + 2 * layers - 1 / ports;
  return (b - Math.sqrt(b * b - 8 * layers)) / 2;
}

/** For ever more ports: 1 + v - sqrt(1 + v^2); 2 - sqrt 2 = 0.586 for one layer. */
export function holSaturationLimit(layers = 1): number {
  checkCount("layers", layers);
  return 1 + layers - Math.sqrt(1 + layers * layers);
}
