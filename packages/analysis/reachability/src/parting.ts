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

/**
 * The first node from which copies for `to` leave by two ports or more; undefined where there is none.
 *
 * Complexity: O(channels of the floods · radix).
 */
export function partingOf(
  fabric: Fabric,
  floods: readonly Flood[],
  source: EndportIx,
  to: EndportIx,
): Parting | undefined {
  const arrives = floods.filter(({ deliveries }) => (deliveries[to] ?? 0) > 0);
  const [flood] = arrives;
  if (flood === undefined) return undefined;
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
    return {
      node,
      name: fabric.nodeName[node] ?? "",
      ports: port < 0 ? [0] : [port - (fabric.portStart[node] ?? 0) + 1],
    };
  }
  const leads = channelsTo(fabric, flood, to);
  const seen = new Set<number>();
  let [at] = flood.channels;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const on: number[] = (flood.relays.get(at)?.next ?? []).filter((channel) =>
      leads.has(channel),
    );
    if (on.length > 1) return place(on);
    [at] = on;
  }
  return undefined;
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
