import { checkCount, checkLoad } from "./check.ts";

/**
 * Mean wait, in slots, in an output-queued switch with `ports` inputs that each send a packet in a slot with chance `load`, uniformly over
 * the outputs: (N-1)/N rho / (2 (1 - rho)). For N = 1 nothing ever waits; for many ports it is M/D/1.
 *
 * Karol, Hluchyj, Morgan: Input versus output queueing on a space-division packet switch, IEEE Trans. Commun. 35(12), 1987.
 * @throws FabricError E_QUEUEING_LOAD, E_QUEUEING_COUNT
 */
export function outputQueuedWait(load: number, ports: number): number {
  checkLoad(load);
  checkCount("ports", ports);
  return (((ports - 1) / ports) * load) / (2 * (1 - load));
}
