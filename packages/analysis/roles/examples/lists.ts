// A tree with an Aggregation Node on every switch and a storage server: who is what, and the lists for OpenSM's ftree.
import { deriveLists, hostRoles } from "@fabriclab/analysis-roles";
import { FabricBuilder } from "@fabriclab/fabric";

const builder = new FabricBuilder("tree");
const leaves = ["L0", "L1"].map((name) => builder.addSwitch(name, 41));
const spines = ["S0", "S1"].map((name) => builder.addSwitch(name, 41));
for (const [i, leaf] of leaves.entries()) {
  for (let k = 0; k < 2; k++)
    builder.connect(leaf, k + 1, builder.addHost(`node${i}${k} HCA-1`), 1);
  for (const [s, spine] of spines.entries())
    builder.connect(leaf, 30 + s, spine, i + 1);
}
builder.connect(leaves[0]!, 10, builder.addHost("oss1 HCA-1"), 1);
for (const sw of [...leaves, ...spines])
  builder.connect(sw, 41, builder.addHost("Aggregation Node"), 1);
const fabric = builder.build();

const counts = new Map<string, number>();
for (const role of hostRoles(fabric))
  counts.set(role, (counts.get(role) ?? 0) + 1);
console.log([...counts].map(([role, n]) => `${n} ${role}`).join(", "));
for (const { roots, compute, io, who } of deriveLists(fabric))
  console.log(
    `${who}: roots ${roots.map((sw) => fabric.nodeName[sw]).join(" ")}, ${compute.length} compute, ${io.length} I/O`,
  );
