// A mesh, and the torus that its open ports close to.
import { parseOptions } from "@fabriclab/spec";
import { mesh, meshShape } from "@fabriclab/topology-mesh";

for (const wrap of [false, true]) {
  const options = parseOptions(mesh, { columns: 4, rows: 3, wrap });
  const fabric = mesh.build(options);
  const corner = fabric.findNode("N(0,0)") ?? 0;
  const sides = ["east", "north", "west", "south", "host"].map((side, i) => {
    const peer = fabric.portPeer[(fabric.portStart[corner] ?? 0) + i] ?? -1;
    return `${side} ${peer < 0 ? "nothing" : fabric.nodeName[fabric.portNode[peer] ?? 0]}`;
  });
  console.log(
    `${fabric.name}: ${fabric.linkCount} links, diameter ${mesh.claims.diameter?.(options)} switches; N(0,0): ${sides.join(", ")}`,
  );
  console.log(
    `read back: ${meshShape(fabric).columns} x ${meshShape(fabric).rows}, wrap ${meshShape(fabric).wrap}`,
  );
}
