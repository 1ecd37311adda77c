import type { LaneScheduler, VlArbEntry } from "@fabriclab/spec";
import { refuseUnlisted } from "./unlisted.ts";

/** Entries with a weight, each VL at most once and in ascending order, as tables mostly are. */
export const isAscending = (weighty: readonly VlArbEntry[]): boolean =>
  weighty.every(({ vl }, k) => k === 0 || vl > weighty[k - 1]!.vl);

/** Places of a table in arrays by VL. */
const VLS = 32;

/**
 * High priority without limit, and both tables ascending: an entry is its VL, the next one a bit scan away, and nothing of the low table changes what
 * the high one does.
 *
 * Why apart from `createTableWalk`: both methods are small enough for V8 to put them into the loop that calls them, once a packet and link.
 *
 * @param high entries with weights above 0, in blocks of 64 bytes; `low` likewise
 */
export function createAscendingTables(
  high: readonly VlArbEntry[],
  low: readonly VlArbEntry[],
  outputs: number,
  lanes: number,
): LaneScheduler {
  const lanesOf = (entries: readonly VlArbEntry[]): number =>
    entries.reduce((mask, { vl }) => mask | (1 << vl), 0);
  const highLanes = lanesOf(high);
  const lowLanes = lanesOf(low);
  const lowOnly = lowLanes & ~highLanes;
  const unlisted = ~(highLanes | lowLanes);
  const refuse = (waiting: number): never =>
    refuseUnlisted(waiting, unlisted, lanes);
  const weightOf = new Int32Array(2 * VLS);
  for (const { vl, weight } of high) weightOf[vl] = weight;
  for (const { vl, weight } of low) weightOf[VLS + vl] = weight;
  /** Two tables an output, high and low: VL of the current entry, at first the last one with nothing left, so that the first comes first. */
  const current = new Int32Array(2 * outputs);
  /** What is left of its weight; not positive = its turn is over. */
  const residual = new Int32Array(2 * outputs);
  for (let at = 0; at < current.length; at++)
    current[at] = ((at & 1) === 0 ? high : low).at(-1)?.vl ?? 0;

  return {
    pick(output, asking) {
      if ((asking & unlisted) !== 0) refuse(asking & unlisted);
      let at = output << 1;
      let wanted = asking & highLanes;
      if (wanted === 0) {
        at |= 1;
        wanted = asking & lowLanes;
      }
      // Why no branch on what is left: packets are about as long as weights, and a processor guesses wrong half the time.
      const stays = -residual[at]! >>> 31;
      const later = wanted & (-1 << (current[at]! + 1 - stays));
      const word = later !== 0 ? later : wanted;
      return 31 - Math.clz32(word & -word);
    },
    granted(output, lane, bytes) {
      const bit = 1 << lane;
      if ((bit & unlisted) !== 0) refuse(bit);
      const table = (lowOnly >> lane) & 1;
      const at = (output << 1) | table;
      // All ones where its turn goes on.
      const other = current[at]! ^ lane;
      const goesOn = (-residual[at]! >> 31) & ~(-other >> 31);
      const weight = weightOf[table * VLS + lane]!;
      const left = (residual[at]! & goesOn) | (weight & ~goesOn);
      current[at] = lane;
      residual[at] = left - ((bytes + 63) >> 6);
    },
  };
}
