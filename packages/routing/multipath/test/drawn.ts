import { pathBits } from "@fabriclab/addressing-path-bits";
import { FabricBuilder } from "@fabriclab/fabric";
import {
  parseOptions,
  type Fabric,
  type PathBits,
  type RoutingRule,
} from "@fabriclab/spec";
import { multipath } from "../src/index.ts";

/** A graph with a host at every vertex, ports in the order of the edges. */
export function graph(
  vertices: number,
  edges: readonly (readonly [number, number])[],
): Fabric {
  const builder = new FabricBuilder(`graph ${JSON.stringify(edges)}`);
  const degree = new Array<number>(vertices).fill(0);
  for (const end of edges.flat()) degree[end] = (degree[end] ?? 0) + 1;
  const switches = degree.map((used, i) => builder.addSwitch(`${i}`, used + 1));
  const taken = new Array<number>(vertices).fill(0);
  const next = (i: number) => {
    taken[i] = (taken[i] ?? 0) + 1;
    return [switches[i]!, taken[i]!] as const;
  };
  for (const [a, b] of edges) builder.connect(...next(a), ...next(b));
  for (const i of switches.keys())
    builder.connect(builder.addHost(`h${i}`), 1, ...next(i));
  return builder.build();
}

/** All labelled connected graphs of so many vertices. */
export function connectedGraphs(vertices: number): [number, number][][] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < vertices; a++)
    for (let b = a + 1; b < vertices; b++) pairs.push([a, b]);
  const found: [number, number][][] = [];
  for (let set = 0; set < 2 ** pairs.length; set++) {
    const edges = pairs.filter((_, i) => (set >> i) & 1);
    const part = Array.from({ length: vertices }, (_, i) => i);
    for (let round = 0; round < vertices; round++)
      for (const [a, b] of edges)
        part[a] = part[b] = Math.min(part[a]!, part[b]!);
    if (part.every((p) => p === 0)) found.push(edges);
  }
  return found;
}

/** The paths by bits of a fabric; the wide mode unless told otherwise, so that every cycle has a bit. */
export function bitsOf(
  fabric: Fabric,
  options: object = {},
  addressing: object = { mode: "wide" },
): PathBits {
  const lids = pathBits.assign(fabric, parseOptions(pathBits, addressing));
  const rule = multipath.create(
    { fabric, lids },
    parseOptions(multipath, options),
  ) as RoutingRule;
  return rule.pathBits!;
}
