import type { Flood } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** Where copies of a packet that all reach one endport part. */
export interface Parting {
  /** Switch; or the source's own node where it sends several packets that reach the endport. */
  readonly node: number;
  readonly name: string;
  /** Numbers of the ports by which copies leave that reach the endport, ascending. */
  readonly ports: readonly number[];
}

/** Where copies that have parted meet again. */
export interface Meeting {
  readonly node: number;
  readonly name: string;
  /** Numbers of the ports by which they come, ascending. */
  readonly ports: readonly number[];
}

/** Where copies for one endport part, and where they meet. */
export interface Ways {
  readonly parting: Parting | undefined;
  readonly meeting: Meeting | undefined;
}

/**
 * The first node from which copies for `to` leave by two ports or more, undefined where there is none; and the nearest to it to which copies come by two ports or more.
 *
 * Complexity: O(channels of the floods · radix).
 */
export function waysOf(
  fabric: Fabric,
  floods: readonly Flood[],
  source: EndportIx,
  to: EndportIx,
): Ways {
  const arrives = floods.filter(({ deliveries }) => (deliveries[to] ?? 0) > 0);
  const [flood] = arrives;
  if (flood === undefined) return { parting: undefined, meeting: undefined };
  const place = (channels: readonly number[]): Parting => {
    const node = fabric.portNode[channels[0] ?? 0] ?? 0;
    const first = fabric.portStart[node] ?? 0;
    return {
      node,
      name: fabric.nodeName[node] ?? "",
      ports: channels
        .map((channel) => channel - first + 1)
        .sort((a, b) => a - b),
    };
  };
  if (arrives.length > 1) {
    const port = fabric.endportPort[source] ?? -1;
    const node = fabric.endportNode[source] ?? 0;
    const parting = {
      node,
      name: fabric.nodeName[node] ?? "",
      ports: port < 0 ? [0] : [port - (fabric.portStart[node] ?? 0) + 1],
    };
    return { parting, meeting: undefined };
  }
  const leads = channelsTo(fabric, flood, to);
  const seen = new Set<number>();
  let [at] = flood.channels;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const on: number[] = (flood.relays.get(at)?.next ?? []).filter((channel) =>
      leads.has(channel),
    );
    if (on.length > 1) {
      const met = meetingOf(fabric, flood, leads, on);
      return {
        parting: place(on),
        meeting: met === undefined ? undefined : place(met),
      };
    }
    [at] = on;
  }
  return { parting: undefined, meeting: undefined };
}

/** The ports by which copies come to the nearest node that they come to by several, from the channels by which they left one. */
function meetingOf(
  { portPeer, portNode }: Fabric,
  { relays }: Flood,
  leads: ReadonlySet<number>,
  from: readonly number[],
): readonly number[] | undefined {
  const seen = new Set(from);
  /** Node -> ports that copies come by. */
  const arrivals = new Map<number, number[]>();
  let meeting: number | undefined;
  // A set is walked on while it grows, so this is breadth first.
  for (const channel of seen) {
    const peer = portPeer[channel] ?? 0;
    const node = portNode[peer] ?? 0;
    const ports = arrivals.get(node);
    if (ports === undefined) arrivals.set(node, [peer]);
    else {
      ports.push(peer);
      meeting ??= node;
    }
    for (const next of relays.get(channel)?.next ?? [])
      if (leads.has(next)) seen.add(next);
  }
  return meeting === undefined ? undefined : arrivals.get(meeting);
}

/** Channels from which copies get to an endport. */
function channelsTo(
  fabric: Fabric,
  { channels, relays }: Flood,
  to: EndportIx,
): ReadonlySet<number> {
  const before = new Map<number, number[]>();
  const found = new Set<number>();
  const port = fabric.endportPort[to] ?? -1;
  for (const channel of channels) {
    const relay = relays.get(channel);
    const peer = fabric.portPeer[channel] ?? -1;
    const ends =
      port < 0
        ? relay?.local === true && fabric.portNode[peer] === to
        : peer === port;
    if (ends) found.add(channel);
    for (const next of relay?.next ?? []) {
      const list = before.get(next);
      if (list === undefined) before.set(next, [channel]);
      else list.push(channel);
    }
  }
  // A set is walked on while it grows.
  for (const channel of found)
    for (const earlier of before.get(channel) ?? []) found.add(earlier);
  return found;
}
