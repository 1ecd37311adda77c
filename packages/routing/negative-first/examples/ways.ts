// The ports that negative-first offers on a 4 x 3 mesh, best first: 1 = east, 2 = north, 3 = west, 4 = south.
import { sequential } from "@fabriclab/addressing-sequential";
import { negativeFirst } from "@fabriclab/routing-negative-first";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import type { Lid, SwitchIx } from "@fabriclab/units";

const fabric = mesh.build(parseOptions(mesh, { columns: 4, rows: 3 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const rule = negativeFirst.create({ fabric, lids }, {}) as RoutingRule;
const out = new Uint8Array(255);

for (const [at = "", to = ""] of [
  ["N(0,0)", "H(3,2)"],
  ["N(3,2)", "H(0,1)"],
  ["N(3,0)", "H(0,2)"],
]) {
  const sw = (fabric.findNode(at) ?? 0) as number as SwitchIx;
  const endport = fabric.nodeEndport[fabric.findNode(to) ?? 0] ?? 0;
  const lid = (lids.baseLid[endport] ?? 0) as Lid;
  const ports = out.subarray(0, rule.candidates(sw, lid, out));
  console.log(`at ${at} for ${to}: ports ${ports.join(", ")}`);
}
