import {
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { flood } from "./flood.ts";
import { startLane, switchLane } from "./lane.ts";
import { PathWalker } from "./walk.ts";

/**
 * Channel-dependency graph over (channel, VL), Dally and Seitz 1987: an edge from a to b where some packet may hold a while it waits for b.
 * Acyclic = no deadlock with those buffers.
 */
export interface DependencyGraph {
  /** VLs per channel. Vertex = channel · lanes + VL. */
  readonly lanes: number;
  readonly vertexCount: number;
  /** Vertex -> start of its edges in `edges`; length vertexCount + 1. */
  readonly edgeStart: Int32Array;
  /** Heads of the edges, ascending within a vertex. */
  readonly edges: Int32Array;
}

/** What is to be followed. */
export interface DependencyOptions {
  /** Sources and destinations of unicast paths; default: all host endports that own a LID and are cabled. */
  readonly endports?: readonly EndportIx[];
  /** Adds the copies of every group of the multicast tables, from each of its sources. Default false. */
  readonly multicast?: boolean;
  /** Service level of multicast packets. Default 0. */
  readonly multicastSl?: number;
}

/** Edges gathered one by one, without duplicates. */
class EdgeSet {
  readonly lanes: number;
  readonly #head: Int32Array;
  #to: Int32Array = new Int32Array(1024);
  #next: Int32Array = new Int32Array(1024);
  #count = 0;

  constructor(vertexCount: number, lanes: number) {
    this.lanes = lanes;
    this.#head = new Int32Array(vertexCount).fill(-1);
  }

  add(from: number, to: number): void {
    // Why: a channel leads on to at most radix · lanes others, so a short list beats a set of pairs.
    for (
      let edge = this.#head[from] ?? -1;
      edge >= 0;
      edge = this.#next[edge] ?? -1
    )
      if (this.#to[edge] === to) return;
    if (this.#count === this.#to.length) {
      const grow = (old: Int32Array): Int32Array => {
        const larger = new Int32Array(old.length * 2);
        larger.set(old);
        return larger;
      };
      this.#to = grow(this.#to);
      this.#next = grow(this.#next);
    }
    this.#to[this.#count] = to;
    this.#next[this.#count] = this.#head[from] ?? -1;
    this.#head[from] = this.#count++;
  }

  graph(): DependencyGraph {
    const vertexCount = this.#head.length;
    const edgeStart = new Int32Array(vertexCount + 1);
    const edges = new Int32Array(this.#count);
    let at = 0;
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const first = at;
      for (
        let edge = this.#head[vertex] ?? -1;
        edge >= 0;
        edge = this.#next[edge] ?? -1
      )
        edges[at++] = this.#to[edge] ?? 0;
      edges.subarray(first, at).sort();
      edgeStart[vertex + 1] = at;
    }
    return { lanes: this.lanes, vertexCount, edgeStart, edges };
  }
}

/**
 * The dependencies of all paths that the tables lay down between pairs of endports, by their own path LID, SL and SL2VL.
 *
 * Paths that lead nowhere (loops, missing entries) contribute what they cross; see `walk` for finding them.
 *
 * Complexity: O(pairs · path length) time, O(channels · lanes + edges) space.
 * @throws FabricError E_PATHS_LANE where a table names a VL beyond `tables.lanes`.
 */
export function channelDependencies(
  fabric: Fabric,
  tables: ForwardingTables,
  options: DependencyOptions = {},
): DependencyGraph {
  const lanes = Math.max(1, tables.lanes);
  const edges = new EdgeSet(fabric.portCount * lanes, lanes);
  const endports = options.endports ?? hostEndports(fabric, tables);
  const walker = new PathWalker(fabric, tables);
  for (const destination of endports) {
    for (const source of endports) {
      if (source === destination) continue;
      walker.walk(
        source,
        tables.pathLid(source, destination),
        tables.pathSl(source, destination),
      );
      for (let hop = 0; hop + 1 < walker.length; hop++) {
        edges.add(
          vertexOf(walker.channels[hop] ?? 0, walker.lanes[hop] ?? 0, lanes),
          vertexOf(
            walker.channels[hop + 1] ?? 0,
            walker.lanes[hop + 1] ?? 0,
            lanes,
          ),
        );
      }
    }
  }
  if (options.multicast === true)
    addMulticast(fabric, tables, options.multicastSl ?? 0, edges);
  return edges.graph();
}

function hostEndports(fabric: Fabric, tables: ForwardingTables): EndportIx[] {
  const found: EndportIx[] = [];
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  ) {
    const cabled =
      (fabric.portPeer[fabric.endportPort[endport] ?? -1] ?? -1) >= 0;
    if (cabled && (tables.lids.baseLid[endport] ?? 0) !== 0)
      found.push(endport as EndportIx);
  }
  return found;
}

function vertexOf(channel: number, lane: number, lanes: number): number {
  if (lane >= lanes) {
    throw new FabricError({
      code: "E_PATHS_LANE",
      message: "an SL2VL table names a VL that the tables do not declare",
      got: `VL ${lane}`,
      expected: `a VL below ${lanes}`,
    });
  }
  return channel * lanes + lane;
}

/** A multicast packet holds the channel that it came by until all its copies have gone: an edge to each of theirs. */
function addMulticast(
  fabric: Fabric,
  tables: ForwardingTables,
  sl: number,
  edges: EdgeSet,
): void {
  const { multicast } = tables;
  if (multicast === undefined) return;
  const followed = new Set<string>();
  for (const group of multicast.groups) {
    for (const source of group.sources) {
      for (const mlid of multicast.mlids(source, group.id)) {
        const key = `${source} ${mlid}`;
        if (followed.has(key)) continue;
        followed.add(key);
        addFlood(fabric, tables, source, mlid, sl, edges);
      }
    }
  }
}

function addFlood(
  fabric: Fabric,
  tables: ForwardingTables,
  source: EndportIx,
  mlid: Mlid,
  sl: number,
  edges: EdgeSet,
): void {
  const { multicast } = tables;
  if (multicast === undefined) return;
  const { relays } = flood(fabric, multicast, source, mlid);
  const { portPeer, portNode, portStart } = fabric;
  // Copies on different VLs of one channel are different vertices, so follow (channel, VL), not channel.
  const seen = new Set<number>();
  const queue: { channel: number; lane: number }[] = [];
  const push = (channel: number, lane: number): void => {
    const vertex = vertexOf(channel, lane, edges.lanes);
    if (seen.has(vertex)) return;
    seen.add(vertex);
    queue.push({ channel, lane });
  };
  const root = fabric.endportPort[source] ?? -1;
  const first = startLane(tables, sl, source);
  if (root >= 0 && first >= 0) push(root, first);
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const peer = portPeer[at.channel] ?? 0;
    const node = portNode[peer] ?? 0;
    for (const next of relays.get(at.channel)?.next ?? []) {
      const start = portStart[node] ?? 0;
      const lane = switchLane(
        fabric,
        tables,
        node,
        peer - start + 1,
        next - start + 1,
        sl,
        at.lane,
      );
      if (lane < 0) continue;
      edges.add(
        vertexOf(at.channel, at.lane, edges.lanes),
        vertexOf(next, lane, edges.lanes),
      );
      push(next, lane);
    }
  }
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
