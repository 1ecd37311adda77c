import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import type { Fabric } from "@fabriclab/spec";

/** What an irregular fabric looks like. */
export interface IrregularOptions {
  readonly switches: number;
  /** Ports of a switch; the first is for its host. At least three. */
  readonly ports: number;
  /** Cables beyond a spanning tree; fewer where no two switches have ports left that are not cabled to each other. */
  readonly extraLinks: number;
  readonly seed: number;
}

/**
 * A random connected network: switches of equal radix with a host each on port 1, a random spanning tree, and further cables between random pairs, no
 * two of them parallel. The same options give the same fabric everywhere.
 */
export function irregularFabric(options: IrregularOptions): Fabric {
  const { switches, ports, extraLinks, seed } = options;
  const random = randomStream(seed, "irregular fabric");
  const builder = new FabricBuilder(
    `irregular, ${switches} switches, ${extraLinks} extra, seed ${seed}`,
  );
  const nodes: NodeRef[] = [];
  const used: number[] = [];
  for (let i = 0; i < switches; i++) {
    const node = builder.addSwitch(`s${i}`, ports);
    builder.connect(node, 1, builder.addHost(`h${i}`), 1);
    nodes.push(node);
    used.push(1);
  }
  const joined = new Set<number>();
  const join = (a: number, b: number): void => {
    const [left, right] = [nodes[a], nodes[b]];
    if (left === undefined || right === undefined) return;
    used[a] = (used[a] ?? 0) + 1;
    used[b] = (used[b] ?? 0) + 1;
    joined.add(a * switches + b).add(b * switches + a);
    builder.connect(left, used[a] ?? 0, right, used[b] ?? 0);
  };
  const isOpen = (sw: number): boolean => (used[sw] ?? ports) < ports;
  const pick = <T>(from: readonly T[]): T | undefined =>
    from[random.below(from.length)];
  for (let i = 1; i < switches; i++)
    join(i, pick(Array.from({ length: i }, (_, j) => j).filter(isOpen)) ?? 0);
  for (let extra = 0; extra < extraLinks; extra++) {
    const pairs: [number, number][] = [];
    for (let a = 0; a < switches; a++)
      for (let b = a + 1; b < switches; b++)
        if (isOpen(a) && isOpen(b) && !joined.has(a * switches + b))
          pairs.push([a, b]);
    const pair = pairs.length === 0 ? undefined : pick(pairs);
    if (pair === undefined) break;
    join(...pair);
  }
  return builder.build();
}
