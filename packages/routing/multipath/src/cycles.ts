import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import { FabricError, type Fabric, type PathCycle } from "@fabriclab/spec";
import type { PortIx, SwitchIx } from "@fabriclab/units";
import { backEdges } from "./back-edges.ts";
import { CycleSpace } from "./cycle-space.ts";

/** Steps of the search for one cycle after which it is given up. */
const MOST_STEPS = 5_000_000;

export interface CycleOptions {
  readonly root: number;
  /** independent: the shortest cycle through a back edge that is no sum of the cycles before it; literal: the shortest one, whatever it is. */
  readonly cycles: "independent" | "literal";
  /** Which stay where there are more cycles than bits. */
  readonly keep: "first" | "shortest";
  readonly bits: number;
}

/** The cycles that have bits, and how many there are. */
export interface FabricCycles {
  readonly cycles: readonly PathCycle[];
  readonly count: number;
}

/**
 * Algorithm 2 of kim2007: a cycle for every back edge (v, w), from v via w back to v. Of equally short ones the first, ports tried from the lowest up.
 *
 * A cycle that is independent of those before it exists for every back edge: the cycles through an edge span the cycle space of its block, and
 * those before it are too few to.
 *
 * Complexity: a breadth-first search for a back edge whose shortest cycle will do; exponential in what its cycle is longer than that.
 *
 * @throws FabricError E_MULTIPATH_CYCLE_SEARCH where an independent cycle is too far to find
 */
export function fabricCycles(
  fabric: Fabric,
  options: CycleOptions,
): FabricCycles {
  const edges = backEdges(fabric, options.root);
  const space = new CycleSpace();
  const link = (channel: number): number => fabric.portLink[channel] ?? 0;
  const taken: PathCycle[] = [];
  // Cycles after the last that is kept cannot change those before them.
  const wanted =
    options.keep === "first" ? edges.slice(0, options.bits) : edges;
  for (const edge of wanted)
    taken.push(
      cycleThrough(fabric, edge, (channels) => {
        const independent = space.add(channels.map(link));
        return independent || options.cycles === "literal";
      }),
    );
  const kept =
    options.keep === "first"
      ? taken
      : [...taken].sort((a, b) => a.channels.length - b.channels.length);
  return { cycles: kept.slice(0, options.bits), count: edges.length };
}

/** The shortest cycle through a channel that `accept` takes. */
function cycleThrough(
  fabric: Fabric,
  edge: PortIx,
  accept: (channels: readonly PortIx[]) => boolean,
): PathCycle {
  const { portLink, portNode, portPeer, portStart, switchCount } = fabric;
  const from = (portNode[edge] ?? 0) as SwitchIx;
  const second = portNode[portPeer[edge] ?? 0] ?? 0;
  const distance = hopsTo(fabric, from);
  const channels: PortIx[] = [edge];
  const visited = new Uint8Array(switchCount);
  let steps = 0;
  /** Ways from `at` to the start that close a cycle of exactly `length` channels; true once one is accepted. */
  const close = (at: number, length: number): boolean => {
    if (at === from) return channels.length === length && accept(channels);
    visited[at] = 1;
    const end = portStart[at + 1] ?? 0;
    for (let port = portStart[at] ?? 0; port < end; port++) {
      const peer = portPeer[port] ?? -1;
      const to = peer < 0 ? switchCount : (portNode[peer] ?? 0);
      if (to >= switchCount || visited[to] === 1) continue;
      if (portLink[port] === portLink[edge]) continue;
      const rest = distance[to] ?? UNREACHABLE;
      if (channels.length + 1 + rest > length) continue;
      if (++steps > MOST_STEPS) throw tooFar(fabric, edge, length);
      channels.push(port as PortIx);
      if (close(to, length)) return true;
      channels.pop();
    }
    visited[at] = 0;
    return false;
  };
  for (let length = 2; length <= switchCount; length++)
    if (close(second, length)) break;
  return {
    switches: channels.map((port) => (portNode[port] ?? 0) as SwitchIx),
    channels,
  };
}

function tooFar(fabric: Fabric, edge: PortIx, length: number): FabricError {
  const name = (port: number): string =>
    fabric.nodeName[fabric.portNode[port] ?? 0] ?? "";
  return new FabricError({
    code: "E_MULTIPATH_CYCLE_SEARCH",
    message: `no cycle through the cable from ${name(edge)} to ${name(fabric.portPeer[edge] ?? 0)} that is independent of the others was found among those of up to ${length} cables`,
    where: { path: "routing.cycles" },
    got: `more than ${MOST_STEPS} steps of search`,
    expected: "a fabric whose independent cycles are short",
    hint: "take another root, fewer path bits with keep: first, or cycles: literal",
  });
}
