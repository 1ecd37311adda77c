import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

export interface TwoRanks {
  readonly leaves?: number;
  readonly spines?: number;
  readonly perLeaf?: number;
  /** Hosts of leaf 0 beside `perLeaf` nodes. */
  readonly onFirstLeaf?: readonly string[];
  readonly onFirstSpine?: readonly string[];
  /** On the last port of every switch. */
  readonly aggregation?: string;
  /** Further parts of the same shape, joined by no cable. */
  readonly planes?: number;
}

/** Leaves L0, L1, … of 41 ports, each cabled to every spine S0, S1, …; leaves come first. */
export function twoRanks(options: TwoRanks = {}): Fabric {
  const { leaves = 4, spines = 2, perLeaf = 3, planes = 1 } = options;
  const builder = new FabricBuilder("two ranks");
  for (let plane = 0; plane < planes; plane++) {
    const name = (what: string): string =>
      plane === 0 ? what : `${what}-${plane}`;
    const below = Array.from({ length: leaves }, (_, i) =>
      builder.addSwitch(name(`L${i}`), 41),
    );
    const above = Array.from({ length: spines }, (_, i) =>
      builder.addSwitch(name(`S${i}`), 41),
    );
    const host = (sw: NodeRef, port: number, what: string): void =>
      builder.connect(sw, port, builder.addHost(what), 1);
    for (const [i, leaf] of below.entries()) {
      for (let k = 0; k < perLeaf; k++)
        host(leaf, k + 1, name(`n${i}${k} mlx5_0`));
      for (const [s, spine] of above.entries())
        builder.connect(leaf, 30 + s, spine, i + 1);
    }
    const more = (sw: NodeRef | undefined, names: readonly string[] = []) => {
      for (const [i, what] of names.entries())
        if (sw !== undefined) host(sw, 20 + i, name(what));
    };
    more(below[0], options.onFirstLeaf);
    more(above[0], options.onFirstSpine);
    if (options.aggregation !== undefined)
      for (const sw of [...below, ...above]) host(sw, 41, options.aggregation);
  }
  return builder.build();
}

/** Names of switches or of host ports. */
export const names = (fabric: Fabric, endports: readonly number[]): string[] =>
  endports.map((one) => fabric.nodeName[fabric.endportNode[one] ?? 0] ?? "");
