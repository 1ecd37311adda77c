/**
 * One process: writes a fabric and its tables into a folder, for the audit to read from files. Argument: JSON { what, folder }.
 *
 * - `tree`: the 36-port 3-tree, 1,620 switches and 11,664 hosts, routed by d-mod-k (single-lid)
 * - `clos`: 666 switches and 4,341 hosts as a machine grows them: 242 leaves of 18 hosts, the last of 3; 242 switches in the middle, 182 on top
 * - `sharp`: the same with an Aggregation Node at every switch, between which least-hop paths close credit loops
 */
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { lftsChunks, writeGuid2lid } from "@fabriclab/formats-opensm";
import { portsTowards } from "@fabriclab/paths";
import { singleLid } from "@fabriclab/routing-single-lid";
import type { Fabric, RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { SwitchIx } from "@fabriclab/units";

const { what, folder } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly what: "tree" | "clos" | "sharp";
  readonly folder: string;
};

const LEAVES = 242;
const TOPS = 182;
const HALF = 18;
const HOSTS = 4341;

function clos(): Fabric {
  const builder = new FabricBuilder("three-level Clos network");
  const level = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      builder.addSwitch(`${name}${i}`, 2 * HALF + 1),
    );
  const leaves = level("leaf", LEAVES);
  const middles = level("middle", LEAVES);
  const tops = level("top", TOPS);
  for (let host = 0; host < HOSTS; host++) {
    const leaf = leaves[Math.floor(host / HALF)];
    if (leaf === undefined) throw new Error("too few leaves");
    builder.connect(builder.addHost(`node${host}`), 1, leaf, (host % HALF) + 1);
  }
  // Pods of 18 leaves and 18 middle switches; the last pod is smaller, so that some cables run in parallel.
  leaves.forEach((leaf, i) => {
    const pod = i - (i % HALF);
    const size = Math.min(HALF, LEAVES - pod);
    for (let up = 0; up < HALF; up++) {
      const middle = middles[pod + ((i + up) % size)];
      if (middle === undefined) throw new Error("no middle switch");
      builder.connect(leaf, HALF + up + 1, middle, freePort(middle, 1));
    }
  });
  middles.forEach((middle, i) => {
    for (let up = 0; up < HALF; up++) {
      const top = tops[(i * HALF + up) % TOPS];
      if (top === undefined) throw new Error("no top switch");
      builder.connect(middle, HALF + up + 1, top, freePort(top, 1));
    }
  });
  if (what === "sharp")
    for (const node of [...leaves, ...middles, ...tops])
      builder.connect(
        builder.addHost("Mellanox Technologies Aggregation Node"),
        1,
        node,
        2 * HALF + 1,
      );
  return builder.build();
}

const taken = new Map<unknown, number>();
function freePort(node: unknown, first: number): number {
  const port = taken.get(node) ?? first;
  taken.set(node, port + 1);
  return port;
}

/** The LID picks among the least-hop ports: d-mod-k on a regular tree. */
function modulo(fabric: Fabric, owner: Int32Array): RoutingRule {
  const towards = portsTowards(fabric);
  const ports = new Uint8Array(255);
  return {
    candidates(at, lid, out) {
      const endport = owner[lid] ?? -1;
      if (endport < 0) return 0;
      const here = fabric.attachment(endport as never);
      if (here?.sw === at) {
        out[0] = here.num;
        return 1;
      }
      const to = endport < fabric.switchCount ? endport : here?.sw;
      const count = towards(at, to as SwitchIx, ports);
      if (count === 0) return 0;
      out[0] = ports[lid % count] ?? 0;
      return 1;
    },
  };
}

const fabric =
  what === "tree"
    ? fatTree.build(fatTree.params.parse({ ports: 36, levels: 3 }))
    : clos();
const lids = sequential.assign(fabric, sequential.params.parse({}));
const made = singleLid.params.parse({});
const routing =
  what === "tree"
    ? singleLid.create({ fabric, lids }, made)
    : modulo(fabric, lids.owner);
if ("tables" in routing) throw new Error("a rule is needed");
const tables = linear.build(
  { fabric, lids, routing, routingName: "d-mod-k", groups: [] },
  linear.params.parse({}),
);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "fabric.topo"), writeIbnetdiscover(fabric));
mkdirSync(join(folder, "tables"), { recursive: true });
writeFileSync(join(folder, "tables/guid2lid"), writeGuid2lid(fabric, lids));
const dump = openSync(join(folder, "tables/opensm-lfts.dump"), "w");
let bytes = 0;
for (const piece of lftsChunks(fabric, tables)) {
  writeFileSync(dump, piece);
  bytes += piece.length;
}
closeSync(dump);
process.stdout.write(
  JSON.stringify({
    switches: fabric.switchCount,
    hosts: fabric.hostCount,
    megabytes: bytes / 1e6,
  }),
);
