import type { Flood } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/**
 * Channels that copies cross again and again for ever: those on a cycle and all behind one. What a topological order of the flood's channels cannot
 * place. (Kahn 1962)
 *
 * Complexity: O(channels reached · radix).
 */
function endlessChannels({ channels, relays, loop }: Flood): number[] {
  if (loop === undefined) return [];
  const waiting = new Map<number, number>(
    channels.map((channel) => [channel, 0]),
  );
  for (const channel of channels)
    for (const next of relays.get(channel)?.next ?? [])
      waiting.set(next, (waiting.get(next) ?? 0) + 1);
  const placed = channels.filter((channel) => waiting.get(channel) === 0);
  // An array is walked on while it grows.
  for (const channel of placed)
    for (const next of relays.get(channel)?.next ?? []) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) placed.push(next);
    }
  const ends = new Set(placed);
  return channels.filter((channel) => !ends.has(channel));
}

/** Endports that get copies without end. */
export function endlessEndports(fabric: Fabric, one: Flood): EndportIx[] {
  const { portPeer, portNode, portStart, nodeEndport, switchCount } = fabric;
  return endlessChannels(one).flatMap((channel) => {
    const peer = portPeer[channel] ?? 0;
    const node = portNode[peer] ?? 0;
    const first = nodeEndport[node] ?? 0;
    if (node >= switchCount)
      return [(first + peer - (portStart[node] ?? 0)) as EndportIx];
    return one.relays.get(channel)?.local === true ? [first as EndportIx] : [];
  });
}
