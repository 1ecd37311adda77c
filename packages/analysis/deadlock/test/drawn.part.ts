import fc from "fast-check";
import {
  hostEndports,
  startLane,
  switchLane,
  type DependencyGraph,
} from "@fabriclab/paths";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import {
  complete,
  kimFigure4a,
  randomFabric,
  ring,
} from "@fabriclab/testing-fabrics";
import { NO_PORT, type EndportIx, type Lid, type Sl } from "@fabriclab/units";

/** Fabrics whose packets all arrive, by trees drawn at random for each destination, on one to three VLs. */
export const arriving = fc
  .record({
    fabric: fc.oneof(
      randomFabric({
        mixedLinks: false,
        minSwitches: 3,
        maxSwitches: 6,
        minHosts: 3,
        maxHosts: 7,
        maxHostPorts: 1,
      }),
      // Among few random cables there is seldom a cycle.
      fc.constantFrom(
        ring(4),
        ring(6),
        complete(4),
        complete(5),
        kimFigure4a(),
      ),
    ),
    dice: fc.array(fc.nat({ max: 2 ** 20 }), { minLength: 41, maxLength: 41 }),
    lanes: fc.constantFrom(1, 1, 2),
    tabled: fc.boolean(),
  })
  .map(({ fabric, dice, lanes, tabled }) => {
    let at = 0;
    const draw = (sides: number): number =>
      ((dice[at % 41] ?? 0) + 3 * Math.floor(at++ / 41)) % sides;
    const { endportCount, switchCount, portStart } = fabric;
    const lids = lidTable(
      Uint16Array.from({ length: endportCount }, (_, i) => i + 1),
      new Uint8Array(endportCount),
    );
    const lft = Array.from({ length: switchCount }, () =>
      new Uint8Array(lids.topLid + 1).fill(NO_PORT),
    );
    for (const host of hostEndports(fabric, { lids } as ForwardingTables))
      growTree(fabric, host, lft, draw);
    const radix = (sw: number): number =>
      (portStart[sw + 1] ?? 0) - (portStart[sw] ?? 0);
    const tables: ForwardingTables = {
      lids,
      lft,
      lanes,
      engine: "drawn",
      pathLid: (_, destination) => (destination + 1) as Lid,
      pathSl: (source, destination) =>
        ((dice[(source * 5 + destination) % 41] ?? 0) % (2 * lanes)) as Sl,
      ...(tabled
        ? {
            sl2vl: Array.from({ length: switchCount }, (_, sw) =>
              Uint8Array.from({ length: (radix(sw) + 1) ** 2 * 16 }, () =>
                draw(lanes),
              ),
            ),
          }
        : {}),
    };
    return { fabric, tables };
  });

/** Entries for one host: its own switch first, then whichever switch is next to one that has an entry. */
function growTree(
  fabric: Fabric,
  host: EndportIx,
  lft: readonly Uint8Array[],
  draw: (sides: number) => number,
): void {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const home = fabric.attachment(host);
  if (home === undefined) return;
  const lid = host + 1;
  const tree = new Set<number>([home.sw]);
  (lft[home.sw] ?? new Uint8Array())[lid] = home.num;
  for (;;) {
    const open: number[] = [];
    for (const sw of tree)
      for (
        let port = portStart[sw] ?? 0;
        port < (portStart[sw + 1] ?? 0);
        port++
      ) {
        const peer = portPeer[port] ?? -1;
        const node = peer < 0 ? switchCount : (portNode[peer] ?? switchCount);
        if (node < switchCount && !tree.has(node)) open.push(peer);
      }
    const chosen = open[draw(Math.max(1, open.length))];
    if (chosen === undefined) return;
    const node = portNode[chosen] ?? 0;
    tree.add(node);
    (lft[node] ?? new Uint8Array())[lid] = chosen - (portStart[node] ?? 0) + 1;
  }
}

/** Vertices that one packet goes through, host channels left out, port by port. */
export function packetWay(
  fabric: Fabric,
  tables: ForwardingTables,
  source: EndportIx,
  destination: EndportIx,
): number[] {
  const lid = tables.pathLid(source, destination);
  const sl = tables.pathSl(source, destination);
  const own = fabric.endportPort[source] ?? -1;
  let into = fabric.portPeer[own] ?? -1;
  let lane = startLane(tables, sl, source);
  const way: number[] = [];
  for (let hops = 0; hops <= fabric.switchCount; hops++) {
    const node = fabric.portNode[into] ?? -1;
    if (into < 0 || node >= fabric.switchCount) break;
    const first = fabric.portStart[node] ?? 0;
    const out = tables.lft[node]?.[lid] ?? NO_PORT;
    if (out === NO_PORT) break;
    lane = switchLane(fabric, tables, node, into - first + 1, out, sl, lane);
    way.push((first + out - 1) * tables.lanes + lane);
    into = fabric.portPeer[first + out - 1] ?? -1;
  }
  return way;
}

/** The dependency graph of some pairs, packet by packet. */
export function graphOfPairs(
  fabric: Fabric,
  tables: ForwardingTables,
  pairs: readonly (readonly [EndportIx, EndportIx])[],
): DependencyGraph {
  const next = new Map<number, Set<number>>();
  for (const [source, destination] of pairs) {
    const way = packetWay(fabric, tables, source, destination);
    for (const [i, vertex] of way.entries()) {
      const to = way[i + 1];
      if (to !== undefined)
        next.set(vertex, (next.get(vertex) ?? new Set()).add(to));
    }
  }
  const vertexCount = fabric.portCount * tables.lanes;
  const edgeStart = new Int32Array(vertexCount + 1);
  const edges: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    edges.push(...(next.get(vertex) ?? []));
    edgeStart[vertex + 1] = edges.length;
  }
  return {
    lanes: tables.lanes,
    vertexCount,
    edgeStart,
    edges: Int32Array.from(edges),
  };
}

/** All ordered pairs of some endports. */
export function pairsOf(
  endports: readonly EndportIx[],
): (readonly [EndportIx, EndportIx])[] {
  return endports.flatMap((source) =>
    endports
      .filter((destination) => destination !== source)
      .map((destination) => [source, destination] as const),
  );
}
