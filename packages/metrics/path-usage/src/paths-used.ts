import { PathWalker } from "@fabriclab/paths";
import {
  channelName,
  type Fabric,
  type ForwardingTables,
  type MetricValue,
} from "@fabriclab/spec";
import {
  UNICAST_LID_MAX,
  type EndportIx,
  type Lid,
  type NodeIx,
} from "@fabriclab/units";

/** An endport or a LID: neither has more values. */
const WIDE = 0x1_0000;

/** The paths of one pair that carried packets, by the names of their channels. */
interface PairUsage {
  readonly source: EndportIx;
  readonly destination: EndportIx;
  readonly packets: Map<string, number>;
}

/** How many of their paths the pairs of hosts used, and how evenly. A path is what the forwarding tables make of a source and a DLID. */
export class PathsUsed {
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables | undefined;
  /** Source, destination and DLID in one number -> packets that were delivered. */
  readonly #packets = new Map<number, number>();

  constructor(fabric: Fabric, tables: ForwardingTables | undefined) {
    this.#fabric = fabric;
    this.#tables = tables;
  }

  delivered(source: number, destination: number, dlid: number): void {
    // A multicast packet has a tree, not a path.
    if (dlid > UNICAST_LID_MAX) return;
    const key = (source * WIDE + destination) * WIDE + dlid;
    this.#packets.set(key, (this.#packets.get(key) ?? 0) + 1);
  }

  reset(): void {
    this.#packets.clear();
  }

  merge(other: PathsUsed): void {
    for (const [key, packets] of other.#packets)
      this.#packets.set(key, (this.#packets.get(key) ?? 0) + packets);
  }

  /** @param top how many of the busiest paths to name */
  result(top: number): Record<string, MetricValue> {
    const { pairs, chosen } = this.#pairs();
    const absent =
      pairs.length > 0
        ? undefined
        : chosen > 0
          ? "switches chose the paths of all packets"
          : "no packet that has a path from switch to switch was delivered";
    if (absent !== undefined)
      return {
        "path-usage.paths": { value: NaN, unit: "paths", absent },
        "path-usage.evenness": { value: NaN, unit: "1", absent },
        "path-usage.favourite": { value: NaN, unit: "1", absent },
      };
    const used = pairs.map(({ packets }) => packets.size);
    const carried = pairs.map(({ packets }) => [...packets.values()]);
    const several = carried.filter((packets) => packets.length > 1);
    const even = several.map(evenness);
    return {
      "path-usage.paths": {
        value: mean(used),
        unit: "paths",
        detail: {
          pairs: pairs.length,
          min: least(used),
          max: most(used),
          ...this.#offered(pairs),
          chosen,
        },
      },
      "path-usage.evenness":
        several.length === 0
          ? {
              value: NaN,
              unit: "1",
              absent: "every pair used one path",
            }
          : {
              value: mean(even),
              unit: "1",
              detail: { pairs: several.length, min: least(even) },
            },
      "path-usage.favourite": {
        value: sum(carried.map(most)) / sum(carried.map(sum)),
        unit: "1",
        detail: this.#busiest(pairs, top),
      },
    };
  }

  /** Pairs with the paths that their packets took; and how many packets took what switches chose for them. */
  #pairs(): { readonly pairs: PairUsage[]; readonly chosen: number } {
    const tables = this.#tables;
    const walker =
      tables === undefined ? undefined : new PathWalker(this.#fabric, tables);
    const pairs = new Map<number, PairUsage>();
    let chosen = 0;
    // Sorted: observers that were merged in another order give the same result.
    for (const key of [...this.#packets.keys()].sort((a, b) => a - b)) {
      const packets = this.#packets.get(key) ?? 0;
      const dlid = (key % WIDE) as Lid;
      const pair = Math.floor(key / WIDE);
      const source = Math.floor(pair / WIDE) as EndportIx;
      const path =
        walker === undefined ? `LID ${dlid}` : this.#path(walker, source, dlid);
      if (path === "chosen") chosen += packets;
      else if (path !== undefined) {
        let usage = pairs.get(pair);
        if (usage === undefined) {
          const destination = (pair % WIDE) as EndportIx;
          usage = { source, destination, packets: new Map() };
          pairs.set(pair, usage);
        }
        usage.packets.set(path, (usage.packets.get(path) ?? 0) + packets);
      }
    }
    return { pairs: [...pairs.values()], chosen };
  }

  /** The channels between switches by name; `chosen` where a switch has a choice; undefined where there are none. */
  #path(walker: PathWalker, source: EndportIx, dlid: Lid): string | undefined {
    const fabric = this.#fabric;
    const nodeOf = (port: number): NodeIx =>
      (fabric.portNode[port] ?? 0) as NodeIx;
    const names: string[] = [];
    walker.walk(source, dlid);
    for (const channel of walker.channels.subarray(0, walker.length)) {
      const node = nodeOf(channel);
      if (!fabric.isSwitch(node)) continue;
      if (this.#choices(node, dlid) > 1) return "chosen";
      if (fabric.isSwitch(nodeOf(fabric.portPeer[channel] ?? 0)))
        names.push(channelName(fabric, channel));
    }
    return names.length === 0 ? undefined : names.join(" ");
  }

  /** Ports that a switch may choose among for a LID. */
  #choices(node: number, dlid: Lid): number {
    const { portSets, portSetWords = 0 } = this.#tables ?? {};
    const masks = portSets?.[node];
    let ports = 0;
    for (let word = 0; word < portSetWords; word++)
      for (
        let mask = masks?.[dlid * portSetWords + word] ?? 0;
        mask !== 0;
        mask &= mask - 1
      )
        ports += 1;
    return ports;
  }

  /** Paths that tables with path bits have for a pair, on average. */
  #offered(pairs: readonly PairUsage[]): { offered?: number } {
    const multipath = this.#tables?.multipath;
    if (multipath === undefined) return {};
    return {
      offered: mean(
        pairs.map(
          ({ source, destination }) =>
            multipath.paths(source, destination).length,
        ),
      ),
    };
  }

  #busiest(pairs: readonly PairUsage[], top: number): Record<string, number> {
    const name = (host: EndportIx): string =>
      this.#fabric.nodeName[this.#fabric.endportNode[host] ?? 0] ?? "";
    return Object.fromEntries(
      pairs
        .flatMap(({ source, destination, packets }) =>
          [...packets].map(
            ([path, sent]) =>
              [
                `${name(source)} -> ${name(destination)}: ${path}`,
                sent,
              ] as const,
          ),
        )
        // Why not by name: ties stay in the order of endports and LIDs, as the sort is stable.
        .sort((a, b) => b[1] - a[1])
        .slice(0, top),
    );
  }
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((all, one) => all + one, 0);

const mean = (numbers: readonly number[]): number =>
  sum(numbers) / numbers.length;

// Why not Math.min(...numbers): a large fabric has more pairs than a call may have arguments.
const least = (numbers: readonly number[]): number =>
  numbers.reduce((least, one) => Math.min(least, one), Infinity);

const most = (numbers: readonly number[]): number =>
  numbers.reduce((most, one) => Math.max(most, one), -Infinity);

/** How many paths of equal use would be as concentrated (the inverse of Simpson's index), over the paths: 1 where all carried the same. */
const evenness = (packets: readonly number[]): number =>
  sum(packets) ** 2 / sum(packets.map((one) => one * one)) / packets.length;
