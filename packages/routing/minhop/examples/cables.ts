// Two switches and three cables, four hosts at b: the ports of a for their LIDs, LMC 1.
import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder } from "@fabriclab/fabric";
import { minhop } from "@fabriclab/routing-minhop";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";

const builder = new FabricBuilder("three cables");
const [a, b] = [builder.addSwitch("a", 8), builder.addSwitch("b", 8)];
for (const cable of [1, 2, 3]) builder.connect(a, cable, b, cable);
for (const i of [1, 2, 3, 4])
  builder.connect(b, 3 + i, builder.addHost(`B${i}`), 1);
const fabric = builder.build();

const lids = opensm.assign(fabric, parseOptions(opensm, { lmc: 1 }));
const engine = minhop.create({ fabric, lids }, {}) as RoutingEngine;
const { lft } = engine.tables();
const at = fabric.findNode("a") ?? 0;
for (const name of ["B1", "B2", "B3", "B4"]) {
  const endport = fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0;
  const lid = lids.baseLid[endport] ?? 0;
  console.log(
    `${name}: LID ${lid} by port ${lft[at]?.[lid]}, LID ${lid + 1} by port ${lft[at]?.[lid + 1]}`,
  );
}
