import type {
  Fabric,
  ForwardingTables,
  MulticastTables,
} from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type EndportIx, type Mlid } from "@fabriclab/units";
import { startLane, switchLane } from "./lane.ts";
import { undeclaredLane } from "./undeclared-lane.ts";

/** MLID -> its sources, by the plan of the tables. */
export function multicastSources(
  multicast: MulticastTables,
): Map<Mlid, EndportIx[]> {
  const found = new Map<Mlid, Set<EndportIx>>();
  for (const group of multicast.groups)
    for (const source of group.sources)
      for (const mlid of multicast.mlids(source, group.id)) {
        const sources = found.get(mlid) ?? new Set();
        found.set(mlid, sources.add(source));
      }
  return new Map([...found].map(([mlid, sources]) => [mlid, [...sources]]));
}

/** Where copies of one MLID go, VLs included: what a copy on (channel, VL) turns into depends on nothing else. */
export class MulticastFlow {
  readonly lanes: number;
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  readonly #multicast: MulticastTables;
  readonly #sl: number;
  #row = 0;

  constructor(
    fabric: Fabric,
    tables: ForwardingTables,
    multicast: MulticastTables,
    sl: number,
  ) {
    this.#fabric = fabric;
    this.#tables = tables;
    this.#multicast = multicast;
    this.#sl = sl;
    this.lanes = Math.max(1, tables.lanes);
  }

  load(mlid: Mlid): void {
    this.#row = mlid - MULTICAST_LID_MIN - this.#multicast.firstMlid;
  }

  /** Copies (as vertices: channel · lanes + VL) that a source's packet becomes in the first switch. */
  enter(source: EndportIx): number[] {
    const { endportPort, endportNode, portPeer, portNode, portStart } =
      this.#fabric;
    const lane = startLane(this.#tables, this.#sl, source);
    if (lane < 0) return [];
    const port = endportPort[source] ?? -1;
    if (port < 0) return this.#copies(endportNode[source] ?? 0, 0, lane);
    const peer = portPeer[port] ?? -1;
    if (peer < 0) return [];
    const node = portNode[peer] ?? 0;
    return this.#copies(node, peer - (portStart[node] ?? 0) + 1, lane);
  }

  /** Copies that a copy becomes in the switch that its channel leads to. */
  follow(vertex: number): number[] {
    const { portPeer, portNode, portStart } = this.#fabric;
    const peer = portPeer[Math.floor(vertex / this.lanes)] ?? 0;
    const node = portNode[peer] ?? 0;
    return this.#copies(
      node,
      peer - (portStart[node] ?? 0) + 1,
      vertex % this.lanes,
    );
  }

  /** Mask minus ingress, out of cabled ports. */
  #copies(sw: number, ingress: number, lane: number): number[] {
    const { switchCount, portStart, portPeer } = this.#fabric;
    const { words, masks, mlidCount } = this.#multicast;
    const copies: number[] = [];
    if (sw >= switchCount || this.#row < 0 || this.#row >= mlidCount)
      return copies;
    const base = (sw * mlidCount + this.#row) * words;
    const start = portStart[sw] ?? 0;
    const radix = (portStart[sw + 1] ?? 0) - start;
    for (let word = 0; word < words; word++) {
      for (let bits = masks[base + word] ?? 0; bits !== 0; bits &= bits - 1) {
        const num = word * 32 + 31 - Math.clz32(bits & -bits);
        if (num === ingress || num === 0 || num > radix) continue;
        const channel = start + num - 1;
        if ((portPeer[channel] ?? -1) < 0) continue;
        const out = switchLane(
          this.#fabric,
          this.#tables,
          sw,
          ingress,
          num,
          this.#sl,
          lane,
        );
        if (out < 0) continue;
        if (out >= this.lanes) throw undeclaredLane(out, this.lanes);
        copies.push(channel * this.lanes + out);
      }
    }
    return copies;
  }
}
