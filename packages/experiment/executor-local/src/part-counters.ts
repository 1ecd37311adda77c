import type { ChannelCounters } from "@fabriclab/spec";

/** The counters of channels, in the order in which a part's stand in shared memory, a number for each port of the fabric. */
const COUNTERS = [
  "packets",
  "busyTicks",
  "waitTicks",
  "queueTicks",
] as const satisfies readonly (keyof ChannelCounters)[];

/** Doubles that the counters of a part take. */
export const counterWords = (ports: number): number => COUNTERS.length * ports;

/** Writes a part's counters into shared memory. Those that the run does not keep stay as they are. */
export function writeCounters(
  memory: Float64Array,
  counters: ChannelCounters,
): void {
  COUNTERS.forEach((name, index) => {
    const counts = counters[name];
    if (counts !== undefined) memory.set(counts, index * counts.length);
  });
}

/** Adds what another part wrote to the counters of this one. */
export function addCounters(
  counters: ChannelCounters,
  memory: Float64Array,
): void {
  COUNTERS.forEach((name, index) => {
    const counts = counters[name];
    if (counts === undefined) return;
    const first = index * counts.length;
    for (let port = 0; port < counts.length; port += 1)
      counts[port]! += memory[first + port]!;
  });
}
