// Four switches in a ring, everybody sends clockwise: a credit loop, found and named.
import {
  channelDependencies,
  findCycle,
  hopMatrix,
  vertexName,
  walk,
} from "@fabriclab/paths";
import { lidTable, type ForwardingTables } from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import type { EndportIx, Lid, Sl, SwitchIx } from "@fabriclab/units";

const fabric = ring(4);
const lids = lidTable(
  Uint16Array.from(
    { length: fabric.endportCount },
    (_, endport) => endport + 1,
  ),
  new Uint8Array(fabric.endportCount),
);
// Port of each switch that leads clockwise; hosts are on port 3 and own the LIDs 5 to 8.
const clockwise = [1, 2, 2, 2];
const tables: ForwardingTables = {
  lids,
  lft: clockwise.map((port, sw) =>
    Uint8Array.from({ length: 9 }, (_, lid) =>
      lid === sw + 1 ? 0 : lid === sw + 5 ? 3 : port,
    ),
  ),
  lanes: 1,
  engine: "clockwise",
  pathLid: (_, destination) => (destination + 1) as Lid,
  pathSl: () => 0 as Sl,
};

console.log(
  `a to d: ${hopMatrix(fabric).at(0 as SwitchIx, 3 as SwitchIx)} hop would do`,
);
const way = walk(fabric, tables, 4 as EndportIx, 7 as EndportIx);
console.log(
  `these tables take ${way.switches.map((sw) => fabric.nodeName[sw]).join(" ")}: ${way.end}`,
);

const graph = channelDependencies(fabric, tables);
const cycle = findCycle(graph);
console.log(
  `credit loop: ${cycle?.map((vertex) => vertexName(fabric, graph, vertex)).join(" → ")}`,
);
