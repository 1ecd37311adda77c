import { hopsTo, UNREACHABLE, type SwitchLinks } from "@fabriclab/paths";
import { FabricError, nearest, type Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/** Share of the hosts that must lie at one distance from a root. */
const ALMOST_ALL = 0.9;
/** Share of the hosts that may lie at any other distance. */
const A_FEW = 0.05;

/**
 * The switches of rank 0: those that are named, else those that OpenSM takes for the top of a tree.
 *
 * @throws FabricError E_UPDN_NO_SUCH_ROOT, E_UPDN_UNSUPPORTED_FABRIC
 */
export function rootSwitches(
  fabric: Fabric,
  links: SwitchLinks,
  named?: string | readonly string[],
): SwitchIx[] {
  if (named !== undefined)
    return [
      ...new Set([named].flat().map((name) => namedSwitch(fabric, name))),
    ];
  const census = hostCensus(fabric);
  const searches = Array.from({ length: fabric.switchCount }, (_, sw) =>
    spreadOfHosts(fabric, census, sw as SwitchIx),
  );
  const found = searches.flatMap(({ isRoot }, sw) =>
    isRoot ? [sw as SwitchIx] : [],
  );
  if (found.length > 0) return found;
  throw noRoots(fabric, links, searches);
}

/** Switch -> cabled host ports. */
function hostCensus(fabric: Fabric): { at: Int32Array; total: number } {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const at = new Int32Array(switchCount);
  let total = 0;
  for (let port = 0; port < (portStart[switchCount] ?? 0); port++) {
    const peer = portPeer[port] ?? -1;
    if (peer < 0 || (portNode[peer] ?? 0) < switchCount) continue;
    const sw = portNode[port] ?? 0;
    at[sw] = (at[sw] ?? 0) + 1;
    total += 1;
  }
  return { at, total };
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
  { at, total }: ReturnType<typeof hostCensus>,
  sw: SwitchIx,
): HostSpread {
  const hops = hopsTo(fabric, sw);
  const atDistance: number[] = [];
  for (const [other, far] of hops.entries())
    if (far !== UNREACHABLE)
      atDistance[far] = (atDistance[far] ?? 0) + (at[other] ?? 0);
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

function noRoots(
  fabric: Fabric,
  links: SwitchLinks,
  searches: readonly HostSpread[],
): FabricError {
  const best = searches.reduce(
    (most, { share }, sw) => (share > (searches[most]?.share ?? 0) ? sw : most),
    0,
  );
  const nearby = searches[best];
  const name = fabric.nodeName[best] ?? "";
  return new FabricError({
    code: "E_UPDN_UNSUPPORTED_FABRIC",
    message: `no switch of ${fabric.name} is the top of a tree`,
    where: { path: "routing.roots" },
    got:
      nearby === undefined
        ? "no switch"
        : `nearest to it is ${name}: ${(100 * nearby.share).toFixed(1)} % of the hosts are at distance ${nearby.distance}`,
    expected:
      "a switch with more than 90 % of the hosts at one distance and no more than 5 % at any other",
    hint: `name the roots (roots: …), such as the switch with most cables to others, ${fabric.nodeName[mostLinks(links)] ?? name}; or use a routing that needs none`,
  });
}

function mostLinks({ start, switchCount }: SwitchLinks): number {
  let best = 0;
  const degree = (sw: number): number =>
    (start[sw + 1] ?? 0) - (start[sw] ?? 0);
  for (let sw = 1; sw < switchCount; sw++)
    if (degree(sw) > degree(best)) best = sw;
  return best;
}

function namedSwitch(fabric: Fabric, name: string): SwitchIx {
  const node = /^0x[0-9a-f]{1,16}$/i.test(name)
    ? fabric.findGuid(BigInt(name))
    : fabric.findNode(name);
  if (node !== undefined && fabric.isSwitch(node))
    return node as number as SwitchIx;
  const close = nearest(name, fabric.nodeName.slice(0, fabric.switchCount));
  throw new FabricError({
    code: "E_UPDN_NO_SUCH_ROOT",
    message: "a root is named that is no switch of the fabric",
    where: { path: "routing.roots" },
    got: node === undefined ? name : `${name}, a host`,
    expected: "the name of one switch, or its NodeGUID such as 0x8f105001086a2",
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}
