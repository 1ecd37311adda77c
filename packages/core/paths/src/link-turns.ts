import type { SwitchLinks } from "./switch-links.ts";

/**
 * The turns of a fabric, from a link between switches into a link that leaves the switch it leads to, numbered: the possible channel dependencies.
 *
 * Sets of them, and of links, are also kept as bits of 32-bit words: a bit for each link of a switch, in whole words.
 */
export interface LinkTurns {
  /** Link -> its first turn; the turn into link `l` of switch s is `start[from] + l - links.start[s]`. Length links + 1. */
  readonly start: Int32Array;
  readonly count: number;
  /** Link -> the switch that it leaves. */
  readonly from: Int32Array;
  /** Switch -> the first word of its links. Length switches + 1. */
  readonly words: Int32Array;
  /** Link -> the word that its bit is in, and the bit. */
  readonly word: Int32Array;
  readonly bit: Int32Array;
  /** Link a -> what is to be added to `word[b]` for the word of the turn from a into b; the bit is `bit[b]`. */
  readonly outBase: Int32Array;
  /** Link b -> what is to be added to `word[back of a]` for the word of the turn from a into b, gathered by b; the bit is that of the back of a. */
  readonly inBase: Int32Array;
  /** Words of a set of turns, gathered by the link that they come from or by that they lead into: as many either way. */
  readonly size: number;
}

/** O(links). */
export function linkTurns(links: SwitchLinks): LinkTurns {
  const { switchCount, channel, to, start: linkStart } = links;
  const start = new Int32Array(channel.length + 1);
  const from = new Int32Array(channel.length);
  const words = new Int32Array(switchCount + 1);
  const word = new Int32Array(channel.length);
  const bit = new Int32Array(channel.length);
  for (let sw = 0; sw < switchCount; sw++) {
    const first = linkStart[sw] ?? 0;
    const end = linkStart[sw + 1] ?? 0;
    const at = words[sw] ?? 0;
    from.fill(sw, first, end);
    for (let link = first; link < end; link++) {
      word[link] = at + ((link - first) >> 5);
      bit[link] = 1 << ((link - first) & 31);
    }
    words[sw + 1] = at + ((end - first + 31) >> 5);
  }
  const outBase = new Int32Array(channel.length);
  const inBase = new Int32Array(channel.length);
  let out = 0;
  let into = 0;
  for (let link = 0; link < channel.length; link++) {
    const sw = to[link] ?? 0;
    const own = from[link] ?? 0;
    start[link + 1] =
      (start[link] ?? 0) + (linkStart[sw + 1] ?? 0) - (linkStart[sw] ?? 0);
    outBase[link] = out - (words[sw] ?? 0);
    inBase[link] = into - (words[own] ?? 0);
    out += (words[sw + 1] ?? 0) - (words[sw] ?? 0);
    into += (words[own + 1] ?? 0) - (words[own] ?? 0);
  }
  return {
    start,
    count: start[channel.length] ?? 0,
    from,
    words,
    word,
    bit,
    outBase,
    inBase,
    size: out,
  };
}
