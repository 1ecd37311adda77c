import {
  endportName,
  FabricError,
  namedHosts,
  type HostRef,
  type RandomStream,
  type TrafficContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { MembersOption } from "./params.ts";

const PERCENT = /^([0-9]+(?:\.[0-9]+)?)\s*%$/;

const MEMBER = "E_BARRIER_OPERATION_MEMBER";

/** The host at the parent port. @throws FabricError E_BARRIER_OPERATION_MEMBER */
export const parentOf = (
  context: TrafficContext,
  ref: HostRef,
): EndportIx | undefined =>
  namedHosts(context, ref, { code: MEMBER, path: "parent" })[0];

/** How many of `total` are meant, undefined where a host is named: a count, `all`, `40%`, or a fraction below 1. Halves up. */
function shareOf(
  option: string | number,
  total: number,
  path: string,
): number | undefined {
  if (option === "all") return total;
  if (typeof option === "number" && Number.isInteger(option)) {
    if (option >= 1 && option <= total) return option;
    throw notSoMany(option, total, path, {
      hint: `a bare number is a count; the host of index ${option} alone is [${option}]`,
    });
  }
  const written =
    typeof option === "number" ? option * 100 : PERCENT.exec(option)?.[1];
  if (written === undefined) return undefined;
  const percent = Number(written);
  if (!(percent > 0 && percent <= 100))
    throw notSoMany(option, total, path, {});
  return Math.round((Number(percent.toFixed(9)) * total) / 100);
}

const notSoMany = (
  option: string | number,
  total: number,
  path: string,
  hint: { readonly hint?: string },
): FabricError =>
  new FabricError({
    code: MEMBER,
    message: "a group cannot have so many members",
    where: { path },
    got: String(option),
    expected: `1 to ${total}, the hosts but the parent; or a share of them, above 0 and up to 100 %`,
    ...hint,
  });

/** The first `count` of a random order (Fisher and Yates, stopped early). */
function draw(
  from: readonly EndportIx[],
  count: number,
  random: RandomStream,
): EndportIx[] {
  const order = [...from];
  for (let i = 0; i < count; i += 1) {
    const j = i + random.below(order.length - i);
    [order[i], order[j]] = [order[j] as EndportIx, order[i] as EndportIx];
  }
  return order.slice(0, count);
}

/**
 * The members of group number `group`, in endport order. A count or a share is drawn from all hosts but the parent.
 *
 * @throws FabricError E_BARRIER_OPERATION_MEMBER for unknown hosts, for one named twice and for more than there are, E_BARRIER_OPERATION_PARENT_IS_CHILD,
 * E_BARRIER_OPERATION_GROUP_OF_ONE
 */
export function membersOf(
  context: TrafficContext,
  option: MembersOption,
  parent: EndportIx | undefined,
  group: number,
  path: string,
): EndportIx[] {
  const others = context.hosts.filter((host) => host !== parent);
  const share =
    typeof option === "object"
      ? undefined
      : shareOf(option, others.length, path);
  const members =
    share === undefined
      ? namedHosts(context, option, { code: MEMBER, path })
      : draw(others, share, context.random(`group/${group}`));
  if (parent !== undefined && members.includes(parent))
    throw new FabricError({
      code: "E_BARRIER_OPERATION_PARENT_IS_CHILD",
      message: "The host at the parent port is a member, too",
      where: { path },
      got: endportName(context.fabric, parent),
      expected: "a parent that is not among the members",
    });
  const ports = members.length + (parent === undefined ? 0 : 1);
  if (ports < 2)
    throw new FabricError({
      code: "E_BARRIER_OPERATION_GROUP_OF_ONE",
      message: "A group of one port has nobody to wait for",
      where: { path },
      got: `${ports} of ${context.hosts.length} hosts`,
      expected: "at least 2",
    });
  return members.sort((a, b) => a - b);
}
