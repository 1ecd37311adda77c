import { defineRouting, type Fabric } from "@fabriclab/spec";
import type { NodeIx, PortNum } from "@fabriclab/units";
import { z } from "zod";

interface Neighbour {
  readonly sw: number;
  readonly port: number;
}

/**
 * Up*\/down* for tests, on any connected fabric: links are oriented towards the switch of smaller (distance from switch 0, index); a switch from which the
 * destination is reached by down links alone takes the shortest of those ways, any other goes up. Its channel dependencies have no cycle.
 */
export const upDown = defineRouting({
  name: "test-up-down",
  summary: "Up*/down* for tests.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "connected",
    minimal: false,
    deadlockFree: { lanes: 1 },
    adaptive: false,
    toleratesFaults: true,
  },
  create({ fabric, lids }) {
    const neighbours = neighboursOf(fabric);
    const rank = ranks(neighbours);
    const above = (a: number, b: number): boolean =>
      (rank[a] ?? 0) < (rank[b] ?? 0) || (rank[a] === rank[b] && a < b);
    const tables = new Map<number, Int32Array>();
    /** Ports towards a switch from every switch. */
    const towards = (target: number): Int32Array => {
      const known = tables.get(target);
      if (known !== undefined) return known;
      const port = new Int32Array(fabric.switchCount).fill(-1);
      const down = new Float64Array(fabric.switchCount).fill(Infinity);
      down[target] = 0;
      // Backwards along down links, nearest first.
      const queue = [target];
      for (const at of queue) {
        for (const { sw } of neighbours[at] ?? []) {
          if (!above(sw, at) || Number.isFinite(down[sw])) continue;
          down[sw] = (down[at] ?? 0) + 1;
          port[sw] = portTo(neighbours, sw, at);
          queue.push(sw);
        }
      }
      // The others go up; from the top, so that a switch's uppers are known before it.
      const total = Float64Array.from(down);
      const order = [...port.keys()].sort((a, b) => (above(a, b) ? -1 : 1));
      for (const at of order) {
        if (Number.isFinite(down[at])) continue;
        for (const upper of neighbours[at] ?? []) {
          const length = (total[upper.sw] ?? Infinity) + 1;
          if (!above(upper.sw, at) || length >= (total[at] ?? Infinity))
            continue;
          total[at] = length;
          port[at] = upper.port;
        }
      }
      tables.set(target, port);
      return port;
    };
    return {
      candidates(at, lid, out) {
        const endport = lids.owner[lid] ?? -1;
        if (endport < 0) return 0;
        const place =
          endport < fabric.switchCount
            ? { sw: endport, num: 0 }
            : fabric.attachment(endport as never);
        if (place === undefined) return 0;
        out[0] = place.sw === at ? place.num : (towards(place.sw)[at] ?? -1);
        return 1;
      },
    };
  },
});

/** Always to the next switch of a ring: deadlocks, as tests want. */
export const clockwise = defineRouting({
  name: "test-clockwise",
  summary: "Round a ring in one direction, for tests.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "rings",
    minimal: false,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: false,
  },
  create({ fabric, lids }) {
    const neighbours = neighboursOf(fabric);
    return {
      candidates(at, lid, out) {
        const place = fabric.attachment((lids.owner[lid] ?? -1) as never);
        if (place === undefined) return 0;
        out[0] =
          place.sw === at
            ? place.num
            : portTo(neighbours, at, (at + 1) % fabric.switchCount);
        return 1;
      },
    };
  },
});

function neighboursOf(fabric: Fabric): Neighbour[][] {
  return Array.from({ length: fabric.switchCount }, (_, sw) => {
    const found: Neighbour[] = [];
    for (let port = 1; port <= fabric.radix(sw as NodeIx); port += 1) {
      const peer =
        fabric.portPeer[fabric.portOf(sw as NodeIx, port as PortNum)] ?? -1;
      const other = fabric.portNode[peer] ?? -1;
      if (peer >= 0 && fabric.isSwitch(other as NodeIx))
        found.push({ sw: other, port });
    }
    return found;
  });
}

function ranks(neighbours: readonly Neighbour[][]): Int32Array {
  const rank = new Int32Array(neighbours.length).fill(-1);
  rank[0] = 0;
  const queue = [0];
  for (const at of queue) {
    for (const { sw } of neighbours[at] ?? []) {
      if (rank[sw] !== -1) continue;
      rank[sw] = (rank[at] ?? 0) + 1;
      queue.push(sw);
    }
  }
  return rank;
}

function portTo(
  neighbours: readonly Neighbour[][],
  from: number,
  to: number,
): number {
  const port = neighbours[from]?.find(({ sw }) => sw === to)?.port;
  if (port === undefined) throw new Error("no such neighbour");
  return port;
}
