import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import { FabricError, type Fabric, type PathPattern } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { pathBitsOf, type EdgeLists } from "./edge-lists.ts";

export interface PathBounds {
  /** Most cables that a path may have beyond a shortest one; Infinity = every simple path. */
  readonly detour: number;
  /** Most paths to one destination. */
  readonly maxPaths: number;
}

/** What was found on the way to one destination switch. */
export interface PathsTo {
  /** Switch -> its patterns, not merged. */
  readonly patterns: readonly (readonly PathPattern[])[];
  /** Switch -> simple paths from it. */
  readonly counts: Float64Array;
  /** Paths whose cycle lists contradict each other, so that no bits name them. */
  readonly unnamed: number;
}

/**
 * All simple paths to a switch, from all others at once: grown from the destination backwards, with the union of their cycle lists.
 *
 * Complexity: O(paths · radix) time; memory for the distinct patterns only.
 *
 * @throws FabricError E_MULTIPATH_TOO_MANY_PATHS
 */
export function pathsTo(
  fabric: Fabric,
  to: SwitchIx,
  lists: EdgeLists,
  { detour, maxPaths }: PathBounds,
): PathsTo {
  const { portNode, portPeer, portStart, switchCount } = fabric;
  const distance = hopsTo(fabric, to);
  const onPath = new Uint8Array(switchCount);
  const found = Array.from(
    { length: switchCount },
    () => new Map<number, PathPattern>(),
  );
  const counts = new Float64Array(switchCount);
  let total = 0;
  let unnamed = 0;
  /** Paths that go on from the path from `at`, of `length` cables; the four masks are its union. */
  const grow = (
    at: number,
    length: number,
    singleForward: number,
    singleBackward: number,
    forward: number,
    backward: number,
  ): void => {
    onPath[at] = 1;
    const end = portStart[at + 1] ?? 0;
    for (let back = portStart[at] ?? 0; back < end; back++) {
      // The channel from the neighbour `before` to `at` is the neighbour's port of this cable.
      const channel = portPeer[back] ?? -1;
      const before = channel < 0 ? switchCount : (portNode[channel] ?? 0);
      if (before >= switchCount || onPath[before] === 1) continue;
      // A path beyond the detour cannot be grown into one within it.
      if (length + 1 > (distance[before] ?? UNREACHABLE) + detour) continue;
      if (++total > maxPaths) throw tooMany(fabric, to, maxPaths);
      counts[before] = (counts[before] ?? 0) + 1;
      const a = singleForward | (lists.singleForward[channel] ?? 0);
      const b = singleBackward | (lists.singleBackward[channel] ?? 0);
      const c = forward | (lists.forward[channel] ?? 0);
      const d = backward | (lists.backward[channel] ?? 0);
      const bits = pathBitsOf(a, b, c, d);
      if (bits === undefined) unnamed += 1;
      else {
        const { care, value } = bits;
        const port = channel - (portStart[before] ?? 0) + 1;
        // Bits are 14 at most, ports 254: together less than 2^53.
        const key = (care * 2 ** 14 + value) * 2 ** 8 + port;
        const hops = length + 2;
        const known = found[before]?.get(key);
        if (known === undefined || known.hops > hops)
          found[before]?.set(key, { care, value, port, hops });
      }
      grow(before, length + 1, a, b, c, d);
    }
    onPath[at] = 0;
  };
  grow(to, 0, 0, 0, 0, 0);
  return {
    patterns: found.map((map) => [...map.values()]),
    counts,
    unnamed,
  };
}

function tooMany(fabric: Fabric, to: number, most: number): FabricError {
  const cables = Array.from({ length: fabric.linkCount }, (_, link) =>
    [0, 1].every(
      (end) =>
        (fabric.portNode[fabric.linkPorts[2 * link + end] ?? 0] ?? 0) <
        fabric.switchCount,
    ),
  ).filter(Boolean).length;
  return new FabricError({
    code: "E_MULTIPATH_TOO_MANY_PATHS",
    message: `${fabric.name} has too many simple paths to look at every one: ${fabric.switchCount} switches, ${cables} cables between them`,
    where: { path: "routing.detour" },
    got: `more than ${most} simple paths to ${fabric.nodeName[to] ?? ""} alone`,
    expected: `at most ${most} (maxPaths) to one switch`,
    hint: "bound their length with detour: 0 (shortest paths only), 1, 2 …, or raise maxPaths",
  });
}
