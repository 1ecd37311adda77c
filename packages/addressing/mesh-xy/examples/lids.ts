// LIDs of a 2 x 3 mesh, and what the formula as printed in the paper would do there.
import { meshXy } from "@fabriclab/addressing-mesh-xy";
import { FabricError, parseOptions } from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";

const fabric = mesh.build(parseOptions(mesh, { columns: 2, rows: 3 }));
const { baseLid } = meshXy.assign(fabric, parseOptions(meshXy, {}));
for (const name of ["H(0,0)", "H(0,2)", "H(1,0)", "H(1,2)", "N(0,0)"]) {
  const endport = fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0;
  console.log(`${name}: LID ${baseLid[endport]}`);
}
try {
  meshXy.assign(fabric, { stride: "paper" });
} catch (error) {
  if (!FabricError.is(error)) throw error;
  console.log(`${error.code}: ${error.got}`);
}
