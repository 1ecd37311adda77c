import { cablesPerPair, refuseGeneratedSize } from "@fabriclab/fabric";
import { FabricError, many } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";

/** What names a dragonfly+; see the parameters of `dragonfly-plus`. */
export interface DragonflyPlusSize {
  /** p, at each leaf. */
  readonly hostsPerLeaf: number;
  /** Of a group, as are the spines. */
  readonly leaves: number;
  readonly spines: number;
  /** h, at each spine. */
  readonly globalLinks: number;
  /** g; 0 = as many as each group reaches by a cable of its own. */
  readonly groups: number;
  /** Of every switch; 0 = as many as its cables need. */
  readonly ports: number;
}

/** Groups that can all be cabled to each other. */
export const mostGroups = ({
  spines,
  globalLinks,
}: Pick<DragonflyPlusSize, "spines" | "globalLinks">): number =>
  spines * globalLinks + 1;

export const groupsOf = (size: DragonflyPlusSize): number =>
  size.groups === 0 ? mostGroups(size) : size.groups;

/** Cables between any two groups. */
export const cablesOf = (size: DragonflyPlusSize): number =>
  cablesPerPair(size.spines * size.globalLinks, groupsOf(size));

export const leafCables = (
  size: Pick<DragonflyPlusSize, "hostsPerLeaf" | "spines">,
): number => size.hostsPerLeaf + size.spines;

export const spineCables = (
  size: Pick<DragonflyPlusSize, "leaves" | "globalLinks">,
): number => size.leaves + size.globalLinks;

export const leafPorts = (size: DragonflyPlusSize): number =>
  size.ports === 0 ? leafCables(size) : size.ports;

export const spinePorts = (size: DragonflyPlusSize): number =>
  size.ports === 0 ? spineCables(size) : size.ports;

/** Cables that a switch may have. */
export const mostCables = ({
  ports,
}: Pick<DragonflyPlusSize, "ports">): number =>
  ports === 0 ? MAX_PORTS : ports;

export const switchesOf = (size: DragonflyPlusSize): number =>
  (size.leaves + size.spines) * groupsOf(size);

export const hostsOf = (size: DragonflyPlusSize): number =>
  size.hostsPerLeaf * size.leaves * groupsOf(size);

/** Of all nodes. */
export const portsOf = (size: DragonflyPlusSize): number =>
  groupsOf(size) *
    (size.leaves * leafPorts(size) + size.spines * spinePorts(size)) +
  hostsOf(size);

/** A cable to each host, one between each leaf and spine of a group, and those between groups. */
export function linksOf(size: DragonflyPlusSize): number {
  const groups = groupsOf(size);
  return (
    hostsOf(size) +
    groups * size.leaves * size.spines +
    ((groups * (groups - 1)) / 2) * cablesOf(size)
  );
}

/** Switches on the longest shortest path: up to a spine that has a cable to the other group, over that, and down. */
export const diameterOf = (size: DragonflyPlusSize): number =>
  groupsOf(size) > 1 ? 4 : size.leaves > 1 ? 3 : 1;

/** @throws FabricError E_DRAGONFLY_PLUS_GROUPS, E_DRAGONFLY_PLUS_PORTS or E_DRAGONFLY_PLUS_TOO_LARGE */
export function checkSize(size: DragonflyPlusSize): void {
  const most = mostGroups(size);
  if (size.groups > most)
    throw new FabricError({
      code: "E_DRAGONFLY_PLUS_GROUPS",
      message: "a group has fewer global links than there are other groups",
      where: { path: "groups" },
      got: `${many(size.groups, "group")}, ${many(most - 1, "global link")} of ${many(size.spines, "spine")}`,
      expected: `at most ${most} groups`,
      hint: "more globalLinks or spines, or fewer groups",
    });
  const ports = mostCables(size);
  for (const [kind, path, cables] of [
    ["leaf", "hostsPerLeaf", leafCables(size)],
    ["spine", "globalLinks", spineCables(size)],
  ] as const)
    if (cables > ports)
      throw new FabricError({
        code: "E_DRAGONFLY_PLUS_PORTS",
        message: `a ${kind} has fewer ports than cables`,
        where: { path: size.ports === 0 ? path : "ports" },
        got:
          kind === "leaf"
            ? `${cables} cables: ${many(size.hostsPerLeaf, "host")} and ${many(size.spines, "spine")}`
            : `${cables} cables: ${many(size.leaves, "leaf", "leaves")} and ${many(size.globalLinks, "global link")}`,
        expected: `at most ${ports}`,
        hint: `lower ${kind === "leaf" ? "hostsPerLeaf or spines" : "leaves or globalLinks"}${size.ports === 0 ? "" : ", or give more ports"}`,
      });
  refuseGeneratedSize(
    { switches: switchesOf(size), hosts: hostsOf(size), ports: portsOf(size) },
    {
      code: "E_DRAGONFLY_PLUS_TOO_LARGE",
      path: "groups",
      expected: "fewer groups, or smaller ones",
    },
  );
}
