import {
  endportName,
  FabricError,
  type RandomStream,
  type TrafficContext,
} from "@fabriclab/spec";
import { nearest, type EndportIx } from "@fabriclab/units";
import type { MembersOption } from "./params.ts";

const PERCENT = /^([0-9]+(?:\.[0-9]+)?)\s*%$/;

/**
 * A host by its name or its index among the fabric's hosts.
 *
 * @throws FabricError E_BARRIER_OPERATION_MEMBER
 */
export function hostOf(
  { fabric, hosts }: TrafficContext,
  ref: string | number,
  path: string,
): EndportIx {
  const found =
    typeof ref === "number"
      ? hosts[ref]
      : hosts.find((host) => endportName(fabric, host) === ref);
  if (found !== undefined) return found;
  const close =
    typeof ref === "string"
      ? nearest(
          ref,
          hosts.map((host) => endportName(fabric, host)),
        )
      : undefined;
  throw new FabricError({
    code: "E_BARRIER_OPERATION_MEMBER",
    message: "There is no such host",
    where: { path },
    got: String(ref),
    expected: `a host's name, an index from 0 to ${hosts.length - 1}, or for members a count, a share such as 40%, or all`,
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}

/** How many of `total` are meant, undefined where a host is named: a count, `all`, `40%`, or a fraction below 1. Halves up. */
function shareOf(
  option: string | number,
  total: number,
  path: string,
): number | undefined {
  if (option === "all") return total;
  if (typeof option === "number" && Number.isInteger(option)) {
    if (option >= 1 && option <= total) return option;
    throw new FabricError({
      code: "E_BARRIER_OPERATION_MEMBER",
      message: "a group cannot have so many members",
      where: { path },
      got: String(option),
      expected: `1 to ${total}, the hosts but the parent`,
      hint: `a bare number is a count; the host of index ${option} alone is [${option}]`,
    });
  }
  const percent =
    typeof option === "number"
      ? option < 1
        ? option * 100
        : undefined
      : Number(PERCENT.exec(option)?.[1] ?? NaN);
  return percent === undefined || !(percent > 0 && percent <= 100)
    ? undefined
    : Math.round((Number(percent.toFixed(9)) * total) / 100);
}

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
 * @throws FabricError E_BARRIER_OPERATION_MEMBER for unknown hosts and for one named twice, E_BARRIER_OPERATION_PARENT_IS_CHILD,
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
  const list = typeof option === "object" ? option : [option];
  const members =
    share === undefined
      ? list.map((ref) => hostOf(context, ref, path))
      : draw(others, share, context.random(`group/${group}`));
  const twice = members.findIndex((host, i) => members.indexOf(host) !== i);
  if (twice >= 0)
    throw new FabricError({
      code: "E_BARRIER_OPERATION_MEMBER",
      message: "A host is listed twice",
      where: { path },
      got: String(list[twice]),
      expected: "each host at most once",
    });
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
