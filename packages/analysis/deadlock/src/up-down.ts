import {
  components,
  switchRanks,
  type DependencyGraph,
} from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { Reached } from "./reached.ts";

/**
 * Up/down routing (Autonet's) from given roots, as turn rules without tables: a channel goes up when it leads to a switch of smaller rank (cables from the nearest root), or
 * of equal rank and smaller GUID; no packet may go up after it went down.
 *
 * Schroeder et al.: Autonet. SRC Research Report 59, 1990; the order by GUID is OpenSM's, but holds between roots too: OpenSM counts both directions of
 * a cable between two roots as up.
 */
export class UpDown {
  readonly #fabric: Fabric;
  readonly #rank: Uint16Array;

  constructor(fabric: Fabric, roots: readonly SwitchIx[]) {
    this.#fabric = fabric;
    this.#rank = switchRanks(fabric, roots);
  }

  /** Dependency graph of all turns that the rule allows, on one VL. */
  turns(): DependencyGraph {
    const { portCount, portPeer, portNode, portStart, switchCount } =
      this.#fabric;
    const edgeStart = new Int32Array(portCount + 1);
    const edges: number[] = [];
    for (let channel = 0; channel < portCount; channel++) {
      const peer = portPeer[channel] ?? -1;
      const to = peer < 0 ? switchCount : (portNode[peer] ?? 0);
      if (to < switchCount && (portNode[channel] ?? 0) < switchCount) {
        const up = this.#goesUp(channel);
        for (
          let next = portStart[to] ?? 0;
          next < (portStart[to + 1] ?? 0);
          next++
        )
          if (
            next !== peer &&
            this.#leadsToSwitch(next) &&
            (up || !this.#goesUp(next))
          )
            edges.push(next);
      }
      edgeStart[channel + 1] = edges.length;
    }
    return {
      lanes: 1,
      vertexCount: portCount,
      edgeStart,
      edges: Int32Array.from(edges),
    };
  }

  /** Whether the allowed turns close no cycle. */
  isAcyclic(): boolean {
    return components(this.turns()).cyclic.length === 0;
  }

  /**
   * Pairs of endports that an allowed path joins.
   *
   * Complexity: O(switches · ports).
   */
  reached(endports: readonly EndportIx[]): Reached {
    const reached = new Reached(endports);
    const { switchCount } = this.#fabric;
    const at = endports.map((endport) =>
      endport < switchCount
        ? (endport as number)
        : (this.#fabric.attachment(endport)?.sw ?? -1),
    );
    const bySwitch = new Map<number, number[]>();
    for (const [place, sw] of at.entries())
      if (sw >= 0) bySwitch.set(sw, [...(bySwitch.get(sw) ?? []), place]);
    for (const [sw, destinations] of bySwitch) {
      const joined = this.#towards(sw);
      for (const [source, from] of at.entries())
        if (from < 0 || joined[from] !== 1)
          for (const destination of destinations)
            reached.miss(source, destination);
    }
    for (const [destination, sw] of at.entries())
      if (sw < 0)
        for (const source of endports.keys()) reached.miss(source, destination);
    return reached;
  }

  /** Switch -> 1 where an allowed path to `destination` begins. */
  #towards(destination: number): Uint8Array {
    const { portStart, portPeer, portNode, switchCount } = this.#fabric;
    const joined = new Uint8Array(switchCount);
    joined[destination] = 1;
    const queue = [destination];
    // Backwards: first all that only go down, then all that go up to one of those.
    for (const down of [true, false]) {
      for (const sw of queue)
        for (
          let port = portStart[sw] ?? 0;
          port < (portStart[sw + 1] ?? 0);
          port++
        ) {
          const channel = portPeer[port] ?? -1;
          const from = channel < 0 ? switchCount : (portNode[channel] ?? 0);
          if (from >= switchCount || joined[from] === 1) continue;
          if (this.#goesUp(channel) === down) continue;
          joined[from] = 1;
          queue.push(from);
        }
    }
    return joined;
  }

  #leadsToSwitch(channel: number): boolean {
    const { portPeer, portNode, switchCount } = this.#fabric;
    const peer = portPeer[channel] ?? -1;
    return peer >= 0 && (portNode[peer] ?? switchCount) < switchCount;
  }

  #goesUp(channel: number): boolean {
    const { portPeer, portNode, nodeGuid } = this.#fabric;
    const from = portNode[channel] ?? 0;
    const to = portNode[portPeer[channel] ?? 0] ?? 0;
    const [here, there] = [this.#rank[from] ?? 0, this.#rank[to] ?? 0];
    if (here !== there) return there < here;
    const [mine, other] = [nodeGuid[from] ?? 0n, nodeGuid[to] ?? 0n];
    return mine === other ? to < from : other < mine;
  }
}

/**
 * Roots worth trying: the switch of least eccentricity (among those, of least mean distance), and where switches have ranks, all of rank 0 together.
 *
 * @param ranks switch -> rank, 0 = top
 * Complexity: O(switches · ports).
 */
export function candidateRoots(
  fabric: Fabric,
  ranks: Int32Array,
): SwitchIx[][] {
  let centre: { sw: SwitchIx; farthest: number; sum: number } | undefined;
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    let farthest = 0;
    let sum = 0;
    for (const distance of switchRanks(fabric, [sw as SwitchIx])) {
      farthest = Math.max(farthest, distance);
      sum += distance;
    }
    if (
      centre === undefined ||
      farthest < centre.farthest ||
      (farthest === centre.farthest && sum < centre.sum)
    )
      centre = { sw: sw as SwitchIx, farthest, sum };
  }
  const top: SwitchIx[] = [];
  for (const [sw, rank] of ranks.entries())
    if (rank === 0) top.push(sw as SwitchIx);
  const single = centre === undefined ? [] : [[centre.sw]];
  return top.length > 1 && top.length < fabric.switchCount
    ? [...single, top]
    : single;
}
