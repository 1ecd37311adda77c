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
  /** Mean over the flows of what the busiest channel of its path leaves it, as a part of full bandwidth: 1 where none has to wait for another. */
  readonly mean: number;
  /** Flows on the busiest channel between switches: by rate, that which leaves each of its flows least. */
  readonly most: number;
  /** That channel, the first of them; undefined where no flow leaves its switch. */
  readonly channel: PortIx | undefined;
  /** How many times as long as alone the flow takes that is left least; at least 1. Flows that do not arrive are not counted. */
  readonly slowest: number;
}

/** What flows that all run at once ask of the channels between switches that they cross. */
export interface ChannelDemand {
  /** The channels, ascending. */
  readonly channels: readonly PortIx[];
  /** Of each: its flows; by rate, the time of a byte of each of them on it, in ps. */
  readonly demand: Float64Array;
  /** Of each: the least that one of its flows takes where it is alone, in the same unit. */
  readonly alone: Float64Array;
}

/** What a channel leaves its flows. */
export interface CongestionOptions {
  /**
   * A channel shares its link's rate among its flows, and a flow's full bandwidth is what the slower of the links at its ends carries. Default false: all
   * channels are equally fast, and n flows on a channel leave each 1 / n.
   */
  readonly byRate?: boolean;
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
  /** Channel -> time of a byte on its link, in ps; undefined where all are alike. */
  readonly #byteTime: Float64Array | undefined;
  #paths = new Int32Array(1024);
  #used = 0;

  constructor(
    fabric: Fabric,
    tables: ForwardingTables,
    { byRate = false }: CongestionOptions = {},
  ) {
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
    this.#byteTime = byRate ? byteTimes(fabric) : undefined;
  }

  /** @param sources of the flows, with as many `destinations`; where both are the same endport there is no flow */
  of(
    sources: ArrayLike<EndportIx>,
    destinations: ArrayLike<EndportIx>,
  ): Throughput {
    const flows = this.#flows;
    const byteTime = this.#byteTime;
    const { ends, alone, lost } = this.#follow(sources, destinations);
    let sum = 0;
    let slowest = 1;
    let [busiest, channel] = [0, -1];
    let from = 0;
    for (let flow = 0; flow < ends.length; flow++) {
      const end = ends[flow] ?? 0;
      const full = alone?.[flow] ?? 1;
      let worst = full;
      for (; from < end; from++) {
        const crossed = this.#paths[from] ?? 0;
        const load =
          (flows[crossed] ?? 0) *
          (byteTime === undefined ? 1 : (byteTime[crossed] ?? 1));
        if (load > worst) worst = load;
        if (load > busiest || (load === busiest && crossed < channel))
          [busiest, channel] = [load, crossed];
      }
      sum += full / worst;
      if (worst / full > slowest) slowest = worst / full;
    }
    const most = channel < 0 ? 0 : (flows[channel] ?? 0);
    this.#forget();
    const count = ends.length + lost;
    return {
      mean: count === 0 ? 1 : sum / count,
      most,
      channel: channel < 0 ? undefined : (channel as PortIx),
      slowest,
    };
  }

  /**
   * The channels that flows cross, with what they ask of each: what sets of flows leave one another can then be told from their sums, set by set.
   *
   * @param sources of the flows, with as many `destinations`; where both are the same endport there is no flow, and one that does not arrive asks for nothing
   */
  demand(
    sources: ArrayLike<EndportIx>,
    destinations: ArrayLike<EndportIx>,
  ): ChannelDemand {
    const byteTime = this.#byteTime;
    const { ends, alone } = this.#follow(sources, destinations);
    const least = new Map<number, number>();
    let from = 0;
    for (let flow = 0; flow < ends.length; flow++) {
      const end = ends[flow] ?? 0;
      const full = alone?.[flow] ?? 1;
      for (; from < end; from++) {
        const crossed = this.#paths[from] ?? 0;
        least.set(crossed, Math.min(full, least.get(crossed) ?? full));
      }
    }
    const channels = [...least.keys()].sort((a, b) => a - b);
    const demand = Float64Array.from(
      channels,
      (channel) => (this.#flows[channel] ?? 0) * (byteTime?.[channel] ?? 1),
    );
    this.#forget();
    return {
      channels: channels as PortIx[],
      demand,
      alone: Float64Array.from(channels, (channel) => least.get(channel) ?? 1),
    };
  }

  /** Follows flows and counts them on their channels: where the path of each that arrives ends in `#paths`, and the time of a byte where it is alone (by rate). */
  #follow(
    sources: ArrayLike<EndportIx>,
    destinations: ArrayLike<EndportIx>,
  ): {
    readonly ends: Int32Array;
    readonly alone: Float64Array | undefined;
    readonly lost: number;
  } {
    const byteTime = this.#byteTime;
    const ends = new Int32Array(sources.length);
    /** Flow that arrives -> time of a byte where it is alone; undefined where all channels are alike. */
    const alone =
      byteTime === undefined ? undefined : new Float64Array(sources.length);
    let [arrived, lost] = [0, 0];
    this.#used = 0;
    for (let i = 0; i < sources.length; i++) {
      const [source, destination] = [sources[i], destinations[i]];
      if (source === undefined || destination === undefined) continue;
      if (destination === source) continue;
      const start = this.#used;
      if (!this.#walk(source, destination)) {
        lost += 1;
        continue;
      }
      ends[arrived] = this.#used;
      if (alone !== undefined && byteTime !== undefined)
        alone[arrived] = this.#alone(byteTime, source, destination, start);
      arrived += 1;
    }
    return { ends: ends.subarray(0, arrived), alone, lost };
  }

  /** Counts nothing any more. */
  #forget(): void {
    for (let at = 0; at < this.#used; at++)
      this.#flows[this.#paths[at] ?? 0] = 0;
  }

  /** Time of a byte on the slower of the links at both ends; between two switches, whose own ports have no link, on the slowest of the way from `start` on. */
  #alone(
    byteTime: Float64Array,
    source: EndportIx,
    destination: EndportIx,
    start: number,
  ): number {
    const { endportPort } = this.#fabric;
    const at = (port: number | undefined): number => byteTime[port ?? -1] ?? 0;
    const ends = Math.max(
      at(endportPort[source]),
      at(endportPort[destination]),
    );
    if (ends > 0) return ends;
    const way = this.#paths.subarray(start, this.#used);
    return way.reduce((slowest, port) => Math.max(slowest, at(port)), 0) || 1;
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

/** Port -> time of a byte on its link, in ps; 0 where there is none. */
const byteTimes = (fabric: Fabric): Float64Array =>
  Float64Array.from(fabric.portLink, (link) =>
    link < 0
      ? 0
      : (fabric.linkBytePsNum[link] ?? 0) / (fabric.linkBytePsDen[link] ?? 1),
  );
