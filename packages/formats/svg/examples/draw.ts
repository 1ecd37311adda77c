// A mesh of 3 x 2 switches with a credit loop round its first four; the drawing's texts, as it is too long to print whole.
import { drawFabric } from "@fabriclab/formats-svg";
import { parseOptions } from "@fabriclab/spec";
import { EAST, mesh, NORTH, SOUTH, WEST } from "@fabriclab/topology-mesh";

const fabric = mesh.build(parseOptions(mesh, { columns: 3, rows: 2 }));
const channel = (name: string, port: number) => ({
  channel: (fabric.portStart[fabric.findNode(name) ?? 0] ?? 0) + port - 1,
  vl: 0,
});
const svg = drawFabric(fabric, {
  title: "Round the first four",
  cycle: [
    channel("N(0,0)", EAST),
    channel("N(1,0)", NORTH),
    channel("N(1,1)", WEST),
    channel("N(0,1)", SOUTH),
  ],
});
for (const [, text] of svg.matchAll(/<text[^>]*>([^<]*)</g)) console.log(text);
