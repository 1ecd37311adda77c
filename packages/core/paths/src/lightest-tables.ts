import type { Fabric, ForwardingTables, LidTable } from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";
import { plainPaths } from "./balanced-tables.ts";
import { destinationOrder } from "./destination-order.ts";
import { QuaternaryHeap } from "./quaternary-heap.ts";
import { switchLinks, type SwitchLinks } from "./switch-links.ts";

/** Host ports that come first, so that their paths are balanced among themselves. */
export interface FirstHosts {
  /** Endport -> 1 for compute nodes: before all. */
  readonly compute?: Uint8Array | undefined;
  /** Endport -> 1 for I/O nodes: before what is neither. */
  readonly io?: Uint8Array | undefined;
}

/**
 * Forwarding tables by OpenSM's sssp, which dfsssp shares: destination after destination, each LID by itself, every switch gets a path of least weight,
 * and then every link grows heavier by the number of sources whose paths it carries.
 *
 * A link begins with the square of the number of LIDs, so that no load outweighs a hop: paths are shortest ones. A switch counts as many sources as it
 * has LIDs of hosts, and one for its own port 0. Hosts' LIDs come first, switches' last; both by switches with most hosts. Of hosts those of a list come
 * before the others.
 *
 * Complexity: O(LIDs · (links + switches · log switches)) time; memory: the tables.
 */
export function lightestTables(
  fabric: Fabric,
  lids: LidTable,
  engine: string,
  { compute, io }: FirstHosts = {},
): ForwardingTables {
  const lft = Array.from({ length: fabric.switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  const order = destinationOrder(fabric);
  const search = new LightestPaths(fabric, lids, order.mapOrder);
  const route = (endport: number, sw: number, own: number): void => {
    const base = lids.baseLid[endport] ?? 0;
    if (base === 0) return;
    const end = base + 2 ** (lids.lmc[endport] ?? 0);
    for (let lid = base; lid < end; lid++) {
      search.route(sw, endport < fabric.switchCount, lft, lid);
      const table = lft[sw];
      if (table !== undefined) table[lid] = own;
    }
  };
  const turnOf = (endport: number): number =>
    compute?.[endport] === 1 ? 0 : io?.[endport] === 1 ? 1 : 2;
  for (let turn = 0; turn <= 2; turn++)
    for (const [place, sw] of order.switches.entries())
      for (
        let i = order.start[place] ?? 0;
        i < (order.start[place + 1] ?? 0);
        i++
      ) {
        const endport = order.endports[i] ?? 0;
        if (turnOf(endport) !== turn) continue;
        route(
          endport,
          sw,
          fabric.attachment(endport as EndportIx)?.num ?? NO_PORT,
        );
      }
  for (const sw of order.switches) route(sw, sw, 0);
  return plainPaths(lids, lft, engine);
}

/** Dijkstra's search from one destination after the other over links that grow heavier. Vertices are switches in map order, and last a host. */
class LightestPaths {
  readonly #links: SwitchLinks;
  readonly #portStart: Int32Array;
  /** Place in map order -> switch, and back. */
  readonly #switchAt: Int32Array;
  readonly #placeOf: Int32Array;
  /** Link, in the direction away from the destination -> weight. */
  readonly #weight: Float64Array;
  /** Switch -> sources that it stands for. */
  readonly #sources: Float64Array;
  readonly #heap: QuaternaryHeap;
  readonly #distance: Float64Array;
  /** Switch -> the link by which it was reached, -1 at the destination and where no path leads. */
  readonly #via: Int32Array;
  readonly #settled: Int32Array;
  readonly #carried: Float64Array;

  constructor(fabric: Fabric, lids: LidTable, mapOrder: Int32Array) {
    const { switchCount, endportCount } = fabric;
    this.#links = switchLinks(fabric);
    this.#portStart = fabric.portStart;
    this.#switchAt = mapOrder;
    this.#placeOf = new Int32Array(switchCount);
    for (const [place, sw] of mapOrder.entries()) this.#placeOf[sw] = place;
    this.#sources = new Float64Array(switchCount).fill(1);
    let total = 0;
    for (let endport = 0; endport < endportCount; endport++) {
      const count =
        (lids.baseLid[endport] ?? 0) === 0 ? 0 : 2 ** (lids.lmc[endport] ?? 0);
      total += count;
      const sw =
        endport < switchCount
          ? undefined
          : fabric.attachment(endport as EndportIx)?.sw;
      if (sw !== undefined)
        this.#sources[sw] = (this.#sources[sw] ?? 0) + count;
    }
    this.#weight = new Float64Array(this.#links.channel.length).fill(
      total ** 2,
    );
    this.#heap = new QuaternaryHeap(switchCount + 1);
    this.#distance = new Float64Array(switchCount);
    this.#via = new Int32Array(switchCount);
    this.#settled = new Int32Array(switchCount);
    this.#carried = new Float64Array(switchCount);
  }

  /** Writes the entries of `lid`, which is at switch `to` or at a host there, and adds its paths to the weights. */
  route(
    to: number,
    isSwitch: boolean,
    lft: readonly Uint8Array[],
    lid: number,
  ): void {
    const count = this.#search(to, isSwitch);
    const { back, channel } = this.#links;
    const carried = this.#carried;
    for (let i = 0; i < count; i++) {
      const sw = this.#settled[i] ?? 0;
      carried[sw] = this.#sources[sw] ?? 0;
    }
    // From the far end in: what a switch carries goes on to the one before it.
    for (let i = count - 1; i > 0; i--) {
      const sw = this.#settled[i] ?? 0;
      const link = this.#via[sw] ?? 0;
      const way = back[link] ?? 0;
      const before = this.#links.to[way] ?? 0;
      const load = carried[sw] ?? 0;
      this.#weight[link] = (this.#weight[link] ?? 0) + load;
      carried[before] = (carried[before] ?? 0) + load;
      const table = lft[sw];
      if (table !== undefined)
        table[lid] = (channel[way] ?? 0) - (this.#portStart[sw] ?? 0) + 1;
    }
  }

  /** Fills `via` and `settled`; returns how many switches were reached, `to` among them as the first. */
  #search(to: number, isSwitch: boolean): number {
    const { switchCount, start, to: linkTo } = this.#links;
    const heap = this.#heap;
    const distance = this.#distance;
    const weight = this.#weight;
    const placeOf = this.#placeOf;
    distance.fill(Infinity);
    heap.fill(isSwitch ? switchCount : switchCount + 1);
    if (isSwitch) {
      distance[to] = 0;
      heap.decrease(placeOf[to] ?? 0, 0);
    } else {
      // The host is a vertex of its own, a weight of 1 away from its switch: it changes where switches stand in the heap.
      heap.decrease(switchCount, 0);
      heap.extract();
      distance[to] = 1;
      heap.decrease(placeOf[to] ?? 0, 1);
    }
    let count = 0;
    for (let place = heap.extract(); place >= 0; place = heap.extract()) {
      const at = this.#switchAt[place] ?? 0;
      const here = distance[at] ?? Infinity;
      if (here === Infinity) break;
      this.#settled[count++] = at;
      const end = start[at + 1] ?? 0;
      for (let link = start[at] ?? 0; link < end; link++) {
        const next = linkTo[link] ?? 0;
        const far = here + (weight[link] ?? 0);
        // A settled switch is nearer than anything found later, so this never reopens one.
        if (far >= (distance[next] ?? Infinity)) continue;
        distance[next] = far;
        this.#via[next] = link;
        heap.decrease(placeOf[next] ?? 0, far);
      }
    }
    return count;
  }
}
