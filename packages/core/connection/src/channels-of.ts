import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid } from "@fabriclab/units";

/**
 * The channels from `source` to the owner of `lid` by the tables, each as the port that sends on it; undefined where they do not get there.
 *
 * Complexity: the length of the path, at most the number of switches.
 */
export function channelsOf(
  fabric: Fabric,
  { lft, lids }: Pick<ForwardingTables, "lft" | "lids">,
  source: EndportIx,
  lid: Lid,
): readonly number[] | undefined {
  const { endportPort, portPeer, portNode, portStart, switchCount } = fabric;
  const channels: number[] = [];
  let port = endportPort[source] ?? -1;
  while (port >= 0 && channels.length <= switchCount) {
    channels.push(port);
    const peer = portPeer[port] ?? -1;
    if (peer < 0) return undefined;
    const node = portNode[peer] ?? 0;
    if (node >= switchCount)
      return peer === endportPort[lids.owner[lid] ?? -1] ? channels : undefined;
    const num = lft[node]?.[lid] ?? NO_PORT;
    port = num === NO_PORT || num === 0 ? -1 : (portStart[node] ?? 0) + num - 1;
  }
  return undefined;
}
