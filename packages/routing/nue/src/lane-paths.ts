import type { SwitchLinks } from "@fabriclab/paths";
import { Beside } from "./beside.ts";
import type { Lane } from "./lane.ts";
import { Settled } from "./settled.ts";

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
  readonly #settled: Settled;
  readonly #beside: Beside;
  /** Links of a switch that may be taken, and the weights of its paths by them. */
  readonly #ways: Int32Array;
  readonly #sums: Float64Array;
  readonly #carried: Float64Array;
  /** Switch -> switches whose paths are still to come by it. */
  readonly #pending: Int32Array;
  readonly #queue: Int32Array;

  /** @param sources switch -> LIDs that send from it */
  constructor(links: SwitchLinks, sources: Float64Array) {
    const { switchCount, start } = links;
    let most = 0;
    for (let sw = 0; sw < switchCount; sw++)
      most = Math.max(most, (start[sw + 1] ?? 0) - (start[sw] ?? 0));
    this.#links = links;
    this.#sources = sources;
    this.#weight = new Float64Array(links.channel.length);
    this.#settled = new Settled(links);
    this.#beside = new Beside(links, this.#settled, this.#weight);
    this.out = this.#settled.out;
    this.#ways = new Int32Array(most);
    this.#sums = new Float64Array(most);
    this.#carried = new Float64Array(switchCount);
    this.#pending = new Int32Array(switchCount);
    this.#queue = new Int32Array(switchCount);
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
    const settled = this.#settled;
    settled.begin(destination);
    this.#grow(lane, 0, reachable);
    while (lane !== undefined && settled.count < reachable) {
      const before = settled.count;
      if (!this.#turnAside(lane)) break;
      this.#grow(lane, before, reachable);
    }
    const isFound = settled.count >= reachable;
    if (isFound) lane?.keep();
    else lane?.takeBack();
    return isFound;
  }

  /**
   * Level by level from the switches settled from turn `first` on, until all that are reachable are settled; each newly met switch takes the lightest link
   * whose turn closes no cycle.
   */
  #grow(lane: Lane | undefined, first: number, reachable: number): void {
    const { to } = this.#links;
    const { hops, far } = this.#settled;
    const { switches, link: linkOf } = this.#beside;
    for (let low = first; low < this.#settled.count;) {
      const high = this.#settled.count;
      const left = reachable - high;
      if (left <= 0) return;
      const met = this.#beside.meet(low, left);
      for (let i = 0; lane !== undefined && i < met; i++) {
        const sw = switches[i] ?? 0;
        if (!this.#accepts(lane, linkOf[sw] ?? 0))
          linkOf[sw] = this.#another(lane, sw, low, high);
      }
      for (let i = 0; i < met; i++) {
        const sw = switches[i] ?? 0;
        const link = linkOf[sw] ?? -1;
        if (link < 0) continue;
        const next = to[link] ?? 0;
        const sum = (far[next] ?? 0) + (this.#weight[link] ?? 0);
        this.#settled.settle(sw, link, (hops[next] ?? 0) + 1, sum);
      }
      low = high;
    }
  }

  #accepts(lane: Lane, link: number): boolean {
    const next = this.out[this.#links.to[link] ?? 0] ?? -1;
    return next < 0 || lane.add(link, next);
  }

  /** The lightest link of `sw` into the switches of this level that closes no cycle, of equal ones the first; -1 where there is none. */
  #another(lane: Lane, sw: number, low: number, high: number): number {
    const { start, to } = this.#links;
    const { hops, far, switches, out } = this.#settled;
    const level = Math.min(
      hops[switches[low] ?? 0] ?? 0,
      hops[switches[high - 1] ?? 0] ?? 0,
    );
    const ways = this.#ways;
    const sums = this.#sums;
    const end = start[sw + 1] ?? 0;
    let count = 0;
    for (let link = start[sw] ?? 0; link < end; link++) {
      const next = to[link] ?? 0;
      if ((hops[next] ?? -1) < level) continue;
      const on = out[next] ?? -1;
      if (on >= 0 && lane.isBlocked(link, on)) continue;
      sums[count] = (far[next] ?? 0) + (this.#weight[link] ?? 0);
      ways[count++] = link;
    }
    // Rarely more than the first few are tried: they are not sorted.
    for (let left = count; left > 0; left--) {
      let best = 0;
      for (let i = 1; i < count; i++)
        if ((sums[i] ?? 0) < (sums[best] ?? 0)) best = i;
      const way = ways[best] ?? 0;
      if (this.#accepts(lane, way)) return way;
      sums[best] = Infinity;
    }
    return -1;
  }

  /** Settles one switch beside those that are settled by giving its neighbour another way. @returns false where that helps none */
  #turnAside(lane: Lane): boolean {
    const { switchCount, start, to } = this.#links;
    const { hops, far } = this.#settled;
    for (let sw = 0; sw < switchCount; sw++) {
      if ((hops[sw] ?? 0) >= 0) continue;
      for (let link = start[sw] ?? 0; link < (start[sw + 1] ?? 0); link++) {
        const beside = to[link] ?? 0;
        if ((hops[beside] ?? 0) < 1) continue;
        const other = this.#otherWay(lane, beside, link);
        if (other < 0) continue;
        this.out[beside] = other;
        const sum = (far[beside] ?? 0) + (this.#weight[link] ?? 0);
        this.#settled.settle(sw, link, (hops[beside] ?? 0) + 1, sum);
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
      if (way === this.out[sw] || (this.#settled.hops[next] ?? 0) < 0) continue;
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
    const queue = this.#queue;
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
