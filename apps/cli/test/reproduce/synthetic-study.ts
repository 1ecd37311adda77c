import type { Study } from "../../src/reproduce/reproduction.ts";
import {
  casesOf,
  seedsOf,
  type Case,
} from "../../src/reproduce/zhou2007/cases.ts";
import type { RunRecord } from "../../src/reproduce/run/record.ts";

/** A study whose makespans are given by a formula instead of a simulator: what the claims' rules say about it is known by hand. */
export function syntheticStudy(
  makespan: (point: Case, seed: number) => number,
  bound: (point: Case) => number = () => 1,
): Study {
  const options = { quick: true };
  return {
    options,
    tasks: [],
    results: casesOf(options).flatMap((point) =>
      seedsOf(options).map((seed) => {
        const makespanNs = makespan(point, seed);
        return {
          makespanNs,
          operationNs: makespanNs,
          deliveryNs: makespanNs,
          boundPackets: bound(point),
          boundNs: 1,
          deliveries: 1,
          packetHops: 1,
          events: 1,
        } satisfies RunRecord;
      }),
    ),
  };
}

/** Time of a scheme that needs `packets` packet times: the time grows with size, and every seed has its own factor that all schemes share. */
export const packetTimes = (
  packets: number,
  size: number,
  seed: number,
): number => packets * (4 * size + 600) * (1 + seed / 100);
