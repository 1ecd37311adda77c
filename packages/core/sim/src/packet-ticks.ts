import type { Composition } from "./composition.ts";

/** Ticks that the largest packet takes on the slowest host link: the natural unit of a run's time. */
export function packetTicks(composition: Composition): number {
  const { traffic, slowestBytePs, tickPs } = composition;
  const bytes = Math.max(
    1,
    ...traffic.map(({ maxPacketBytes }) => maxPacketBytes),
  );
  return Math.max(1, Math.ceil((bytes * slowestBytePs) / tickPs));
}
