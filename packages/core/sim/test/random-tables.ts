import {
  lidTable,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type RandomStream,
} from "@fabriclab/spec";
import { PathWalker } from "@fabriclab/paths";
import { NO_PORT, sl, type EndportIx, type Lid } from "@fabriclab/units";

/** Switch -> switch -> ports by which a packet for the second may leave the first; empty = nowhere. */
type NextPorts = (target: number) => readonly (readonly number[])[];

interface Cable {
  readonly sw: number;
  /** Port number at this end. */
  readonly num: number;
}

function cablesOf(fabric: Fabric): Cable[][] {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  return Array.from({ length: switchCount }, (_, sw) => {
    const found: Cable[] = [];
    const first = portStart[sw] ?? 0;
    for (let port = first; port < (portStart[sw + 1] ?? 0); port++) {
      const other = portNode[portPeer[port] ?? -1] ?? switchCount;
      if (other < switchCount && other !== sw)
        found.push({ sw: other, num: port - first + 1 });
    }
    return found;
  });
}

const any = <T>(list: readonly T[], random: RandomStream): T =>
  list[random.below(list.length)] as T;

/** Tables of the paths that `next` allows, one of the allowed ports drawn for every (switch, LID). */
function tablesOf(
  fabric: Fabric,
  next: NextPorts,
  random: RandomStream,
  engine: string,
): ForwardingTables {
  const lids: LidTable = lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
    new Uint8Array(fabric.endportCount),
  );
  const lft = Array.from({ length: fabric.switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  for (let endport = 0; endport < fabric.endportCount; endport++) {
    const place =
      endport < fabric.switchCount
        ? { sw: endport, num: 0 }
        : fabric.attachment(endport as EndportIx);
    if (place === undefined) continue;
    const ports = next(place.sw);
    lft.forEach((table, sw) => {
      const allowed = ports[sw] ?? [];
      if (sw === place.sw) table[endport + 1] = place.num;
      else if (allowed.length > 0) table[endport + 1] = any(allowed, random);
    });
  }
  return {
    lids,
    lft,
    lanes: 1,
    engine,
    pathLid: (_, to) => (lids.baseLid[to] ?? 0) as Lid,
    pathSl: () => sl(0),
  };
}

/** Distance of every switch from `target` over the cables that `open` lets a packet take from `a` to `b`. */
function distances(
  cables: readonly (readonly Cable[])[],
  target: number,
  open: (a: number, b: number) => boolean = () => true,
): Float64Array {
  const distance = new Float64Array(cables.length).fill(Infinity);
  distance[target] = 0;
  const queue = [target];
  for (const at of queue)
    for (const { sw } of cables[at] ?? []) {
      if (!open(sw, at) || Number.isFinite(distance[sw])) continue;
      distance[sw] = (distance[at] ?? 0) + 1;
      queue.push(sw);
    }
  return distance;
}

/** Shortest paths, whichever the draw takes. Nothing keeps them from closing credit loops. */
export function shortestTables(
  fabric: Fabric,
  random: RandomStream,
): ForwardingTables {
  const cables = cablesOf(fabric);
  return tablesOf(
    fabric,
    (target) => {
      const far = distances(cables, target);
      return cables.map((own, sw) =>
        own
          .filter((cable) => (far[cable.sw] ?? 0) < (far[sw] ?? 0))
          .map(({ num }) => num),
      );
    },
    random,
    "random shortest",
  );
}

/**
 * Up*\/down* from a random root with random ties, by its definition: whoever reaches the target by down cables alone takes one of the shortest such ways, everybody
 * else goes up by any cable. No packet goes up after it went down, so that no channel waits for itself.
 */
export function upDownTables(
  fabric: Fabric,
  random: RandomStream,
): ForwardingTables {
  const cables = cablesOf(fabric);
  const rank = distances(cables, random.below(fabric.switchCount));
  const tie = cables.map(() => random.uniform());
  const above = (a: number, b: number): boolean =>
    (rank[a] ?? 0) < (rank[b] ?? 0) ||
    (rank[a] === rank[b] && (tie[a] ?? 0) < (tie[b] ?? 0));
  return tablesOf(
    fabric,
    (target) => {
      const down = distances(cables, target, above);
      return cables.map((own, sw) =>
        own
          .filter((cable) =>
            Number.isFinite(down[sw])
              ? above(sw, cable.sw) && down[cable.sw] === (down[sw] ?? 0) - 1
              : above(cable.sw, sw),
          )
          .map(({ num }) => num),
      );
    },
    random,
    "random up/down",
  );
}

/** The only paths there are in a random spanning tree: cables beside it are not used. */
export function treeTables(
  fabric: Fabric,
  random: RandomStream,
): ForwardingTables {
  const cables = cablesOf(fabric);
  const branches: Cable[][] = cables.map(() => []);
  const inTree = new Set([random.below(fabric.switchCount)]);
  for (;;) {
    const leading = [...inTree].flatMap((from) =>
      (cables[from] ?? [])
        .filter(({ sw }) => !inTree.has(sw))
        .map((cable) => ({ from, cable })),
    );
    if (leading.length === 0) break;
    const { from, cable } = any(leading, random);
    inTree.add(cable.sw);
    branches[from]?.push(cable);
    const first = fabric.portStart[from] ?? 0;
    const peer = fabric.portPeer[first + cable.num - 1] ?? 0;
    const back = peer - (fabric.portStart[cable.sw] ?? 0) + 1;
    branches[cable.sw]?.push({ sw: from, num: back });
  }
  return tablesOf(
    fabric,
    (target) => {
      const far = distances(branches, target);
      return branches.map((own, sw) =>
        own
          .filter((cable) => (far[cable.sw] ?? 0) < (far[sw] ?? 0))
          .map(({ num }) => num),
      );
    },
    random,
    "random spanning tree",
  );
}

/** Host ports, between all of which the tables lead. */
export const hostsOf = (fabric: Fabric): EndportIx[] =>
  Array.from(
    { length: fabric.endportCount - fabric.switchCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );

/**
 * Random shortest paths made safe by virtual lanes, pair by pair in random order: each pair takes the first lane on which its path closes no cycle of waiting
 * channels (a search for a cycle from scratch after every path). SL = lane. Undefined where `most` lanes do not suffice.
 */
export function layeredTables(
  fabric: Fabric,
  random: RandomStream,
  most: number,
): ForwardingTables | undefined {
  const base = shortestTables(fabric, random);
  const walker = new PathWalker(fabric, base);
  const hosts = hostsOf(fabric);
  const pairs = hosts
    .flatMap((from) => hosts.map((to) => [from, to] as const))
    .filter(([from, to]) => from !== to)
    .map((pair) => ({ pair, key: random.uniform() }))
    .sort((a, b) => a.key - b.key);
  const layers: Map<number, Set<number>>[] = [];
  const levels = new Map<string, number>();
  for (const {
    pair: [from, to],
  } of pairs) {
    walker.walk(from, base.pathLid(from, to));
    const path = [...walker.channels.subarray(0, walker.length)];
    let layer = 0;
    while (closesCycle(layers[layer], path)) layer += 1;
    if (layer >= most) return undefined;
    layers[layer] = withPath(layers[layer], path);
    levels.set(`${from} ${to}`, layer);
  }
  return {
    ...base,
    engine: "random shortest, layered",
    lanes: Math.max(1, layers.length),
    pathSl: (from, to) => sl(levels.get(`${from} ${to}`) ?? 0),
  };
}

type Waits = ReadonlyMap<number, ReadonlySet<number>>;

function withPath(waits: Waits | undefined, path: readonly number[]) {
  const joined = new Map(
    [...(waits ?? [])].map(([from, to]) => [from, new Set(to)]),
  );
  path.slice(1).forEach((to, k) => {
    const from = path[k] ?? 0;
    joined.set(from, (joined.get(from) ?? new Set()).add(to));
  });
  return joined;
}

/** Strips channels that wait for nobody until none is left, or only cycles. */
function closesCycle(
  waits: Waits | undefined,
  path: readonly number[],
): boolean {
  const left = withPath(waits, path);
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [from, to] of left) {
      for (const one of to) if (!left.has(one)) to.delete(one);
      if (to.size === 0) left.delete(from);
    }
  }
  return left.size > 0;
}

/** The tables with SL2VL tables, of hosts too, and path SLs of nothing but chance. */
export function withRandomLanes(
  fabric: Fabric,
  tables: ForwardingTables,
  lanes: number,
  random: RandomStream,
): ForwardingTables {
  const levels = new Map<number, number>();
  const level = (from: EndportIx, to: EndportIx): number => {
    const pair = from * fabric.endportCount + to;
    const known = levels.get(pair) ?? random.below(4);
    levels.set(pair, known);
    return known;
  };
  for (const from of hostsOf(fabric))
    for (const to of hostsOf(fabric)) level(from, to);
  return {
    ...tables,
    lanes,
    engine: `${tables.engine}, random lanes`,
    pathSl: (from, to) => sl(level(from, to)),
    hostSl2vl: Uint8Array.from({ length: 16 }, () => random.below(lanes)),
    sl2vl: tables.lft.map((_, sw) => {
      const ports =
        (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
      return Uint8Array.from({ length: ports * ports * 16 }, () =>
        random.below(lanes),
      );
    }),
  };
}
