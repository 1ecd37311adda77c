// Tables of a 2x1 mesh as OpenSM would dump them, read back, and a line that is wrong.
import { sequential } from "@fabriclab/addressing-sequential";
import { readTables, writeTables } from "@fabriclab/formats-opensm";
import { xy } from "@fabriclab/routing-xy";
import { FabricError, parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { mesh } from "@fabriclab/topology-mesh";

const fabric = mesh.build(parseOptions(mesh, { columns: 2, rows: 1 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = xy.create({ fabric, lids }, {}) as RoutingRule;
const tables = linear.build(
  { fabric, lids, routing, routingName: "xy", groups: [] },
  {},
);

const files = writeTables(fabric, tables);
console.log(files["opensm-lfts.dump"]);
console.log(files["guid2lid"]?.replaceAll("\n\n", "\n"));

const again = readTables(files, fabric);
console.log(again.lft.map((table) => [...table].join(" ")).join(" | "));

const wrong = files["opensm-lfts.dump"]?.replace("0x0002 001", "0x0002 099");
try {
  readTables({ "opensm-lfts.dump": wrong ?? "" }, fabric);
} catch (error) {
  if (!FabricError.is(error)) throw error;
  const { file, line, column } = error.where;
  console.log(`${file}:${line}:${column}: ${error.message}, got ${error.got}`);
}
