import {
  components,
  cyclicComponents,
  hostEndports,
  plainVertices,
  vertexName,
  type DependencyGraph,
} from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, PortIx } from "@fabriclab/units";
import {
  contributingPairs,
  contributingSenders,
  type PairSummary,
  type SenderSummary,
} from "./contributors.ts";
import { remediesFor } from "./remedies.ts";
import type { Remedies, RemedyOptions } from "./remedy.ts";
import { roleOf } from "./roles.ts";
import {
  dependenciesOf,
  effective,
  type LoopTraffic,
  type PartOfTraffic,
} from "./traffic.ts";

/** What to look at, and how much of it to say. */
export interface CreditLoopOptions extends LoopTraffic {
  /** What an endport is, for the reader; default `roleOf(fabric)`. */
  readonly roles?: (endport: EndportIx) => string;
  /** Pairs and senders named per loop; default 10. */
  readonly examples?: number;
  /** What to try against loops; false: nothing. */
  readonly remedies?: RemedyOptions | false;
}

/** A buffer of a cycle: that of one VL at the receiving end of a channel. */
export interface LoopStep {
  /** Sending port. */
  readonly channel: PortIx;
  readonly vl: number;
  /** `switch:port VL`. */
  readonly name: string;
}

/** A strongly connected component of the dependency graph. */
export interface CreditLoop {
  readonly vl: number | "several";
  /** Size of the component: pairs of channel and VL in it. */
  readonly channels: number;
  /** A shortest cycle; the last step waits for the first. */
  readonly cycle: readonly LoopStep[];
  /** Who lays down an edge of that cycle by unicast. */
  readonly pairs: PairSummary;
  /** Who lays down an edge of that cycle by multicast. */
  readonly senders: SenderSummary;
  /** What would free the tables of this loop and all others; the same list in each loop. */
  readonly remedies: Remedies["found"];
}

/** The credit loops of tables. */
export interface CreditLoops {
  /** Pairs of channel and VL that wait for others or are waited for. */
  readonly vertexCount: number;
  readonly edgeCount: number;
  /** By their first channel. */
  readonly loops: readonly CreditLoop[];
  /** Remedies that were not tried, with the reason. */
  readonly untried: Remedies["untried"];
}

/**
 * Where packets can wait for each other in a cycle for ever: the cyclic components of the channel-dependency graph over (channel, VL), under the path SLs
 * and SL2VL of the tables.
 *
 * Dally and Seitz: Deadlock-Free Message Routing in Multiprocessor Interconnection Networks. IEEE Transactions on Computers C-36(5), 1987.
 *
 * Complexity: that of `channelDependencies`, once more for the pairs where there are loops, and that of the remedies.
 * @throws FabricError E_PATHS_LANE
 */
export function creditLoops(
  fabric: Fabric,
  tables: ForwardingTables,
  options: CreditLoopOptions = {},
): CreditLoops {
  const { traffic = "unicast", examples = 10 } = options;
  const graph = dependenciesOf(fabric, tables, options);
  const summary = {
    vertexCount: verticesInUse(graph),
    edgeCount: graph.edges.length,
  };
  const found = cyclicComponents(graph).map(({ vertices, cycle }) => ({
    vertices: plainVertices(graph, vertices),
    cycle: plainVertices(graph, cycle),
  }));
  if (found.length === 0) return { ...summary, loops: [], untried: [] };
  const cycles = found.map(({ cycle }) => cycle);
  const acting = effective(tables, options);
  const pairs = contributingPairs(
    fabric,
    acting,
    traffic === "multicast"
      ? []
      : (options.endports ?? hostEndports(fabric, tables)),
    cycles,
    options.roles ?? roleOf(fabric),
    examples,
  );
  const senders = contributingSenders(
    fabric,
    traffic === "unicast" ? withoutMulticast(acting) : acting,
    options,
    cycles,
    examples,
  );
  // The remedies build graphs of their own, whose progress says nothing.
  const { onProgress: _, remedies: wanted = {}, ...quiet } = options;
  const remedies =
    wanted === false
      ? { found: [], untried: [] }
      : remediesFor(fabric, tables, quiet, wanted, graph);
  return {
    ...summary,
    untried: remedies.untried,
    loops: found.map(({ vertices, cycle }, i) => {
      const lanes = new Set(vertices.map((vertex) => vertex % graph.lanes));
      const [only] = lanes;
      return {
        vl: lanes.size === 1 && only !== undefined ? only : "several",
        channels: vertices.length,
        cycle: cycle.map((vertex) => ({
          channel: Math.floor(vertex / graph.lanes) as PortIx,
          vl: vertex % graph.lanes,
          name: vertexName(fabric, graph, vertex),
        })),
        pairs: pairs[i] ?? { count: 0, byRole: [], examples: [] },
        senders: senders[i] ?? { count: 0, examples: [] },
        remedies: remedies.found,
      };
    }),
  };
}

/**
 * Pairs of channel and VL in the credit loops of `creditLoops`, all loops together, without finding a shortest cycle and who closes it.
 *
 * Complexity: that of `channelDependencies`.
 * @throws FabricError E_PATHS_LANE
 */
export function loopChannels(
  fabric: Fabric,
  tables: ForwardingTables,
  options: PartOfTraffic = {},
): number {
  const graph = dependenciesOf(fabric, tables, options);
  return plainVertices(graph, components(graph).cyclic).length;
}

function verticesInUse({
  vertexCount,
  edgeStart,
  edges,
  stands,
}: DependencyGraph): number {
  const used = new Uint8Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++)
    if ((edgeStart[vertex + 1] ?? 0) > (edgeStart[vertex] ?? 0))
      used[vertex] = 1;
  for (const to of edges) used[to] = 1;
  let count = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++)
    if (used[vertex] === 1 && (stands?.[vertex] ?? vertex) === vertex)
      count += 1;
  return count;
}

function withoutMulticast(tables: ForwardingTables): ForwardingTables {
  const { multicast: _, ...rest } = tables;
  return rest;
}
