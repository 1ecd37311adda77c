import type { SwitchLinks } from "@fabriclab/paths";
import type { Settled } from "./settled.ts";

/** More than a switch has links. */
const LINKS = 256;

/**
 * The switches beside those that are settled, and the lightest link of each to them: of equally light ones that of the switch that was settled first, there
 * by its port. Switches come in the order in which a search from the settled ones, one after the other, meets them.
 */
export class Beside {
  readonly switches: Int32Array;
  /** Switch -> its link, for those in `switches`. */
  readonly link: Int32Array;
  readonly #links: SwitchLinks;
  readonly #settled: Settled;
  readonly #weight: Float64Array;
  /** Switch -> weight of its path by `link`. */
  readonly #best: Float64Array;
  readonly #isMet: Uint8Array;
  /** What `switches` is sorted by. */
  readonly #key: Float64Array;

  /** @param weight link -> its weight; read anew each time */
  constructor(links: SwitchLinks, settled: Settled, weight: Float64Array) {
    const { switchCount } = links;
    this.#links = links;
    this.#settled = settled;
    this.#weight = weight;
    this.switches = new Int32Array(switchCount);
    this.link = new Int32Array(switchCount);
    this.#best = new Float64Array(switchCount);
    this.#isMet = new Uint8Array(switchCount);
    this.#key = new Float64Array(switchCount);
  }

  /**
   * Meets those beside the switches settled from turn `first` on: from there, or from the switches that are left where those are much fewer.
   *
   * Complexity: O(links of the switches settled from there), or O(switches + links of those that are left · log of their number).
   *
   * @param left switches that are not settled and may be met
   * @returns how many are met
   */
  meet(first: number, left: number): number {
    return 2 * left < this.#settled.count - first
      ? this.#fromOthers(first)
      : this.#fromSettled(first);
  }

  #fromSettled(first: number): number {
    const { start, to, back } = this.#links;
    const { hops, far, switches, count } = this.#settled;
    const weight = this.#weight;
    const best = this.#best;
    const isMet = this.#isMet;
    let met = 0;
    for (let turn = first; turn < count; turn++) {
      const sw = switches[turn] ?? 0;
      const here = far[sw] ?? 0;
      const end = start[sw + 1] ?? 0;
      for (let link = start[sw] ?? 0; link < end; link++) {
        const other = to[link] ?? 0;
        if ((hops[other] ?? 0) >= 0) continue;
        const way = back[link] ?? 0;
        const sum = here + (weight[way] ?? 0);
        if (isMet[other] === 0) {
          isMet[other] = 1;
          this.switches[met++] = other;
        } else if (sum >= (best[other] ?? 0)) continue;
        best[other] = sum;
        this.link[other] = way;
      }
    }
    for (let i = 0; i < met; i++) isMet[this.switches[i] ?? 0] = 0;
    return met;
  }

  /** The same, found from the other side. */
  #fromOthers(first: number): number {
    const { start, to, back, switchCount } = this.#links;
    const { hops, far, turn } = this.#settled;
    const weight = this.#weight;
    const key = this.#key;
    let met = 0;
    for (let sw = 0; sw < switchCount; sw++) {
      if ((hops[sw] ?? 0) >= 0) continue;
      let meeting = Infinity;
      let least = Infinity;
      let place = Infinity;
      let best = -1;
      const end = start[sw + 1] ?? 0;
      for (let way = start[sw] ?? 0; way < end; way++) {
        const other = to[way] ?? 0;
        const when = turn[other] ?? 0;
        if ((hops[other] ?? 0) < 0 || when < first) continue;
        const at = when * LINKS + (back[way] ?? 0) - (start[other] ?? 0);
        if (at < meeting) meeting = at;
        const sum = (far[other] ?? 0) + (weight[way] ?? 0);
        if (sum > least || (sum === least && at > place)) continue;
        least = sum;
        place = at;
        best = way;
      }
      if (best < 0) continue;
      this.link[sw] = best;
      key[met++] = meeting * switchCount + sw;
    }
    key.subarray(0, met).sort();
    for (let i = 0; i < met; i++)
      this.switches[i] = (key[i] ?? 0) % switchCount;
    return met;
  }
}
