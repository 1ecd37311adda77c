import type { Study } from "../../src/reproduce/reproduction.ts";
import {
  casesOf,
  seedsOf,
  type Case,
} from "../../src/reproduce/zhou2010/cases.ts";
import type { MeshRecord } from "../../src/reproduce/zhou2010/points.ts";

/** A study whose makespans are given by a formula instead of a simulator: what the claims' rules say about it is known by hand. */
export function meshStudy(
  makespan: (point: Case, seed: number) => number,
  free: (makespanNs: number) => number = (time) => time,
): Study {
  const options = { quick: false };
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
          boundPackets: 1,
          boundNs: 1,
          freeMakespanNs: free(makespanNs),
          freeDeliveryNs: makespanNs,
          deliveries: 1,
          packetHops: 1,
          events: 1,
        } satisfies MeshRecord;
      }),
    ),
  };
}
