import { checkLoad, checkMix } from "./check.ts";

/**
 * Mean wait in the queue of M/G/1, service excluded, in mean service times (Pollaczek and Khinchine):
 * W = rho (1 + c^2) / (2 (1 - rho)).
 *
 * @param load rho, 0 <= rho < 1
 * @param scv squared coefficient of variation of the service time: 0 = all equal, 1 = exponential
 * @throws FabricError E_QUEUEING_LOAD, E_QUEUEING_VARIATION
 */
export function mg1Wait(load: number, scv: number): number {
  checkLoad(load, scv);
  return (load * (1 + scv)) / (2 * (1 - load));
}

/** Mean wait of M/D/1 in service times, rho / (2 (1 - rho)): Poisson packets of one size on a link. */
export const md1Wait = (load: number): number => mg1Wait(load, 0);

/** Mean wait of M/M/1 in mean service times, rho / (1 - rho). */
export const mm1Wait = (load: number): number => mg1Wait(load, 1);

/**
 * Squared coefficient of variation of the service time of a mix of packet sizes on one link, for `mg1Wait`.
 *
 * @param mix sizes in bytes on the wire with their share of the packets; weights need not sum to 1
 * @throws FabricError E_QUEUEING_MIX for sizes or shares below 0, and where the mean size is 0: of nothing, or of packets of no bytes
 */
export function mixVariation(
  mix: readonly { readonly bytes: number; readonly weight: number }[],
): number {
  checkMix(mix);
  let total = 0;
  let first = 0;
  let second = 0;
  for (const { bytes, weight } of mix) {
    total += weight;
    first += weight * bytes;
    second += weight * bytes * bytes;
  }
  return (second * total) / (first * first) - 1;
}
