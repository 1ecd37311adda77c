import { cablesPerPair, refuseGeneratedSize } from "@fabriclab/fabric";
import { FabricError, many } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";

/** What names a dragonfly; see the parameters of `dragonfly`. */
export interface DragonflySize {
  /** p of Kim et al. */
  readonly hostsPerSwitch: number;
  /** a. */
  readonly switchesPerGroup: number;
  /** h, at each switch. */
  readonly globalLinks: number;
  /** g; 0 = as many as each group reaches by a cable of its own. */
  readonly groups: number;
}

/** Groups that can all be cabled to each other: a·h + 1. */
export const mostGroups = ({
  switchesPerGroup,
  globalLinks,
}: Pick<DragonflySize, "switchesPerGroup" | "globalLinks">): number =>
  switchesPerGroup * globalLinks + 1;

export const groupsOf = (size: DragonflySize): number =>
  size.groups === 0 ? mostGroups(size) : size.groups;

/** Cables between any two groups. */
export const cablesOf = (size: DragonflySize): number =>
  cablesPerPair(size.switchesPerGroup * size.globalLinks, groupsOf(size));

export const portsOf = (size: DragonflySize): number =>
  size.hostsPerSwitch + size.switchesPerGroup - 1 + size.globalLinks;

export const switchesOf = (size: DragonflySize): number =>
  size.switchesPerGroup * groupsOf(size);

export const hostsOf = (size: DragonflySize): number =>
  size.hostsPerSwitch * switchesOf(size);

/** A cable to each host, one between any two switches of a group, and those between groups. */
export function linksOf(size: DragonflySize): number {
  const groups = groupsOf(size);
  const a = size.switchesPerGroup;
  return (
    hostsOf(size) +
    (groups * a * (a - 1)) / 2 +
    ((groups * (groups - 1)) / 2) * cablesOf(size)
  );
}

/** @throws FabricError E_DRAGONFLY_GROUPS, E_DRAGONFLY_PORTS or E_DRAGONFLY_TOO_LARGE */
export function checkSize(size: DragonflySize): void {
  const most = mostGroups(size);
  if (size.groups > most)
    throw new FabricError({
      code: "E_DRAGONFLY_GROUPS",
      message: "a group has fewer global links than there are other groups",
      where: { path: "groups" },
      got: `${many(size.groups, "group")}, ${many(most - 1, "global link")} of ${many(size.switchesPerGroup, "switch", "switches")}`,
      expected: `at most ${most} groups`,
      hint: "more globalLinks or switchesPerGroup, or fewer groups",
    });
  const ports = portsOf(size);
  if (ports > MAX_PORTS)
    throw new FabricError({
      code: "E_DRAGONFLY_PORTS",
      message: "a switch has fewer ports than cables",
      where: { path: "switchesPerGroup" },
      got: `${ports} cables: ${many(size.hostsPerSwitch, "host")}, ${many(size.switchesPerGroup - 1, "other switch", "other switches")} of the group, ${many(size.globalLinks, "global link")}`,
      expected: `at most ${MAX_PORTS}`,
      hint: "lower hostsPerSwitch, switchesPerGroup or globalLinks",
    });
  const switches = switchesOf(size);
  const hosts = hostsOf(size);
  refuseGeneratedSize(
    { switches, hosts, ports: switches * ports + hosts },
    {
      code: "E_DRAGONFLY_TOO_LARGE",
      path: "groups",
      expected: "fewer groups, or smaller ones",
    },
  );
}
