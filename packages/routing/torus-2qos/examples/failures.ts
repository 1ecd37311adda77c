// A path on a 6 x 5 torus: whole, with a cable gone, and with the switch gone in which it turns; then a mesh with a cable gone, which is refused.
import { opensm } from "@fabriclab/addressing-opensm";
import { withoutLinks, withoutSwitches } from "@fabriclab/fabric";
import { walk } from "@fabriclab/paths";
import { torus2qos } from "@fabriclab/routing-torus-2qos";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type RoutingEngine,
} from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx } from "@fabriclab/units";

const conf = (first: string) => [
  first,
  "xp_link N(0,0) N(1,0)",
  "yp_link N(0,0) N(0,1)",
];

function report(what: string, fabric: Fabric, first: string): void {
  const host = (name: string): EndportIx =>
    (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx;
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  try {
    const tables = (
      torus2qos.create(
        { fabric, lids },
        parseOptions(torus2qos, { conf: conf(first) }),
      ) as RoutingEngine
    ).tables();
    const [from, to] = [host("H(1,1)"), host("H(3,3)")];
    const path = walk(fabric, tables, from, to);
    const switches = path.channels
      .slice(1)
      .map((channel) => fabric.nodeName[fabric.portNode[channel] ?? 0]);
    console.log(`${what}: ${switches.join(" ")}`);
    console.log(
      `  SL ${tables.pathSl(from, to)}, VLs ${path.lanes.slice(1).join(" ")}`,
    );
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    console.log(`${what}: ${error.code} at ${error.where.path}`);
    console.log(`  ${error.got}`);
  }
}
const build = (wrap: boolean) =>
  mesh.build(parseOptions(mesh, { columns: 6, rows: 5, wrap }));
const cable = (fabric: Fabric, name: string, port: number): number =>
  fabric.portLink[
    (fabric.portStart[fabric.findNode(name) ?? 0] ?? 0) + port - 1
  ] ?? 0;
const torus = build(true);
report("whole", torus, "torus 6 5");
report(
  "without N(1,1):1",
  withoutLinks(torus, [cable(torus, "N(1,1)", 1)]),
  "torus 6 5",
);
const gone = torus.findNode("N(3,1)") ?? 0;
report("without N(3,1)", withoutSwitches(torus, [gone]), "torus 6 5");
const flat = build(false);
report(
  "mesh without N(1,1):1",
  withoutLinks(flat, [cable(flat, "N(1,1)", 1)]),
  "mesh 6 5",
);
