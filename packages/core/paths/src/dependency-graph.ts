import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import { EdgeBits, type DependencyGraph } from "./edge-bits.ts";
import { EntryFlows, type EntryFlow } from "./entry-flows.ts";
import { LaneFlow } from "./lane-flow.ts";
import { MulticastFlow, multicastSources } from "./multicast-flow.ts";
import { addPlain, areLanesPlain } from "./plain-dependencies.ts";
import { withReservations, type Demand } from "./reservations.ts";

/** What is to be followed. */
export interface DependencyOptions {
  /** Sources and destinations of unicast paths; default: all host endports that own a LID and are cabled. Empty: no unicast. */
  readonly endports?: readonly EndportIx[];
  /** Destinations of unicast paths, where they are not all of `endports`. */
  readonly destinations?: readonly EndportIx[];
  /** LIDs of a destination that any source may use besides its path LID, with the SL of the pair, such as those of path bits. Default: none. */
  readonly lidsOf?: (destination: EndportIx) => readonly Lid[];
  /** Adds the copies of every group of the multicast tables, from each of its sources. Default false. */
  readonly multicast?: boolean;
  /** Service level of multicast packets. Default 0. */
  readonly multicastSl?: number;
  /**
   * Switches copy a multicast packet to all of its outputs at once: a packet may own some of them while it waits for the others. Default false: every
   * copy goes when its output is free.
   */
  readonly synchronous?: boolean;
  /** Called before each destination. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * The dependencies of all paths that the tables lay down between pairs of endports, by their own path LID, SL and SL2VL.
 *
 * Paths that lead nowhere (missing entries, dead ports) contribute what they cross; those that go round contribute the cycle, in which packets for ever
 * wait for each other.
 *
 * Complexity: O(pairs) calls of the path policy, and O(switches · lanes + switches with sources) steps per (destination, LID, SL);
 * memory lanes² · radix / 8 bytes a channel.
 * @throws FabricError E_PATHS_LANE where a table names a VL beyond `tables.lanes`.
 */
export function channelDependencies(
  fabric: Fabric,
  tables: ForwardingTables,
  options: DependencyOptions = {},
): DependencyGraph {
  const edges = new EdgeBits(fabric, Math.max(1, tables.lanes));
  addUnicast(fabric, tables, options, edges);
  const demands: Demand[] = [];
  if (options.multicast === true)
    addMulticast(fabric, tables, options.multicastSl ?? 0, edges, demands);
  return options.synchronous === true
    ? withReservations(edges.graph(), demands)
    : edges.graph();
}

function addUnicast(
  fabric: Fabric,
  tables: ForwardingTables,
  options: DependencyOptions,
  edges: EdgeBits,
): void {
  const flows = new EntryFlows(fabric, tables, options.endports);
  const destinations = options.destinations ?? flows.classes.endports;
  if (options.lidsOf === undefined && areLanesPlain(tables)) {
    const { onProgress } = options;
    addPlain(fabric, tables, flows.classes, destinations, edges, onProgress);
    return;
  }
  const flow = new LaneFlow(fabric, tables);
  // State -> number of the last class that was in it; further on, its way is known.
  const met = new Int32Array(fabric.switchCount * 16);
  let classes = 0;
  let lid = -1;
  let sl = -1;
  const begin = (nextLid: Lid, nextSl: Sl): void => {
    lid = nextLid;
    sl = nextSl;
    flow.load(nextLid, nextSl);
    classes += 1;
  };
  const follow = (group: Pick<EntryFlow, "sw" | "inNum" | "source">): void => {
    let state = flow.enter(group.sw, group.inNum, group.source);
    while (state >= 0 && met[state] !== classes) {
      met[state] = classes;
      const next = flow.follow(state);
      if (next >= 0)
        edges.add(
          flow.channel(state),
          state & 15,
          flow.channel(next),
          next & 15,
        );
      state = next;
    }
  };
  for (const [done, destination] of destinations.entries()) {
    options.onProgress?.(done, destinations.length);
    lid = -1;
    const others = options.lidsOf?.(destination) ?? [];
    const groups: EntryFlow[] = [];
    flows.forEach(destination, (group) => {
      if (group.lid !== lid || group.sl !== sl) begin(group.lid, group.sl);
      follow(group);
      if (others.length > 0) groups.push({ ...group });
    });
    groups.sort((a, b) => a.sl - b.sl);
    for (const other of others) {
      lid = -1;
      for (const group of groups) {
        if (lid !== other || group.sl !== sl) begin(other, group.sl);
        follow(group);
      }
    }
  }
}

/** A multicast packet holds the channel that it came by until all its copies have gone: an edge to each of theirs. */
function addMulticast(
  fabric: Fabric,
  tables: ForwardingTables,
  sl: number,
  edges: EdgeBits,
  demands: Demand[],
): void {
  const { multicast } = tables;
  if (multicast === undefined) return;
  const flow = new MulticastFlow(fabric, tables, multicast, sl);
  const { lanes } = flow;
  for (const [mlid, sources] of multicastSources(multicast)) {
    flow.load(mlid);
    const seen = new Set<number>();
    for (const source of sources) {
      const outputs = flow.enter(source);
      // Why negative: what a host sends waits in a buffer that no vertex with edges stands for.
      demands.push({ input: -1 - source, outputs });
      for (const vertex of outputs) seen.add(vertex);
    }
    // A set is walked on while it grows.
    for (const vertex of seen) {
      const outputs = flow.follow(vertex);
      demands.push({ input: vertex, outputs });
      for (const next of outputs) {
        edges.add(
          Math.floor(vertex / lanes),
          vertex % lanes,
          Math.floor(next / lanes),
          next % lanes,
        );
        seen.add(next);
      }
    }
  }
}

/** A path in the graph as vertices channel · lanes + VL: without those that stand for none, and each once where it is repeated. */
export function plainVertices(
  graph: DependencyGraph,
  vertices: Iterable<number>,
): number[] {
  const found = new Set<number>();
  for (const vertex of vertices) {
    const plain = graph.stands === undefined ? vertex : graph.stands[vertex];
    if (plain !== undefined && plain >= 0) found.add(plain);
  }
  return [...found];
}

/** `SW<20,1>:3 VL0`: a vertex for people. */
export function vertexName(
  fabric: Fabric,
  graph: DependencyGraph,
  vertex: number,
): string {
  const channel = Math.floor(vertex / graph.lanes);
  const node = fabric.portNode[channel] ?? 0;
  return `${fabric.nodeName[node] ?? "?"}:${channel - (fabric.portStart[node] ?? 0) + 1} VL${vertex % graph.lanes}`;
}
