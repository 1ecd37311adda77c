// Up/down from the found top of a fat tree, and from a named root on an irregular fabric where OpenSM's rule leaves a credit loop.
import { opensm } from "@fabriclab/addressing-opensm";
import { creditLoops } from "@fabriclab/analysis-deadlock";
import { updn } from "@fabriclab/routing-updn";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type RoutingEngine,
} from "@fabriclab/spec";
import { irregularFabric } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";

const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const irregular = irregularFabric({
  switches: 15,
  ports: 6,
  extraLinks: 12,
  seed: 4,
});

function report(fabric: Fabric, options: { roots?: string[] }): void {
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  try {
    const given = parseOptions(updn, options);
    const engine = updn.create({ fabric, lids }, given) as RoutingEngine;
    const { loops } = creditLoops(fabric, engine.tables(), {
      remedies: false,
    });
    const lengths = loops.map(({ cycle }) => `of ${cycle.length} channels`);
    console.log(`${fabric.name}: ${lengths.join(", ") || "no credit loop"}`);
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    console.log(`${fabric.name}: ${error.code}, ${error.got}`);
  }
}
report(tree, {});
report(irregular, {});
report(irregular, { roots: ["s0"] });
report(irregular, { roots: ["s1"] });
