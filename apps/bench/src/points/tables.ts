/** One process: builds a fabric and its tables; prints seconds and memory. Argument: JSON of an `EngineFabric` and `what`. */
import { sequential } from "@fabriclab/addressing-sequential";
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { cyclic } from "@fabriclab/routing-cyclic";
import { singleLid } from "@fabriclab/routing-single-lid";
import { updown } from "@fabriclab/routing-updown";
import {
  parseOptions,
  type Fabric,
  type MulticastGroup,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import type { EndportIx } from "@fabriclab/units";
import { engineFabric, type EngineFabric } from "../engine-fabric.ts";

type Point = EngineFabric & {
  readonly what: "fabric" | "lft" | "mft" | "best root";
};

const point = JSON.parse(process.argv[2] ?? "{}") as Point;
const cpu = (): number =>
  process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;

const start = cpu();
const fabric: Fabric = engineFabric(point);
let seconds = cpu() - start;
let entries = fabric.portCount;

if (point.what === "lft") {
  const lids = sequential.assign(fabric, sequential.params.parse({}));
  const routing = singleLid.create(
    { fabric, lids },
    singleLid.params.parse({}),
  );
  if ("tables" in routing) throw new Error("single-lid is a rule");
  const from = cpu();
  const tables = linear.build(
    { fabric, lids, routing, routingName: "single-lid", groups: [] },
    linear.params.parse({}),
  );
  seconds = cpu() - from;
  entries = tables.lft.reduce((sum, lft) => sum + lft.length, 0);
}
if (point.what === "mft") {
  const lids = multipleLid.assign(fabric, multipleLid.params.parse({}));
  const routing = cyclic.create({ fabric, lids }, cyclic.params.parse({}));
  if ("tables" in routing) throw new Error("cyclic is a rule");
  const hosts = Array.from(
    { length: fabric.hostCount },
    (_, h) => (fabric.switchCount + h) as EndportIx,
  );
  const group: MulticastGroup = {
    id: 0,
    name: "all",
    members: hosts,
    sources: hosts,
  };
  const from = cpu();
  const tables = multicastUnion.build(
    { fabric, lids, routing, routingName: "cyclic", groups: [group] },
    multicastUnion.params.parse({}),
  );
  seconds = cpu() - from;
  entries = tables.masks.length;
}
if (point.what === "best root") {
  const lids = sequential.assign(fabric, sequential.params.parse({}));
  const from = cpu();
  updown.create({ fabric, lids }, parseOptions(updown, { root: "best" }));
  seconds = cpu() - from;
  entries = fabric.switchCount ** 2;
}
process.stdout.write(
  JSON.stringify({
    hosts: fabric.hostCount,
    seconds,
    entries,
    rssMB: process.resourceUsage().maxRSS / 1024,
  }),
);
