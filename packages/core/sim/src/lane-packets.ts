import { MANAGEMENT_VL } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import { furtherLanes, levelsOf, startLanes } from "./used-lanes.ts";

/** Data packets of a virtual lane, as far as what is written tells. */
export interface LanePackets {
  readonly lane: number;
  /** Bytes on the wire. */
  readonly shortest: number;
  readonly longest: number;
  /** Places in `Composition.traffic` of those that are on this lane and on no other: all that they offer is offered here. */
  readonly alone: readonly number[];
}

/** The lanes that data packets are on: as hosts send them, or as switches pass them on, too. Management packets are none. */
export function lanePackets(
  { traffic, hca, tables, switchModel }: Composition,
  by: "hosts" | "switches",
): LanePackets[] {
  const count = Math.min(switchModel.lanes, MANAGEMENT_VL);
  const lanes = new Map<number, LanePackets>();
  for (const [index, one] of traffic.entries()) {
    const levels = levelsOf([one]);
    const used = startLanes(levels, hca, count);
    if (by === "switches")
      for (const lane of furtherLanes(levels, tables)) used.add(lane);
    const { minPacketBytes, maxPacketBytes } = one;
    for (const lane of used) {
      const {
        shortest = minPacketBytes,
        longest = maxPacketBytes,
        alone = [],
      } = lanes.get(lane) ?? {};
      lanes.set(lane, {
        lane,
        shortest: Math.min(shortest, minPacketBytes),
        longest: Math.max(longest, maxPacketBytes),
        alone: used.size === 1 ? [...alone, index] : alone,
      });
    }
  }
  return [...lanes.values()];
}
