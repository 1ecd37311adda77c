import { switchesInGuidOrder } from "@fabriclab/fabric";
import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import { FabricError, type Fabric } from "@fabriclab/spec";
import { nearest, type SwitchIx } from "@fabriclab/units";
import { hostsAt, type RouteLoad } from "./load.ts";

/**
 * The switch that the user named.
 *
 * @throws FabricError E_UPDOWN_ROOT
 */
export function namedRoot(fabric: Fabric, name: string): SwitchIx {
  const byGuid = /^0x[0-9a-f]{1,16}$/i.test(name)
    ? fabric.findGuid(BigInt(name))
    : undefined;
  const node = fabric.findNode(name) ?? byGuid;
  if (node !== undefined && fabric.isSwitch(node))
    return node as number as SwitchIx;
  const switches = fabric.nodeName.slice(0, fabric.switchCount);
  const right = nearest(name, [...switches, "best", "opensm"]);
  const several = fabric.nodeName.filter((one) => one === name).length > 1;
  throw new FabricError({
    code: "E_UPDOWN_ROOT",
    message:
      node !== undefined
        ? `${name} is a host, and only a switch can be the root`
        : several
          ? `several nodes are named ${name}`
          : `the fabric has no switch ${name}`,
    where: { path: "root" },
    got: name,
    expected: "the NodeDescription or GUID (0x…) of a switch, best, or opensm",
    ...(several
      ? { hint: "name it by its GUID" }
      : right === undefined
        ? {}
        : { hint: `did you mean ${right}?` }),
  });
}

/**
 * The root whose routes load their busiest channel least; of several, the one with fewest hops in all; of several, the smallest NodeGUID.
 *
 * Complexity: routes of all pairs for every switch at most. A root is given up as soon as one of its channels carries more than the busiest of the best so
 * far; switches with few hosts, which are mostly the better roots, come first.
 * @param loadOf undefined where a channel carries more than `limit`
 */
export function bestRoot(
  fabric: Fabric,
  loadOf: (root: SwitchIx, limit: number) => RouteLoad | undefined,
): SwitchIx {
  const { switchCount, nodeGuid } = fabric;
  const hosts = hostsAt(fabric);
  const order = Array.from({ length: switchCount }, (_, sw) => sw).sort(
    (a, b) => (hosts[a] ?? 0) - (hosts[b] ?? 0),
  );
  let best = 0 as SwitchIx;
  let least: RouteLoad | undefined;
  for (const sw of order) {
    const load = loadOf(sw as SwitchIx, least?.busiest ?? Infinity);
    if (load === undefined) continue;
    const difference =
      least === undefined
        ? -1
        : load.busiest - least.busiest ||
          load.hops - least.hops ||
          ((nodeGuid[sw] ?? 0n) < (nodeGuid[best] ?? 0n) ? -1 : 1);
    if (difference >= 0) continue;
    best = sw as SwitchIx;
    least = load;
  }
  return best;
}

/** Shares of the hosts in OpenSM's rule. */
const NEARLY_ALL = 0.9;
const SOME = 0.05;

/**
 * Roots by the rule by which OpenSM's updn finds them: a switch from which more than 90 % of the host ports are at one distance, and no other distance
 * has more than 5 %. In OpenSM's map order.
 *
 * Complexity: O(switches · ports).
 */
export function opensmRoots(fabric: Fabric): SwitchIx[] {
  const hosts = hostsAt(fabric);
  const all = hosts.reduce((sum, count) => sum + count, 0);
  return switchesInGuidOrder(fabric).filter((sw) => {
    const atDistance = new Map<number, number>();
    for (const [from, hops] of hopsTo(fabric, sw).entries())
      if (hops !== UNREACHABLE)
        atDistance.set(hops, (atDistance.get(hops) ?? 0) + (hosts[from] ?? 0));
    const counts = [...atDistance.values()];
    return (
      counts.some((count) => count > NEARLY_ALL * all) &&
      counts.filter((count) => count > SOME * all).length === 1
    );
  });
}

/**
 * One root by that rule: the first in OpenSM's map order. OpenSM itself ranks the switches by their distance from the nearest of all roots.
 *
 * @throws FabricError E_UPDOWN_NO_ROOT, where OpenSM's engine would give up too
 */
export function opensmRoot(fabric: Fabric): SwitchIx {
  const [first] = opensmRoots(fabric);
  if (first !== undefined) return first;
  throw new FabricError({
    code: "E_UPDOWN_NO_ROOT",
    message: "OpenSM's rule finds no root in this fabric",
    where: { path: "root" },
    got: "opensm",
    expected:
      "a switch from which more than 90 % of the hosts are at one distance and no other distance has more than 5 %: the top of a tree",
    hint: "name a root, or use root: best",
  });
}
