import { PathWalker } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type PortIx,
} from "@fabriclab/units";

/** What flows that all run at once leave each other. */
export interface Throughput {
  /** Mean over the flows of 1 / (most flows on a channel of its path), as a part of full bandwidth: 1 where none shares a channel. */
  readonly mean: number;
  /** Most flows on a channel between switches. */
  readonly most: number;
  /** That channel, the first of them; undefined where no flow leaves its switch. */
  readonly channel: PortIx | undefined;
}

/**
 * Static congestion of sets of flows, one flow from a source to a destination. Only channels between switches count; a flow that does not arrive has no
 * bandwidth. (Hoefler, Schneider, Lumsdaine: Multistage Switches are not Crossbars. IEEE Cluster 2008.)
 *
 * Complexity: O(sum of path lengths) a set; buffers are used again.
 */
export class Congestion {
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  readonly #walker: PathWalker;
  /** Channel -> flows. */
  readonly #flows: Int32Array;
  /** Port of a switch -> the switch that it is cabled to; -1 for all others. */
  readonly #next: Int32Array;
  /** Endport -> the switch at which its packets enter; -1 where there is none. */
  readonly #entry: Int32Array;
  /** SL2VL tables may discard packets, so that lanes have to be followed, too. */
  readonly #hasLanes: boolean;
  #paths = new Int32Array(1024);
  #used = 0;

  constructor(fabric: Fabric, tables: ForwardingTables) {
    const { portNode, portPeer, switchCount } = fabric;
    this.#fabric = fabric;
    this.#tables = tables;
    this.#walker = new PathWalker(fabric, tables);
    this.#flows = new Int32Array(fabric.portCount);
    this.#next = Int32Array.from(portPeer, (peer, port) => {
      const from = portNode[port] ?? switchCount;
      const to = peer < 0 ? switchCount : (portNode[peer] ?? switchCount);
      return from < switchCount && to < switchCount ? to : -1;
    });
    this.#entry = Int32Array.from(fabric.endportPort, (port, endport) => {
      if (port < 0) return fabric.endportNode[endport] ?? -1;
      const node = portNode[portPeer[port] ?? -1] ?? switchCount;
      return node < switchCount ? node : -1;
    });
    this.#hasLanes =
      tables.sl2vl !== undefined || tables.hostSl2vl !== undefined;
  }

  /** @param sources of the flows, with as many `destinations`; where both are the same endport there is no flow */
  of(
    sources: readonly EndportIx[],
    destinations: readonly EndportIx[],
  ): Throughput {
    const flows = this.#flows;
    const ends: number[] = [];
    let lost = 0;
    this.#used = 0;
    for (const [i, source] of sources.entries()) {
      const destination = destinations[i];
      if (destination === undefined || destination === source) continue;
      if (this.#walk(source, destination)) ends.push(this.#used);
      else lost += 1;
    }
    let sum = 0;
    let [most, channel] = [0, -1];
    let from = 0;
    for (const end of ends) {
      let worst = 1;
      for (; from < end; from++) {
        const crossed = this.#paths[from] ?? 0;
        const count = flows[crossed] ?? 0;
        if (count > worst) worst = count;
        if (count > most || (count === most && crossed < channel))
          [most, channel] = [count, crossed];
      }
      sum += 1 / worst;
    }
    for (let at = 0; at < this.#used; at++) flows[this.#paths[at] ?? 0] = 0;
    const count = ends.length + lost;
    return {
      mean: count === 0 ? 1 : sum / count,
      most,
      channel: channel < 0 ? undefined : (channel as PortIx),
    };
  }

  /** Puts the channels of a flow's path behind those of the others and counts it there; false, and nothing, where it does not arrive. */
  #walk(source: EndportIx, destination: EndportIx): boolean {
    const tables = this.#tables;
    const lid = tables.pathLid(source, destination);
    if (tables.lids.owner[lid] !== destination) return false;
    const longest = this.#fabric.switchCount + 2;
    if (this.#used + longest > this.#paths.length) {
      const longer = new Int32Array(2 * this.#paths.length + longest);
      longer.set(this.#paths);
      this.#paths = longer;
    }
    const from = this.#used;
    const arrives =
      this.#hasLanes || (this.#entry[source] ?? -1) < 0
        ? this.#walkLanes(source, destination, lid)
        : this.#walkPorts(source, destination, lid);
    if (!arrives) this.#used = from;
    const flows = this.#flows;
    for (let at = from; at < this.#used; at++) {
      const channel = this.#paths[at] ?? 0;
      flows[channel] = (flows[channel] ?? 0) + 1;
    }
    return arrives;
  }

  #walkLanes(source: EndportIx, destination: EndportIx, lid: Lid): boolean {
    const walker = this.#walker;
    const sl = this.#tables.pathSl(source, destination);
    if (walker.walk(source, lid, sl) !== "delivered") return false;
    for (let i = 0; i < walker.length; i++) {
      const channel = walker.channels[i] ?? 0;
      if ((this.#next[channel] ?? -1) >= 0) this.#paths[this.#used++] = channel;
    }
    return true;
  }

  #walkPorts(source: EndportIx, destination: EndportIx, lid: Lid): boolean {
    const { portStart, portPeer, endportPort, switchCount } = this.#fabric;
    const { lft } = this.#tables;
    const paths = this.#paths;
    const next = this.#next;
    let sw = this.#entry[source] ?? 0;
    for (let crossed = 0; crossed <= switchCount; crossed++) {
      const out = lft[sw]?.[lid] ?? NO_PORT;
      if (out === 0) return destination === sw;
      const port = (portStart[sw] ?? 0) + out - 1;
      if (out === NO_PORT || port >= (portStart[sw + 1] ?? 0)) return false;
      const on = next[port] ?? -1;
      if (on < 0)
        return (
          destination >= switchCount &&
          portPeer[port] === endportPort[destination]
        );
      paths[this.#used++] = port;
      sw = on;
    }
    return false;
  }
}
