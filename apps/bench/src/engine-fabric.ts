import { parseOptions, type Fabric } from "@fabriclab/spec";
import { dragonfly } from "@fabriclab/topology-dragonfly";
import { fatTree } from "@fabriclab/topology-fat-tree";

/** What engines are measured on: an m-port n-tree, or the balanced dragonfly of so many hosts a switch (a = 2p, h = p, all groups). */
export type EngineFabric =
  | { readonly ports: number; readonly levels: number }
  | { readonly dragonfly: number };

export function engineFabric(fabric: EngineFabric): Fabric {
  if ("ports" in fabric)
    return fatTree.build(
      parseOptions(fatTree, { ports: fabric.ports, levels: fabric.levels }),
    );
  const p = fabric.dragonfly;
  return dragonfly.build(
    parseOptions(dragonfly, {
      hostsPerSwitch: p,
      switchesPerGroup: 2 * p,
      globalLinks: p,
    }),
  );
}
