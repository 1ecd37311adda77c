import {
  endportName,
  FabricError,
  namedHosts,
  type MulticastGroup,
  type Options,
  type TrafficContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { draw } from "./draw.ts";
import type { params } from "./params.ts";
import { hostsOf } from "./share.ts";

const HOST = "E_MULTICAST_OPERATION_HOST";

type Chosen = Options<typeof params>;

/** Who sends to which group. */
export interface OperationPlan {
  /** In endport order. */
  readonly sources: readonly EndportIx[];
  readonly groups: readonly MulticastGroup[];
  /** Place of each source's group in `groups`. */
  readonly groupOf: readonly number[];
}

const ascending = (a: EndportIx, b: EndportIx): number => a - b;

/**
 * Draws sources and groups. Equal for equal (seed, fabric, options), whichever of `groups` and `create` asks, and the group of a source does
 * not depend on which other hosts send.
 *
 * @throws FabricError `E_MULTICAST_OPERATION_SOURCES`, `…_SOURCE_AT`, `…_HOST`, `…_GROUP`, `…_GROUP_OF_ONE`, `…_SOURCE_NOT_MEMBER`
 */
export function planOperations(
  context: TrafficContext,
  options: Chosen,
): OperationPlan {
  const sources = chooseSources(context, options);
  const common = options.members !== undefined || options.groups === "same";
  if (common) {
    const members =
      options.members === undefined
        ? draw(
            context.hosts,
            groupSize(context, options),
            context.random("multicast-operation/group"),
          ).sort(ascending)
        : explicitMembers(context, options, options.members, sources);
    return {
      sources,
      groups: [{ id: 0, name: "the common group", members, sources }],
      groupOf: sources.map(() => 0),
    };
  }
  const size = groupSize(context, options);
  return {
    sources,
    groups: sources.map((source, id) => ({
      id,
      name: `group of ${endportName(context.fabric, source)}`,
      members: ownMembers(context, source, size, options.sourceMember),
      sources: [source],
    })),
    groupOf: sources.map((_, id) => id),
  };
}

function chooseSources(context: TrafficContext, options: Chosen): EndportIx[] {
  const { hosts } = context;
  const count = hostsOf(options.sources, hosts.length);
  if (options.sourceAt !== undefined) {
    const named = namedHosts(context, options.sourceAt, {
      code: HOST,
      path: "sourceAt",
    });
    // One is the default of `sources`; any other number that differs was written down and contradicts the list.
    if (count !== 1 && count !== named.length) {
      throw new FabricError({
        code: "E_MULTICAST_OPERATION_SOURCE_AT",
        message: "sources and sourceAt disagree on how many hosts send",
        where: { path: "sources" },
        got: `${count} sources, ${named.length} named in sourceAt`,
        expected: "one of the two, or the same number in both",
      });
    }
    return named.sort(ascending);
  }
  if (count < 1 || count > hosts.length) {
    throw new FabricError({
      code: "E_MULTICAST_OPERATION_SOURCES",
      message: "This number of sources does not fit the fabric",
      where: { path: "sources" },
      got: `${count} of ${hosts.length} hosts`,
      expected: `1 to ${hosts.length}`,
      ...(count < 1
        ? {
            hint: "a share is rounded to the nearest number of hosts, here to none; 1 is one host",
          }
        : {}),
    });
  }
  const random = context.random("multicast-operation/sources");
  return draw(hosts, count, random).sort(ascending);
}

function groupSize(context: TrafficContext, options: Chosen): number {
  const total = context.hosts.length;
  const size = hostsOf(options.group, total);
  if (size < 2) throw groupOfOne("group", `${size} of ${total} hosts`);
  if (size > total) {
    throw new FabricError({
      code: "E_MULTICAST_OPERATION_GROUP",
      message: "A group cannot have more members than there are hosts",
      where: { path: "group" },
      got: `${size} of ${total} hosts`,
      expected: `2 to ${total}`,
    });
  }
  return size;
}

function ownMembers(
  context: TrafficContext,
  source: EndportIx,
  size: number,
  sourceMember: "always" | "chance",
): EndportIx[] {
  const random = context.random(
    `multicast-operation/group/${endportName(context.fabric, source)}`,
  );
  if (sourceMember === "chance")
    return draw(context.hosts, size, random).sort(ascending);
  const others = context.hosts.filter((host) => host !== source);
  return [source, ...draw(others, size - 1, random)].sort(ascending);
}

function explicitMembers(
  context: TrafficContext,
  options: Chosen,
  refs: readonly (string | number)[],
  sources: readonly EndportIx[],
): EndportIx[] {
  const members = namedHosts(context, refs, {
    code: HOST,
    path: "members",
  }).sort(ascending);
  if (members.length < 2) throw groupOfOne("members", "1 host");
  const outside = sources.find((source) => !members.includes(source));
  if (outside !== undefined && !options.allowNonMember) {
    throw new FabricError({
      code: "E_MULTICAST_OPERATION_SOURCE_NOT_MEMBER",
      message: "A source is not a member of the group it sends to",
      where: { path: "members" },
      got: endportName(context.fabric, outside),
      expected: "every source among the members",
      hint: "allowNonMember: true lets it send without receiving (a send-only join); sourceAt says which host sends",
    });
  }
  return members;
}

function groupOfOne(path: string, got: string): FabricError {
  return new FabricError({
    code: "E_MULTICAST_OPERATION_GROUP_OF_ONE",
    message: "A group of fewer than two members has nobody to send to",
    where: { path },
    got,
    expected: "at least 2 members, the source included",
  });
}
