import type { VlArbEntry } from "@fabriclab/spec";
import { isAscending } from "./ascending-tables.ts";

/** One arbitration table, walked at every output: the entry whose turn it is, and what is left of its weight. */
export interface TableWalk {
  /** Bit v = some entry gives VL v a weight. */
  readonly lanes: number;
  /**
   * The VL that is served next among `ready`: that of the current entry while its residual is positive, else that of the next entry with a weight
   * whose VL is ready; -1 = none. Changes nothing.
   */
  next(output: number, ready: number): number;
  /** A packet of `blocks` 64-byte blocks of `lane` was sent: charged to the entry that `next` would have found, overshoot and all. */
  charge(output: number, lane: number, blocks: number): void;
}

/** @param entries in order; weights in blocks of 64 bytes, 0 = skipped */
export function createTableWalk(
  entries: readonly VlArbEntry[],
  outputs: number,
): TableWalk {
  // Entries without weight are never found, so they need not be walked over.
  const weighty = entries.filter(({ weight }) => weight > 0);
  if (isAscending(weighty)) return createAscendingWalk(weighty, outputs);
  const count = weighty.length;
  const vlOf = Uint8Array.from(weighty, ({ vl }) => vl);
  const weightOf = Uint8Array.from(weighty, ({ weight }) => weight);
  /** Output -> current entry; the last one with nothing left, so that the first comes first. */
  const current = new Uint8Array(outputs).fill(Math.max(0, count - 1));
  /** Output -> blocks that the current entry may still begin; not positive = its turn is over. */
  const residual = new Int32Array(outputs);

  return {
    lanes: weighty.reduce((mask, { vl }) => mask | (1 << vl), 0),
    next(output, ready) {
      let entry = current[output]!;
      if (residual[output]! > 0 && (ready & (1 << vlOf[entry]!)) !== 0)
        return vlOf[entry]!;
      for (let step = 0; step < count; step++) {
        entry = entry + 1 === count ? 0 : entry + 1;
        const vl = vlOf[entry]!;
        if ((ready & (1 << vl)) !== 0) return vl;
      }
      return -1;
    },
    charge(output, lane, blocks) {
      let entry = current[output]!;
      if (residual[output]! > 0 && vlOf[entry] === lane) {
        residual[output]! -= blocks;
        return;
      }
      for (let step = 0; step < count; step++) {
        entry = entry + 1 === count ? 0 : entry + 1;
        if (vlOf[entry] !== lane) continue;
        current[output] = entry;
        residual[output] = weightOf[entry]! - blocks;
        return;
      }
    },
  };
}

/** The same for VLs in ascending order, each at most once, as tables mostly have them: the entry is its VL, and the next one a bit scan away. */
function createAscendingWalk(
  entries: readonly VlArbEntry[],
  outputs: number,
): TableWalk {
  const weightOf = new Int32Array(32);
  for (const { vl, weight } of entries) weightOf[vl] = weight;
  const lanes = entries.reduce((mask, { vl }) => mask | (1 << vl), 0);
  /** Output -> VL of the current entry. */
  const current = new Uint8Array(outputs).fill(entries.at(-1)?.vl ?? 0);
  const residual = new Int32Array(outputs);
  return {
    lanes,
    next(output, ready) {
      const wanted = ready & lanes;
      const vl = current[output]!;
      if (residual[output]! > 0 && (wanted & (1 << vl)) !== 0) return vl;
      if (wanted === 0) return -1;
      const later = wanted & (-2 << vl);
      const word = later !== 0 ? later : wanted;
      return 31 - Math.clz32(word & -word);
    },
    charge(output, lane, blocks) {
      if (residual[output]! > 0 && current[output] === lane)
        residual[output]! -= blocks;
      else if ((lanes & (1 << lane)) !== 0) {
        current[output] = lane;
        residual[output] = weightOf[lane]! - blocks;
      }
    },
  };
}
