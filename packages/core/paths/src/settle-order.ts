import type { Planes } from "./planes.ts";
import { QuaternaryHeap } from "./quaternary-heap.ts";
import type { SwitchLinks } from "./switch-links.ts";

/**
 * Dijkstra's search with OpenSM's heap: among equally light paths the order in which it settles switches decides. The heap holds the switches of one plane,
 * all that a subnet manager sees.
 *
 * Complexity: O(links + switches · log switches) for a search; allocates nothing after construction.
 */
export class SettleOrder {
  /** Switches in the order in which they were settled, the destination first. */
  readonly settled: Int32Array;
  /** Switch -> the link by which it was found, which leads away from the destination. */
  readonly via: Int32Array;
  readonly #links: SwitchLinks;
  readonly #planeOf: Int32Array;
  /** Plane -> its first entry of `#switchAt`. */
  readonly #planeStart: Int32Array;
  /** Vertex of a plane's heap, in map order -> switch, and back; a last vertex stands for a host. */
  readonly #switchAt: Int32Array;
  readonly #vertexOf: Int32Array;
  readonly #heap: QuaternaryHeap;
  readonly #far: Float64Array;

  /** @param mapOrder all switches in OpenSM's map order */
  constructor(links: SwitchLinks, mapOrder: Int32Array, planes: Planes) {
    const { switchCount } = links;
    const { count, of } = planes;
    this.#links = links;
    this.#planeOf = of;
    this.#planeStart = new Int32Array(count + 1);
    this.#vertexOf = new Int32Array(switchCount);
    this.#switchAt = Int32Array.from(
      [...mapOrder].sort((a, b) => (of[a] ?? 0) - (of[b] ?? 0)),
    );
    for (const [i, sw] of this.#switchAt.entries()) {
      const plane = of[sw] ?? 0;
      this.#vertexOf[sw] = i - (this.#planeStart[plane] ?? 0);
      this.#planeStart[plane + 1] = i + 1;
    }
    this.#heap = new QuaternaryHeap(switchCount + 1);
    this.#far = new Float64Array(switchCount);
    this.settled = new Int32Array(switchCount);
    this.via = new Int32Array(switchCount);
  }

  /**
   * Settles switches from `to` on, where a host is the destination unless `isSwitch`; a link weighs `base` and its load.
   *
   * @param load link, towards the destination -> load
   * @param most switches to settle; those found so far have their final `via` where nothing lighter can be found later
   * @returns how many were settled
   */
  search(
    to: number,
    isSwitch: boolean,
    base: number,
    load: Float64Array,
    most: number,
  ): number {
    const { start, to: linkTo, back } = this.#links;
    const { settled, via } = this;
    const heap = this.#heap;
    const distance = this.#far;
    const vertexOf = this.#vertexOf;
    const plane = this.#planeOf[to] ?? 0;
    const first = this.#planeStart[plane] ?? 0;
    const switches = (this.#planeStart[plane + 1] ?? 0) - first;
    distance.fill(Infinity);
    heap.fill(isSwitch ? switches : switches + 1);
    if (!isSwitch) {
      // The host is a vertex of its own, nearer than its switch: it changes where switches stand in the heap.
      heap.decrease(switches, 0);
      heap.extract();
    }
    // That a host is a weight of 1 away from its switch adds 1 to all, and changes nothing.
    distance[to] = 0;
    heap.decrease(vertexOf[to] ?? 0, 0);
    let count = 0;
    while (count < most) {
      const vertex = heap.extract();
      if (vertex < 0) break;
      const at = this.#switchAt[first + vertex] ?? 0;
      const here = distance[at] ?? Infinity;
      settled[count++] = at;
      const end = start[at + 1] ?? 0;
      for (let link = start[at] ?? 0; link < end; link++) {
        const next = linkTo[link] ?? 0;
        const far = here + base + (load[back[link] ?? 0] ?? 0);
        // A settled switch is nearer than anything found later, so this never reopens one.
        if (far >= (distance[next] ?? Infinity)) continue;
        distance[next] = far;
        via[next] = link;
        heap.decrease(vertexOf[next] ?? 0, far);
      }
    }
    return count;
  }
}
