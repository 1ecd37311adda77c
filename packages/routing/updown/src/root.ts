import { switchesInGuidOrder } from "@fabriclab/fabric";
import { hopsTo, UNREACHABLE, type Planes } from "@fabriclab/paths";
import { FabricError, type Fabric } from "@fabriclab/spec";
import { nearest, type SwitchIx } from "@fabriclab/units";
import { hostsAt } from "./load.ts";
import type { Trial } from "./trial.ts";

/**
 * The switches that the user named, with commas between them: one for a part of the fabric that no cables join to the others.
 *
 * @throws FabricError E_UPDOWN_ROOT
 */
export function namedRoots(
  fabric: Fabric,
  text: string,
  planes: Planes,
): SwitchIx[] {
  const parts = text.split(/,(?![^(]*\)|[\d,]*>)/);
  const names =
    parts.length === 1 || fabric.findNode(text) !== undefined
      ? [text]
      : parts.map((name) => name.trim());
  const taken = new Map<number, string>();
  return names.map((name) => {
    const root = namedRoot(fabric, name);
    const plane = planes.of[root] ?? -1;
    const before = taken.get(plane);
    taken.set(plane, name);
    if (before === undefined) return root;
    throw new FabricError({
      code: "E_UPDOWN_ROOT",
      message: `cables join the roots ${before} and ${name}`,
      where: { path: "root" },
      got: text,
      expected:
        "one root, or one for each part of the fabric that no cables join to the others",
      hint: `leave out ${name}; updn takes several roots of one tree`,
    });
  });
}

/**
 * The switch of an index in the fabric's order.
 *
 * @throws FabricError E_UPDOWN_ROOT
 */
export function indexedRoot(fabric: Fabric, index: number): SwitchIx {
  if (index < fabric.switchCount) return index as SwitchIx;
  throw new FabricError({
    code: "E_UPDOWN_ROOT",
    message: `the fabric has no switch of index ${index}`,
    where: { path: "root" },
    got: String(index),
    expected: `an index from 0 to ${fabric.switchCount - 1}, or the name or GUID (0x…) of a switch, best, or opensm`,
    hint: `a switch that is called ${index} is named in quotes: "${index}"`,
  });
}

function namedRoot(fabric: Fabric, name: string): SwitchIx {
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
    expected: "the name, GUID (0x…) or index of a switch, best, or opensm",
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
 * Complexity: a trial of every switch. A root is given up as soon as one of its channels carries more than the busiest of the best so
 * far; switches with few hosts, which are mostly the better roots, come first.
 */
export function bestRoot(
  fabric: Fabric,
  isCandidate: (sw: number) => boolean,
  loadOf: Trial,
): SwitchIx {
  const { switchCount, nodeGuid } = fabric;
  const hosts = hostsAt(fabric);
  const order = Array.from({ length: switchCount }, (_, sw) => sw)
    .filter(isCandidate)
    .sort((a, b) => (hosts[a] ?? 0) - (hosts[b] ?? 0));
  let best = (order[0] ?? 0) as SwitchIx;
  let least: ReturnType<Trial>;
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
  return switchesInGuidOrder(fabric).filter((sw) => {
    // Of the hosts that it reaches: a subnet manager sees no others.
    let all = 0;
    const atDistance = new Map<number, number>();
    for (const [from, hops] of hopsTo(fabric, sw).entries())
      if (hops !== UNREACHABLE) {
        atDistance.set(hops, (atDistance.get(hops) ?? 0) + (hosts[from] ?? 0));
        all += hosts[from] ?? 0;
      }
    const counts = [...atDistance.values()];
    return (
      counts.some((count) => count > NEARLY_ALL * all) &&
      counts.filter((count) => count > SOME * all).length === 1
    );
  });
}

/**
 * One root by that rule for each part with hosts that no cables join to the others: the first in OpenSM's map order. OpenSM itself ranks the switches by
 * their distance from the nearest of all roots.
 *
 * @throws FabricError E_UPDOWN_NO_ROOT, where OpenSM's engine would give up too
 */
export function opensmRootOfEach(fabric: Fabric, planes: Planes): SwitchIx[] {
  const found = new Map<number, SwitchIx>();
  for (const root of opensmRoots(fabric)) {
    const plane = planes.of[root] ?? -1;
    if (!found.has(plane)) found.set(plane, root);
  }
  const rootless = hostsAt(fabric).findIndex(
    (count, sw) => count > 0 && !found.has(planes.of[sw] ?? -1),
  );
  if (rootless < 0 && found.size > 0) return [...found.values()];
  throw new FabricError({
    code: "E_UPDOWN_NO_ROOT",
    message: "OpenSM's rule finds no root in this fabric",
    where: { path: "root" },
    got:
      planes.count > 1
        ? `opensm, and none in the part that ${fabric.nodeName[rootless] ?? "the switches"} belongs to`
        : "opensm",
    expected:
      "a switch from which more than 90 % of the hosts are at one distance and no other distance has more than 5 %: the top of a tree",
    hint: "name a root, or use root: best",
  });
}
