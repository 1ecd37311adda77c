import { FabricError, type Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/**
 * Least-weight paths between switches, with buffers that are used again for every search.
 *
 * Ties are broken by the smaller switch index when switches are settled, and the first channel (lowest port of the first settled switch) that reaches a
 * switch with its final distance stays: the result depends on nothing but fabric and weights.
 *
 * Complexity: O((ports + switches) · log switches) a search; allocates nothing after construction.
 */
export class Dijkstra {
  /** Switch -> weight of the path found; Infinity where there is none. Overwritten by the next search. */
  readonly distance: Float64Array;
  /** Switch -> the port of it that is its end of the last cable of the path (towards `from`); -1 at `from` and where there is no path. */
  readonly via: Int32Array;
  readonly #fabric: Fabric;
  readonly #heap: Int32Array;
  /** Switch -> its place in the heap, -1 when not in it. */
  readonly #place: Int32Array;
  #size = 0;

  constructor(fabric: Fabric) {
    this.#fabric = fabric;
    this.distance = new Float64Array(fabric.switchCount);
    this.via = new Int32Array(fabric.switchCount);
    this.#heap = new Int32Array(fabric.switchCount);
    this.#place = new Int32Array(fabric.switchCount);
  }

  /**
   * Paths that start at `from`.
   *
   * @param weights channel (sending port) -> weight, not negative; length portCount
   * @throws FabricError E_PATHS_NEGATIVE_WEIGHT.
   */
  from(from: SwitchIx, weights: ArrayLike<number>): void {
    this.#search(from, weights, false);
  }

  /** Paths that end at `to`: weights are taken in the direction towards it. */
  to(to: SwitchIx, weights: ArrayLike<number>): void {
    this.#search(to, weights, true);
  }

  #search(start: SwitchIx, weights: ArrayLike<number>, reverse: boolean): void {
    const { portStart, portPeer, portNode, switchCount } = this.#fabric;
    const { distance, via } = this;
    const place = this.#place;
    distance.fill(Infinity);
    via.fill(-1);
    place.fill(-1);
    distance[start] = 0;
    this.#size = 0;
    this.#push(start);
    while (this.#size > 0) {
      const at = this.#pop();
      const here = distance[at] ?? 0;
      const end = portStart[at + 1] ?? 0;
      for (let port = portStart[at] ?? 0; port < end; port++) {
        const peer = portPeer[port] ?? -1;
        if (peer < 0) continue;
        const node = portNode[peer] ?? 0;
        if (node >= switchCount) continue;
        const weight = weights[reverse ? peer : port] ?? 0;
        if (!(weight >= 0)) {
          throw new FabricError({
            code: "E_PATHS_NEGATIVE_WEIGHT",
            message: "a channel's weight must not be negative",
            got: String(weight),
            where: { path: `channel ${reverse ? peer : port}` },
          });
        }
        if (here + weight >= (distance[node] ?? 0)) continue;
        distance[node] = here + weight;
        via[node] = peer;
        if ((place[node] ?? -1) < 0) this.#push(node);
        else this.#up(place[node] ?? 0);
      }
    }
  }

  #before(a: number, b: number): boolean {
    const x = this.distance[a] ?? 0;
    const y = this.distance[b] ?? 0;
    return x < y || (x === y && a < b);
  }

  #put(at: number, node: number): void {
    this.#heap[at] = node;
    this.#place[node] = at;
  }

  #push(node: number): void {
    this.#put(this.#size, node);
    this.#size += 1;
    this.#up(this.#size - 1);
  }

  #up(start: number): void {
    let at = start;
    const node = this.#heap[at] ?? 0;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.#heap[parent] ?? 0;
      if (!this.#before(node, other)) break;
      this.#put(at, other);
      at = parent;
    }
    this.#put(at, node);
  }

  #pop(): number {
    const top = this.#heap[0] ?? 0;
    this.#place[top] = -1;
    this.#size -= 1;
    if (this.#size === 0) return top;
    const node = this.#heap[this.#size] ?? 0;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (
        child + 1 < this.#size &&
        this.#before(this.#heap[child + 1] ?? 0, this.#heap[child] ?? 0)
      )
        child += 1;
      const other = this.#heap[child] ?? 0;
      if (!this.#before(other, node)) break;
      this.#put(at, other);
      at = child;
    }
    this.#put(at, node);
    return top;
  }
}
