import {
  FabricError,
  type MulticastGroup,
  type TrafficContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { VideoOptions } from "./video-params.ts";

/**
 * The groups of a video traffic, drawn under names of their own; equal whenever they are asked for. Every host is a source: paper 004 has an entry
 * for each (group, source).
 *
 * @param name of the plugin
 * @throws FabricError `E_MPEG2_GROUP` where a group is to have more members than there are hosts
 */
export function planGroups(
  { hosts, random }: TrafficContext,
  { multicast }: VideoOptions,
  name: string,
): MulticastGroup[] {
  if (multicast === undefined) return [];
  const { groups, members } = multicast;
  return Array.from({ length: groups }, (_, id) => {
    const size = members[id % members.length] ?? 2;
    if (size > hosts.length)
      throw new FabricError({
        code: "E_MPEG2_GROUP",
        message: "A group cannot have more members than there are hosts",
        where: { path: "multicast.members" },
        got: `${size} of ${hosts.length} hosts`,
        expected: `2 to ${hosts.length}`,
      });
    const drawn = random(`${name}/group/${id}`);
    const order = [...hosts];
    for (let i = 0; i < size; i++) {
      const j = i + drawn.below(order.length - i);
      [order[i], order[j]] = [order[j] as EndportIx, order[i] as EndportIx];
    }
    return {
      id,
      name: `video group ${id}`,
      members: order.slice(0, size).sort((a, b) => a - b),
      sources: hosts,
    };
  });
}
