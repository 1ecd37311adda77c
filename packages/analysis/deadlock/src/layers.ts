import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { feedbackEdges } from "./feedback-edges.ts";
import { withOwnLanes, type OwnLane } from "./own-lanes.ts";
import { PairPaths, type Pair } from "./pair-paths.ts";
import { onOneLane } from "./traffic.ts";

/** Pairs moved to VLs of their own. */
export interface Layers {
  /** The same paths, some pairs on SLs that lead to new VLs. */
  readonly tables: ForwardingTables;
  /** The VLs that they went to, and how many ordered pairs are on each. */
  readonly added: readonly (OwnLane & { readonly pairs: number })[];
  /** Ordered pairs on them. */
  readonly moved: number;
  /** The pairs on one of `added`. */
  pairsOn(place: number): { source: EndportIx; destination: EndportIx }[];
}

/**
 * Moves pairs to new VLs until no VL has a cycle: those over edges of few pairs, to the next VL, and there the same again.
 *
 * In the manner of Domke, Hoefler and Nagel: Deadlock-Free Oblivious Routing for Arbitrary Topologies. IPDPS 2011, doi 10.1109/IPDPS.2011.65, who look for
 * one cycle after the other; here all edges that must go are chosen at once.
 *
 * @param moved pairs to be moved to the first new VL, after which the old ones have no cycle
 * @param free VLs that pairs may be moved to
 * @returns undefined where they do not suffice
 */
export function addLayers(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  moved: readonly Pair[],
  free: readonly OwnLane[],
): Layers | undefined {
  const paths = new PairPaths(fabric, onOneLane(tables), endports);
  // A pair that moved twice is on the last VL that it moved to.
  const layerOf = new Map<Pair, number>();
  let layers = 0;
  for (let pairs = moved; pairs.length > 0; pairs = closing(paths, pairs)) {
    if (layers === free.length) return undefined;
    for (const pair of pairs) layerOf.set(pair, layers);
    layers += 1;
  }
  const own = free.slice(0, layers);
  const counts = own.map(() => 0);
  for (const layer of layerOf.values())
    counts[layer] = (counts[layer] ?? 0) + 1;
  const places = new Int32Array(fabric.endportCount);
  for (const [place, endport] of endports.entries()) places[endport] = place;
  const isMoved = new Int32Array(Math.ceil(endports.length ** 2 / 32));
  for (const pair of layerOf.keys())
    isMoved[pair >>> 5] = (isMoved[pair >>> 5] ?? 0) | (1 << (pair & 31));
  return {
    tables: {
      ...withOwnLanes(fabric, tables, own),
      pathSl(source, destination) {
        const pair =
          (places[source] ?? 0) * endports.length + (places[destination] ?? 0);
        // Why bits: few pairs are moved, and a map is slow to say so of all others.
        const layer =
          ((isMoved[pair >>> 5] ?? 0) >>> (pair & 31)) & 1
            ? layerOf.get(pair)
            : undefined;
        return (
          (layer === undefined ? undefined : own[layer]?.sl) ??
          tables.pathSl(source, destination)
        );
      },
    },
    added: own.map((lane, layer) => ({ ...lane, pairs: counts[layer] ?? 0 })),
    moved: layerOf.size,
    pairsOn: (place) =>
      [...layerOf]
        .filter(([, layer]) => layer === place)
        .map(([pair]) => pair)
        .sort((a, b) => a - b)
        .flatMap((pair) => {
          const source = endports[Math.floor(pair / endports.length)];
          const destination = endports[pair % endports.length];
          return source === undefined || destination === undefined
            ? []
            : [{ source, destination }];
        }),
  };
}

/** Those of some pairs without which the rest of them has no cycle on one VL. */
function closing(paths: PairPaths, pairs: readonly Pair[]): Pair[] {
  const counts = new Map<number, Map<number, number>>();
  for (const pair of pairs)
    paths.of(pair, (from, to) => {
      const heads = counts.get(from) ?? new Map<number, number>();
      counts.set(from, heads);
      heads.set(to, (heads.get(to) ?? 0) + 1);
    });
  const from: number[] = [];
  const to: number[] = [];
  const weight: number[] = [];
  for (const [tail, heads] of counts)
    for (const [head, count] of heads) {
      from.push(tail);
      to.push(head);
      weight.push(count);
    }
  for (const edge of feedbackEdges({ from, to, weight }))
    counts.get(from[edge] ?? 0)?.set(to[edge] ?? 0, 0);
  return pairs.filter((pair) => {
    let closes = false;
    paths.of(pair, (tail, head) => {
      closes ||= counts.get(tail)?.get(head) === 0;
    });
    return closes;
  });
}
