import type { SwitchLinks } from "@fabriclab/paths";
import type { Lane } from "./lane.ts";

/**
 * Lays the paths from all switches to one destination after the other. Links grow heavier by the sources whose paths they carry, on all lanes together.
 *
 * Complexity: O(links) for a destination and the searches of `AcyclicTurns` for turns downwards and up again.
 */
export class LanePaths {
  /** Switch -> the link that it forwards by, -1 at the destination and where no way leads. */
  readonly out: Int32Array;
  readonly #links: SwitchLinks;
  readonly #sources: Float64Array;
  readonly #weight: Float64Array;
  /** Switch -> links to the destination when it was settled, -1 before. */
  readonly #hops: Int32Array;
  /** Switch -> weight of its path. */
  readonly #far: Float64Array;
  readonly #settled: Int32Array;
  #count = 0;
  readonly #met: Int32Array;
  readonly #bestLink: Int32Array;
  readonly #best: Float64Array;
  readonly #carried: Float64Array;
  readonly #pending: Int32Array;

  /** @param sources switch -> LIDs that send from it */
  constructor(links: SwitchLinks, sources: Float64Array) {
    const { switchCount } = links;
    this.#links = links;
    this.#sources = sources;
    this.#weight = new Float64Array(links.channel.length);
    this.out = new Int32Array(switchCount);
    this.#hops = new Int32Array(switchCount);
    this.#far = new Float64Array(switchCount);
    this.#settled = new Int32Array(switchCount);
    this.#met = new Int32Array(switchCount);
    this.#bestLink = new Int32Array(switchCount);
    this.#best = new Float64Array(switchCount);
    this.#carried = new Float64Array(switchCount);
    this.#pending = new Int32Array(switchCount);
  }

  /**
   * Fills `out` with paths to `destination`.
   *
   * @param lane undefined: any turn will do
   * @param reachable switches that are joined to it, itself included
   * @returns false where some switch found no way; `out` is of no use then, and the lane as it was
   */
  find(
    destination: number,
    lane: Lane | undefined,
    reachable: number,
  ): boolean {
    this.out.fill(-1);
    this.#hops.fill(-1);
    this.#count = 0;
    this.#settle(destination, -1, 0, 0);
    this.#grow(lane, 0);
    while (lane !== undefined && this.#count < reachable) {
      const before = this.#count;
      if (!this.#turnAside(lane)) break;
      this.#grow(lane, before);
    }
    const isFound = this.#count >= reachable;
    if (isFound) lane?.keep();
    else lane?.takeBack();
    return isFound;
  }

  #settle(sw: number, link: number, hops: number, far: number): void {
    this.out[sw] = link;
    this.#hops[sw] = hops;
    this.#far[sw] = far;
    this.#settled[this.#count++] = sw;
  }

  /** Level by level from the switches settled from place `first` on; each newly met switch takes the lightest link whose turn closes no cycle. */
  #grow(lane: Lane | undefined, first: number): void {
    const { start, to, back } = this.#links;
    const met = this.#met;
    for (let low = first; low < this.#count;) {
      const high = this.#count;
      let found = 0;
      for (let i = low; i < high; i++) {
        const sw = this.#settled[i] ?? 0;
        const far = this.#far[sw] ?? 0;
        const end = start[sw + 1] ?? 0;
        for (let link = start[sw] ?? 0; link < end; link++) {
          const next = to[link] ?? 0;
          if ((this.#hops[next] ?? 0) >= 0) continue;
          const way = back[link] ?? 0;
          const key = far + (this.#weight[way] ?? 0);
          // Between levels `best` is Infinity everywhere.
          if (this.#pending[next] === 0) {
            this.#pending[next] = 1;
            met[found++] = next;
          } else if (key >= (this.#best[next] ?? 0)) continue;
          this.#best[next] = key;
          this.#bestLink[next] = way;
        }
      }
      for (let i = 0; i < found; i++) {
        const sw = met[i] ?? 0;
        this.#pending[sw] = 0;
        const way = this.#bestLink[sw] ?? 0;
        const isFree = this.#accepts(lane, way);
        this.#bestLink[sw] = isFree ? way : this.#another(lane, sw, low, high);
      }
      for (let i = 0; i < found; i++) {
        const sw = met[i] ?? 0;
        const way = this.#bestLink[sw] ?? -1;
        if (way < 0) continue;
        const next = to[way] ?? 0;
        const far = (this.#far[next] ?? 0) + (this.#weight[way] ?? 0);
        this.#settle(sw, way, (this.#hops[next] ?? 0) + 1, far);
      }
      low = high;
    }
  }

  #accepts(lane: Lane | undefined, link: number): boolean {
    const next = this.out[this.#links.to[link] ?? 0] ?? -1;
    return next < 0 || lane === undefined || lane.add(link, next);
  }

  /** The lightest link of `sw` into the switches of this level that closes no cycle, -1 where there is none. */
  #another(
    lane: Lane | undefined,
    sw: number,
    low: number,
    high: number,
  ): number {
    const { start, to } = this.#links;
    const hops = this.#hops[this.#settled[low] ?? 0] ?? 0;
    const last = this.#hops[this.#settled[high - 1] ?? 0] ?? 0;
    const ways: number[] = [];
    for (let link = start[sw] ?? 0; link < (start[sw + 1] ?? 0); link++) {
      const at = this.#hops[to[link] ?? 0] ?? -1;
      if (at >= Math.min(hops, last)) ways.push(link);
    }
    const key = (link: number): number =>
      (this.#far[to[link] ?? 0] ?? 0) + (this.#weight[link] ?? 0);
    ways.sort((a, b) => key(a) - key(b));
    return ways.find((link) => this.#accepts(lane, link)) ?? -1;
  }

  /** Settles one switch beside those that are settled by giving its neighbour another way. @returns false where that helps none */
  #turnAside(lane: Lane): boolean {
    const { switchCount, start, to } = this.#links;
    for (let sw = 0; sw < switchCount; sw++) {
      if ((this.#hops[sw] ?? 0) >= 0) continue;
      for (let link = start[sw] ?? 0; link < (start[sw + 1] ?? 0); link++) {
        const beside = to[link] ?? 0;
        if ((this.#hops[beside] ?? 0) < 1) continue;
        const other = this.#otherWay(lane, beside, link);
        if (other < 0) continue;
        this.out[beside] = other;
        const far = (this.#far[beside] ?? 0) + (this.#weight[link] ?? 0);
        this.#settle(sw, link, (this.#hops[beside] ?? 0) + 1, far);
        return true;
      }
    }
    return false;
  }

  /** A link by which `sw` may forward instead, what comes in by `extra` too; -1 where there is none. */
  #otherWay(lane: Lane, sw: number, extra: number): number {
    const { start, to, back } = this.#links;
    const first = start[sw] ?? 0;
    const end = start[sw + 1] ?? 0;
    for (let way = first; way < end; way++) {
      const next = to[way] ?? 0;
      if (way === this.out[sw] || (this.#hops[next] ?? 0) < 0) continue;
      if (this.#leadsThrough(next, sw)) continue;
      const before = lane.turns.added;
      let isFree = this.#accepts(lane, way) && lane.add(extra, way);
      for (let link = first; isFree && link < end; link++) {
        const into = back[link] ?? 0;
        if (this.out[to[link] ?? 0] === into) isFree = lane.add(into, way);
      }
      if (isFree) return way;
      lane.takeBack(before);
    }
    return -1;
  }

  #leadsThrough(from: number, sw: number): boolean {
    for (let at = from; ;) {
      if (at === sw) return true;
      const link = this.out[at] ?? -1;
      if (link < 0) return false;
      at = this.#links.to[link] ?? 0;
    }
  }

  /** Adds the sources to the weights of the paths in `out`, or takes them off, from the far ends in. */
  count(sign: 1 | -1): void {
    const { switchCount, to } = this.#links;
    const { out } = this;
    const pending = this.#pending;
    const queue = this.#met;
    const carried = this.#carried;
    carried.set(this.#sources);
    for (const link of out)
      if (link >= 0) {
        const next = to[link] ?? 0;
        pending[next] = (pending[next] ?? 0) + 1;
      }
    let count = 0;
    for (let sw = 0; sw < switchCount; sw++)
      if (pending[sw] === 0) queue[count++] = sw;
    for (let i = 0; i < count; i++) {
      const sw = queue[i] ?? 0;
      const link = out[sw] ?? -1;
      if (link < 0) continue;
      const next = to[link] ?? 0;
      const load = carried[sw] ?? 0;
      this.#weight[link] = (this.#weight[link] ?? 0) + sign * load;
      carried[next] = (carried[next] ?? 0) + load;
      const left = (pending[next] ?? 0) - 1;
      pending[next] = left;
      if (left === 0) queue[count++] = next;
    }
  }
}
