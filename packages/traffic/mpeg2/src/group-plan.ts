import {
  endportName,
  FabricError,
  namedHosts,
  type HostRef,
  type MulticastGroup,
  type TrafficContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { NO_SUCH_HOST, sendingHosts } from "./sending-hosts.ts";
import type { VideoOptions } from "./video-params.ts";

/** Groups where neither their number nor their hosts are given: those of paper 004. */
const GROUPS = 3;

/**
 * The groups of a video traffic, equal whenever they are asked for: of listed hosts, or drawn under names of their own. Every sending host is a source: paper
 * 004 has an entry for each (group, source).
 *
 * @param name of the plugin
 * @throws FabricError `E_MPEG2_GROUP` where a group is to have more members than there are hosts, or a sender would be alone in it; `E_MPEG2_NAMED_HOST`
 */
export function planGroups(
  context: TrafficContext,
  options: VideoOptions,
  name: string,
): MulticastGroup[] {
  const { multicast } = options;
  if (multicast === undefined) return [];
  const { members } = multicast;
  const sources = sendingHosts(context, options);
  return Array.from({ length: groupCount(multicast) }, (_, id) => {
    const place = id % members.length;
    const wanted = members[place] ?? 2;
    const path = `multicast.members[${place}]`;
    const chosen =
      typeof wanted === "number"
        ? drawn(context, wanted, `${name}/group/${id}`)
        : listed(context, wanted, sources, path);
    return {
      id,
      name: `video group ${id}`,
      members: chosen.sort((a, b) => a - b),
      sources,
    };
  });
}

/** @throws FabricError `E_MPEG2_GROUP` where groups are listed by their hosts, and their number is given as another */
function groupCount({
  groups,
  members,
}: NonNullable<VideoOptions["multicast"]>): number {
  if (members.every((one) => typeof one === "number")) return groups ?? GROUPS;
  if (groups === undefined || groups === members.length) return members.length;
  throw new FabricError({
    code: "E_MPEG2_GROUP",
    message:
      "Groups that are listed by their hosts are as many as the list has",
    where: { path: "multicast.groups" },
    got: String(groups),
    expected: `${members.length}, or nothing`,
  });
}

function drawn(
  { hosts, random }: TrafficContext,
  size: number,
  name: string,
): EndportIx[] {
  if (size > hosts.length)
    throw new FabricError({
      code: "E_MPEG2_GROUP",
      message: "A group cannot have more members than there are hosts",
      where: { path: "multicast.members" },
      got: `${size} of ${hosts.length} hosts`,
      expected: `2 to ${hosts.length}`,
    });
  const stream = random(name);
  const order = [...hosts];
  for (let i = 0; i < size; i++) {
    const j = i + stream.below(order.length - i);
    [order[i], order[j]] = [order[j] as EndportIx, order[i] as EndportIx];
  }
  return order.slice(0, size);
}

/** Members by name. A sender need not be one of them, but needs another host that is. */
function listed(
  context: TrafficContext,
  refs: readonly HostRef[],
  sources: readonly EndportIx[],
  path: string,
): EndportIx[] {
  const members = namedHosts(context, refs, { code: NO_SUCH_HOST, path });
  const [only] = members;
  if (only !== undefined && members.length === 1 && sources.includes(only))
    throw new FabricError({
      code: "E_MPEG2_GROUP",
      message: "A sender has nobody to send to in a group of itself",
      where: { path },
      got: endportName(context.fabric, only),
      expected: "another member, or sourceAt without this host",
    });
  return members;
}
