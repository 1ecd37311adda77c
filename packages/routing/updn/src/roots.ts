import {
  hopsTo,
  listedSwitches,
  UNREACHABLE,
  type Listed,
  type SwitchLinks,
} from "@fabriclab/paths";
import { FabricError, type Fabric } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";

/** Share of the hosts that must lie at one distance from a root. */
const ALMOST_ALL = 0.9;
/** Share of the hosts that may lie at any other distance. */
const A_FEW = 0.05;

/**
 * The switches of rank 0: those that are named, else those that OpenSM takes for the top of a tree. Where no cables join parts of the fabric, each is looked
 * at for itself, as a subnet manager sees no other.
 *
 * @throws FabricError E_UPDN_NO_SUCH_ROOT, E_UPDN_UNSUPPORTED_FABRIC
 */
export function rootSwitches(
  fabric: Fabric,
  links: SwitchLinks,
  named?: Listed,
): SwitchIx[] {
  const roots = listedSwitches(fabric, named, "E_UPDN_NO_SUCH_ROOT");
  if (roots !== undefined) return roots;
  const hosts = hostsAt(fabric);
  const searches = Array.from({ length: fabric.switchCount }, (_, sw) =>
    spreadOfHosts(fabric, hosts, sw as SwitchIx),
  );
  const found = searches.flatMap(({ isRoot }, sw) =>
    isRoot ? [sw as SwitchIx] : [],
  );
  const covered = new Set<number>();
  for (const root of found)
    if (!covered.has(root))
      for (const [sw, hops] of hopsTo(fabric, root).entries())
        if (hops !== UNREACHABLE) covered.add(sw);
  const rootless = searches
    .map((search, sw) => ({ ...search, sw }))
    .filter(({ sw, share }) => share > 0 && !covered.has(sw));
  if (found.length > 0 && rootless.length === 0) return found;
  throw noRoots(fabric, links, rootless);
}

/** Switch -> cabled host ports. */
function hostsAt(fabric: Fabric): Int32Array {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const at = new Int32Array(switchCount);
  for (let port = 0; port < (portStart[switchCount] ?? 0); port++) {
    const peer = portPeer[port] ?? -1;
    if (peer < 0 || (portNode[peer] ?? 0) < switchCount) continue;
    const sw = portNode[port] ?? 0;
    at[sw] = (at[sw] ?? 0) + 1;
  }
  return at;
}

interface HostSpread {
  readonly isRoot: boolean;
  /** The distance at which most hosts are, in cables between switches, and their share. */
  readonly distance: number;
  readonly share: number;
}

/** A root sees more than 90 % of the hosts at one distance and no more than 5 % at any other. O(ports of switches). */
function spreadOfHosts(
  fabric: Fabric,
  hosts: Int32Array,
  sw: SwitchIx,
): HostSpread {
  const hops = hopsTo(fabric, sw);
  const atDistance: number[] = [];
  let total = 0;
  for (const [other, far] of hops.entries()) {
    if (far === UNREACHABLE) continue;
    atDistance[far] = (atDistance[far] ?? 0) + (hosts[other] ?? 0);
    total += hosts[other] ?? 0;
  }
  let most = 0;
  let bars = 0;
  for (let far = 0; far < atDistance.length; far++) {
    if ((atDistance[far] ?? 0) > (atDistance[most] ?? 0)) most = far;
    if ((atDistance[far] ?? 0) > total * A_FEW) bars += 1;
  }
  const count = atDistance[most] ?? 0;
  return {
    isRoot: bars === 1 && count > total * ALMOST_ALL,
    distance: most,
    share: total === 0 ? 0 : count / total,
  };
}

/** @param rootless switches of a part of the fabric that has no root */
function noRoots(
  fabric: Fabric,
  links: SwitchLinks,
  rootless: readonly (HostSpread & { readonly sw: number })[],
): FabricError {
  const nearby = rootless.toSorted(
    (a, b) => b.share - a.share || a.sw - b.sw,
  )[0];
  const nameOf = (sw: number): string => fabric.nodeName[sw] ?? "";
  const elsewhere =
    nearby === undefined
      ? ""
      : otherHost(fabric, nearby.sw as SwitchIx, nearby.distance);
  return new FabricError({
    code: "E_UPDN_UNSUPPORTED_FABRIC",
    message: `no switch of ${fabric.name} is the top of a tree`,
    where: { path: "routing.roots" },
    got:
      nearby === undefined
        ? "no switch with hosts"
        : `nearest to it is ${nameOf(nearby.sw)}: ${(100 * nearby.share).toFixed(1)} % of the hosts are at distance ${nearby.distance}${elsewhere}`,
    expected:
      "a switch with more than 90 % of the hosts at one distance and no more than 5 % at any other",
    hint: `name the roots (roots: …), such as the switch with most cables to others, ${nameOf(
      mostLinks(
        links,
        rootless.map(({ sw }) => sw),
      ),
    )}; or use a routing that needs none`,
  });
}

/** The first host that is at another distance, its switch and port. */
function otherHost(fabric: Fabric, from: SwitchIx, distance: number): string {
  const hops = hopsTo(fabric, from);
  for (let e = fabric.switchCount; e < fabric.endportCount; e++) {
    const at = fabric.attachment(e as EndportIx);
    const far = hops[at?.sw ?? -1] ?? UNREACHABLE;
    if (at === undefined || far === UNREACHABLE || far === distance) continue;
    const host = fabric.nodeName[fabric.endportNode[e] ?? 0] ?? "";
    return `, but ${host} at ${fabric.nodeName[at.sw] ?? ""}:${at.num} at ${far}`;
  }
  return "";
}

function mostLinks({ start }: SwitchLinks, some: readonly number[]): number {
  const degree = (sw: number): number =>
    (start[sw + 1] ?? 0) - (start[sw] ?? 0);
  return some.reduce(
    (best, sw) => (degree(sw) > degree(best) ? sw : best),
    some[0] ?? 0,
  );
}
