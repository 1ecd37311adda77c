// Every host of the 4-port 3-tree sends to all others: what the busiest channel must carry, by unicast and by multicast.
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import {
  channelLoads,
  loadSummary,
  makespanLowerBound,
  operationsOf,
} from "@fabriclab/analysis-balance";
import { cyclic } from "@fabriclab/routing-cyclic";
import { composeTables } from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { formatTime, type EndportIx } from "@fabriclab/units";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const hosts = Array.from(
  { length: fabric.hostCount },
  (_, i) => (fabric.switchCount + i) as EndportIx,
);
const groups = [{ id: 0, name: "all", members: hosts, sources: hosts }];
const tables = composeTables(
  fabric,
  {
    addressing: { plugin: multipleLid, options: parseOptions(multipleLid, {}) },
    routing: { plugin: cyclic, options: {} },
    unicast: { plugin: linear, options: {} },
    multicast: {
      plugin: multicastUnion,
      options: parseOptions(multicastUnion, {}),
    },
  },
  groups,
  hosts,
);

for (const send of ["unicast", "multicast"] as const) {
  const loads = channelLoads(fabric, tables, operationsOf(groups, send));
  const { max, crossings } = loadSummary(loads);
  const { bound } = makespanLowerBound(fabric, loads, 1024);
  console.log(
    `${send}: ${crossings} link crossings, ${max} packets on the busiest channel, at least ${formatTime(bound)} for 1 KiB`,
  );
}
