import type { SwitchLinks } from "./switch-links.ts";

/**
 * The links on paths of fewest hops to one switch: reached switches in levels of equal hops, and for each the links that lead to the level below. What a
 * search needs as long as no detour is lighter, and what all hosts of a switch have in common.
 *
 * Complexity: O(links) for a destination; allocates nothing after construction.
 */
export class LevelLinks {
  /** Levels; the first holds the destination alone. */
  levels = 0;
  /** Place -> switch, level after level, in the order of a breadth-first search. */
  readonly switches: Int32Array;
  /** Switch -> place, -1 where no path leads to the destination. */
  readonly place: Int32Array;
  /** Level -> its first place; the last level ends at entry `levels`. */
  readonly levelStart: Int32Array;
  /** Place -> its first entry of `link` and `next`; one more closes the last. */
  readonly start: Int32Array;
  /** Links towards the destination; those of a switch by the number of the switch that they lead to, there by its port. */
  readonly link: Int32Array;
  /** The place that the link leads to. */
  readonly next: Int32Array;
  readonly #links: SwitchLinks;
  /** The links of each switch in the order of `link`, and the switches that they lead to. */
  readonly #sorted: Int32Array;
  readonly #sortedTo: Int32Array;

  constructor(links: SwitchLinks) {
    const { switchCount, back, start, to } = links;
    this.#links = links;
    this.switches = new Int32Array(switchCount);
    this.place = new Int32Array(switchCount);
    this.levelStart = new Int32Array(switchCount + 1);
    this.start = new Int32Array(switchCount + 1);
    this.link = new Int32Array(back.length);
    this.next = new Int32Array(back.length);
    this.#sorted = Int32Array.from(back.keys());
    for (let sw = 0; sw < switchCount; sw++)
      this.#sorted
        .subarray(start[sw], start[sw + 1])
        .sort((a, b) => (back[a] ?? 0) - (back[b] ?? 0));
    this.#sortedTo = this.#sorted.map((link) => to[link] ?? 0);
  }

  /** Finds them for the destination `to`; overwrites what was found before. */
  towards(to: number): void {
    const { start: linkStart } = this.#links;
    const { switches, place, levelStart, start, link, next } = this;
    const sorted = this.#sorted;
    const sortedTo = this.#sortedTo;
    place.fill(-1);
    place[to] = 0;
    switches[0] = to;
    let count = 1;
    let entries = 0;
    let levels = 0;
    let low = 0;
    for (let here = 0; here < count; levels++) {
      const end = count;
      levelStart[levels] = here;
      for (let at = here; at < end; at++) {
        const sw = switches[at] ?? 0;
        const last = linkStart[sw + 1] ?? 0;
        start[at] = entries;
        for (let i = linkStart[sw] ?? 0; i < last; i++) {
          const other = sortedTo[i] ?? 0;
          const there = place[other] ?? 0;
          if (there < 0) {
            place[other] = count;
            switches[count++] = other;
          } else if (there >= low && there < here) {
            link[entries] = sorted[i] ?? 0;
            next[entries++] = there;
          }
        }
      }
      low = here;
      here = end;
    }
    start[count] = entries;
    levelStart[levels] = count;
    this.levels = levels;
  }
}
