/**
 * One process: routes a fabric with one engine. Argument: JSON { fabric, engine, options, lfts }, where `fabric` is { ports, levels } or { dragonfly }.
 * With `lfts`, a dump of OpenSM's tables, it counts the entries that differ.
 */
import { readFileSync } from "node:fs";
import { opensm } from "@fabriclab/addressing-opensm";
import { readLfts } from "@fabriclab/formats-opensm";
import { dfsssp } from "@fabriclab/routing-dfsssp";
import { dnup } from "@fabriclab/routing-dnup";
import { dor } from "@fabriclab/routing-dor";
import { ftree } from "@fabriclab/routing-ftree";
import { lash } from "@fabriclab/routing-lash";
import { minhop } from "@fabriclab/routing-minhop";
import { nue } from "@fabriclab/routing-nue";
import { sssp } from "@fabriclab/routing-sssp";
import { updn } from "@fabriclab/routing-updn";
import { parseOptions, type RoutingPlugin } from "@fabriclab/spec";
import { engineFabric, type EngineFabric } from "../engine-fabric.ts";

interface Point {
  readonly fabric: EngineFabric;
  readonly engine: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly lfts?: string;
}

const plugins: readonly RoutingPlugin[] = [
  minhop,
  updn,
  dnup,
  dor,
  ftree,
  sssp,
  dfsssp,
  lash,
  nue,
];
const point = JSON.parse(process.argv[2] ?? "{}") as Point;
const plugin = plugins.find(({ name }) => name === point.engine);
if (plugin === undefined) throw new Error(`no engine ${point.engine}`);
const fabric = engineFabric(point.fabric);
const lids = opensm.assign(fabric, parseOptions(opensm, {}));
// OpenSM was given the roots; ours are told too, so that nobody searches for them.
const roots = fabric.nodeName.filter((name) => /^SW<.*,0>$/.test(name));
const options = parseOptions(plugin, {
  ...point.options,
  ...(point.engine === "updn" ? { roots } : {}),
});
const before = process.cpuUsage();
const made = plugin.create({ fabric, lids }, options);
if (!("tables" in made)) throw new Error(`${point.engine} makes no tables`);
const tables = made.tables();
const used = process.cpuUsage(before);

/** Entries of OpenSM's dump, and those of them that are others here. */
function compared(file: string): { entries: number; different: number } {
  const dump = readLfts(readFileSync(file, "utf8"), fabric, file);
  let entries = 0;
  let different = 0;
  dump.lft.forEach((row, sw) => {
    for (let lid = 1; lid <= dump.topLid; lid++) {
      entries += 1;
      if ((row[lid] ?? 255) !== (tables.lft[sw]?.[lid] ?? 255)) different += 1;
    }
  });
  return { entries, different };
}

process.stdout.write(
  JSON.stringify({
    switches: fabric.switchCount,
    hosts: fabric.hostCount,
    lanes: tables.lanes,
    seconds: (used.user + used.system) / 1e6,
    peakMB: process.resourceUsage().maxRSS / 1024,
    ...(point.lfts === undefined ? {} : compared(point.lfts)),
  }),
);
