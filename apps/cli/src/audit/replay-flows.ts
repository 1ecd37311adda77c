import { PathWalker } from "@fabriclab/paths";
import type { Fabric, ForwardingTables, MulticastGroup } from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";

/** A buffer of a credit loop: that of one VL at the receiving end of a channel. */
export interface LoopBuffer {
  /** Sending port. */
  readonly channel: number;
  readonly vl: number;
}

/** A flow that holds one channel of a loop while it waits for the next. */
export interface LoopFlow {
  readonly source: EndportIx;
  /** Absent for multicast. */
  readonly destination?: EndportIx;
  /** Whom a multicast flow goes to. */
  readonly group?: MulticastGroup;
  /** Channels before the one that it shall hold; the host's own link is the first. */
  readonly before: number;
  /** Channels of the loop among those before: there it would be in the way of other flows. */
  readonly passed: number;
}

/** Flows looked at for one edge of a loop, and of them so many from one host. */
const FLOWS_PER_EDGE = 48;
const FLOWS_PER_SOURCE = 4;

/**
 * For every edge of a loop, unicast flows that lay it down: their path takes the channel and then the next one, on the loop's VLs, whether they arrive or not. Those that reach the channel soonest come
 * first. An edge without flows is one that only multicast packets, or pairs outside `endports`, lay down.
 *
 * Complexity: per edge O(switches · ports) and the walks of the hosts nearest to the channel, until enough flows are found.
 */
export function flowsOfLoop(
  fabric: Fabric,
  tables: ForwardingTables,
  cycle: readonly LoopBuffer[],
  endports: readonly EndportIx[],
): LoopFlow[][] {
  const walker = new PathWalker(fabric, tables);
  const hostsAt: EndportIx[][] = Array.from(
    { length: fabric.switchCount },
    () => [],
  );
  for (const endport of endports) {
    const place = fabric.attachment(endport);
    if (place !== undefined) hostsAt[place.sw]?.push(endport);
  }
  const allowed = new Set(endports);
  const inLoop = new Set(cycle.map(({ channel, vl }) => channel * 16 + vl));
  return cycle.map((first, at) => {
    const second = cycle[(at + 1) % cycle.length] as LoopBuffer;
    const found = flowsOfEdge(first, second);
    return found.sort(
      (a, b) => a.passed - b.passed || a.before - b.before || 0,
    );
  });

  function flowsOfEdge(first: LoopBuffer, second: LoopBuffer): LoopFlow[] {
    const lids = lidsOver(fabric, tables, first.channel, second.channel);
    const found: LoopFlow[] = [];
    for (const sw of nearest(fabric, fabric.portNode[first.channel] ?? 0)) {
      for (const source of hostsAt[sw] ?? []) {
        let own = 0;
        for (const lid of lids) {
          const destination = (tables.lids.owner[lid] ?? -1) as EndportIx;
          if (destination === source || !allowed.has(destination)) continue;
          if (tables.pathLid(source, destination) !== lid) continue;
          const flow = flowOf(source, destination, lid, first, second);
          if (flow === undefined) continue;
          found.push(flow);
          own += 1;
          if (found.length === FLOWS_PER_EDGE) return found;
          if (own === FLOWS_PER_SOURCE) break;
        }
      }
    }
    return found;
  }

  function flowOf(
    source: EndportIx,
    destination: EndportIx,
    lid: Lid,
    first: LoopBuffer,
    second: LoopBuffer,
  ): LoopFlow | undefined {
    const end = walker.walk(source, lid, tables.pathSl(source, destination));
    const { channels, lanes, length } = walker;
    // Of a packet that goes round, the last channel of the walk leads where it was before: the next one is that by which it went on from there.
    const onwards = end === "loop" ? again(channels, length) : length;
    let passed = 0;
    for (let k = 0; k < length; k++) {
      const next = k + 1 < length ? k + 1 : onwards;
      if (next === length) break;
      if (
        channels[k] === first.channel &&
        lanes[k] === first.vl &&
        channels[next] === second.channel &&
        lanes[next] === second.vl
      )
        return { source, destination, before: k, passed };
      if (inLoop.has((channels[k] ?? 0) * 16 + (lanes[k] ?? 0))) passed += 1;
    }
    return undefined;
  }

  /** Place of the channel that leaves the switch to which the last of a walk that goes round leads. */
  function again(channels: ArrayLike<number>, length: number): number {
    const node =
      fabric.portNode[fabric.portPeer[channels[length - 1] ?? 0] ?? 0];
    let at = 0;
    while (at < length && fabric.portNode[channels[at] ?? 0] !== node) at += 1;
    return at;
  }
}

/** LIDs of hosts that both channels' switches forward along them. */
function lidsOver(
  fabric: Fabric,
  { lft, lids }: ForwardingTables,
  first: number,
  second: number,
): Lid[] {
  const through = (channel: number): ((lid: number) => boolean) => {
    const sw = fabric.portNode[channel] ?? 0;
    const num = channel - (fabric.portStart[sw] ?? 0) + 1;
    return (lid) => lft[sw]?.[lid] === num;
  };
  const [byFirst, bySecond] = [through(first), through(second)];
  const found: Lid[] = [];
  for (let lid = 1; lid <= lids.topLid; lid++) {
    if ((lids.owner[lid] ?? -1) < fabric.switchCount) continue;
    if (byFirst(lid) && bySecond(lid)) found.push(lid as Lid);
  }
  return found;
}

/** Switches by their distance from `start`, nearest first. */
function nearest(fabric: Fabric, start: number): number[] {
  const { portStart, portPeer, portNode, switchCount } = fabric;
  const seen = new Uint8Array(switchCount);
  seen[start] = 1;
  const queue = [start];
  for (const sw of queue) {
    for (
      let port = portStart[sw] ?? 0;
      port < (portStart[sw + 1] ?? 0);
      port++
    ) {
      const next = portNode[portPeer[port] ?? -1] ?? switchCount;
      if (next >= switchCount || seen[next] === 1) continue;
      seen[next] = 1;
      queue.push(next);
    }
  }
  return queue;
}
