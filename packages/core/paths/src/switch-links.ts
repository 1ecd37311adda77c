import type { Fabric } from "@fabriclab/spec";

/**
 * The channels between switches in compressed sparse rows, without host ports, open ports and cables from a switch to itself: what a search over
 * switches walks along.
 */
export interface SwitchLinks {
  readonly switchCount: number;
  /** Switch -> its first link; length switchCount + 1. */
  readonly start: Int32Array;
  /** Link -> the channel (sending port), ascending for a switch. */
  readonly channel: Int32Array;
  /** Link -> the switch at the other end. */
  readonly to: Int32Array;
  /** Link -> the link of the other direction. */
  readonly back: Int32Array;
  /** Channel -> link, -1 where it joins no two switches. Length portCount. */
  readonly linkOf: Int32Array;
}

/** O(ports). */
export function switchLinks(fabric: Fabric): SwitchLinks {
  const { switchCount, portStart, portPeer, portNode, portCount } = fabric;
  const start = new Int32Array(switchCount + 1);
  const linkOf = new Int32Array(portCount).fill(-1);
  const channels: number[] = [];
  for (let at = 0; at < switchCount; at++) {
    const end = portStart[at + 1] ?? 0;
    for (let port = portStart[at] ?? 0; port < end; port++) {
      const node = portNode[portPeer[port] ?? -1] ?? switchCount;
      if (node >= switchCount || node === at) continue;
      linkOf[port] = channels.length;
      channels.push(port);
    }
    start[at + 1] = channels.length;
  }
  const channel = Int32Array.from(channels);
  return {
    switchCount,
    start,
    channel,
    to: channel.map((port) => portNode[portPeer[port] ?? -1] ?? -1),
    back: channel.map((port) => linkOf[portPeer[port] ?? -1] ?? -1),
    linkOf,
  };
}
