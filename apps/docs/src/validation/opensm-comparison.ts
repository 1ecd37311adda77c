import { opensm } from "@fabriclab/addressing-opensm";
import { routeCounts } from "@fabriclab/analysis-balance";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { hostEndports } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type RoutingPlugin,
} from "@fabriclab/spec";
import {
  multicastSpanningTree,
  spanningTrees,
} from "@fabriclab/tables-multicast-spanning-tree";
import {
  compareTables,
  opensmDumps,
  opensmTrees,
  sharedFile,
  treeRows,
  type OpensmDump,
  type TreeRows,
} from "@fabriclab/testing-golden";
import { readFileSync } from "node:fs";
import { builtInPlugins } from "../../../cli/src/plugin-packages.ts";

/** Our tables beside those that OpenSM made of a fabric with one engine. */
export interface OpensmRow {
  /** `mesh_4x4` */
  readonly fabric: string;
  /** OpenSM's engine and how it was run: `updn_roots_lmc1`. */
  readonly variant: string;
  readonly switches: number;
  readonly hosts: number;
  /** Neither makes tables of this fabric; there is nothing to compare. */
  readonly refused?: true;
  /** Entries of the LFTs: every LID at every switch. */
  readonly entries?: number;
  readonly different?: number;
  /** Service levels, and so VLs, of the paths between hosts: ours, OpenSM's. It spreads paths over all that it has, ours uses as many as it needs. */
  readonly levels?: readonly [ours: number, theirs: number];
  /** Most paths over one channel between switches, ours and OpenSM's; only where the tables differ. */
  readonly busiest?: readonly [ours: number, theirs: number];
  /** Whether a credit loop is possible: with our tables, with OpenSM's. */
  readonly loop?: readonly [ours: boolean, theirs: boolean];
  /** Groups, and entries of their trees (the ports of one switch for one group) in either's tables. */
  readonly trees?: {
    readonly groups: number;
    readonly entries: number;
    readonly different: number;
  };
}

/** Variants of OpenSM's engines and ours, in the order of the page; `lanes` where OpenSM was given a number of them. */
const engines: readonly {
  readonly opensm: string;
  readonly ours: string;
  readonly lanes?: number;
}[] = [
  { opensm: "minhop", ours: "minhop" },
  { opensm: "updn", ours: "updn" },
  { opensm: "dnup", ours: "dnup" },
  { opensm: "dor", ours: "dor" },
  { opensm: "ftree", ours: "ftree" },
  { opensm: "sssp", ours: "sssp" },
  { opensm: "dfsssp", ours: "dfsssp" },
  { opensm: "lash", ours: "lash" },
  { opensm: "torus-2QoS", ours: "torus-2qos" },
  { opensm: "nue", ours: "nue", lanes: 1 },
  { opensm: "nue_vl1", ours: "nue", lanes: 1 },
  { opensm: "nue_vl2", ours: "nue", lanes: 2 },
  { opensm: "nue_vl4", ours: "nue", lanes: 4 },
  { opensm: "nue_vl8", ours: "nue", lanes: 8 },
];

const routing = (name: string): RoutingPlugin => {
  const found = builtInPlugins().find(
    (plugin) => plugin.kind === "routing" && plugin.name === name,
  );
  if (found === undefined) throw new Error(`no engine is named ${name}`);
  return found as RoutingPlugin;
};

/** Why `io`: where compute nodes were listed, the other hosts were listed as I/O nodes with two reverse hops; the tables are equal then only. */
function optionsOf(
  { fabric, name, roots, compute }: OpensmDump,
  lanes: number | undefined,
): Record<string, unknown> {
  const others = Array.from(
    { length: fabric.hostCount },
    (_, host) =>
      `0x${(fabric.nodeGuid[fabric.switchCount + host] ?? 0n).toString(16)}`,
  ).filter((guid) => !compute.includes(guid));
  const [topology = ""] = name.split("/");
  return {
    ...(lanes === undefined ? {} : { lanes }),
    ...(roots.length === 0 ? {} : { roots: [...roots] }),
    ...(compute.length === 0
      ? {}
      : { compute: [...compute], io: others, reverseHops: 2 }),
    ...(name.endsWith("torus-2QoS")
      ? {
          conf: readFileSync(
            sharedFile(`oracle/${topology}/${topology}.torus.conf`) ?? "",
            "utf8",
          ),
        }
      : {}),
  };
}

function tablesOf(
  plugin: RoutingPlugin,
  fabric: Fabric,
  lids: LidTable,
  options: Record<string, unknown>,
): ForwardingTables | undefined {
  try {
    const engine = plugin.create(
      { fabric, lids },
      parseOptions(plugin, options),
    );
    if (!("tables" in engine)) throw new Error(`${plugin.name} is no engine`);
    return engine.tables();
  } catch (error) {
    if (error instanceof FabricError) return undefined;
    throw error;
  }
}

function levelsOf(fabric: Fabric, tables: ForwardingTables): number {
  const levels = new Set<number>();
  const hosts = hostEndports(fabric, tables);
  for (const from of hosts)
    for (const to of hosts)
      if (from !== to) levels.add(tables.pathSl(from, to));
  return levels.size;
}

/** Entries of trees in either's tables, and how many of them differ. */
export function compareTrees(
  ours: TreeRows,
  theirs: TreeRows,
): { readonly entries: number; readonly different: number } {
  let entries = 0;
  let different = 0;
  for (const [group, rows] of theirs) {
    const byName = (all: readonly string[]): Map<string, string> =>
      new Map(all.map((row) => [row.replace(/:[^:]*$/, ""), row]));
    const [we, they] = [byName(ours.get(group) ?? []), byName(rows)];
    for (const name of new Set([...we.keys(), ...they.keys()])) {
      entries += 1;
      if (we.get(name) !== they.get(name)) different += 1;
    }
  }
  return { entries, different };
}

function treesBeside(
  { fabric, name }: OpensmDump,
  ours: ForwardingTables,
): OpensmRow["trees"] {
  const dumped = opensmTrees(fabric, name);
  if (dumped === undefined) return undefined;
  const { groups, trees } = dumped;
  const tables = spanningTrees(
    { fabric, groups },
    // MLIDs choose among parallel cables: the first group has OpenSM's 0xC001.
    parseOptions(multicastSpanningTree, { firstMlid: 1 }),
    ours.trees,
  );
  return {
    groups: groups.length,
    ...compareTrees(treeRows(fabric, groups, tables), trees),
  };
}

/** A dump beside our tables of the same fabric, LIDs, roots and lanes. @throws Error where one of the two refuses the fabric and the other does not */
function rowOf(dump: OpensmDump, engine: (typeof engines)[number]): OpensmRow {
  const { fabric, tables, name } = dump;
  const [topology = "", variant = ""] = name.split("/");
  const head = {
    fabric: topology,
    variant,
    switches: fabric.switchCount,
    hosts: fabric.hostCount,
  };
  const ours = tablesOf(
    routing(engine.ours),
    fabric,
    tables?.lids ?? opensm.assign(fabric, parseOptions(opensm, {})),
    optionsOf(dump, engine.lanes),
  );
  if ((ours === undefined) !== (tables === undefined))
    throw new Error(
      `${name}: ${ours === undefined ? "ours refuses it, OpenSM does not" : "OpenSM refuses it, ours does not"}`,
    );
  if (ours === undefined || tables === undefined)
    return { ...head, refused: true };
  const { entries, different } = compareTables(fabric, ours, tables);
  const trees = treesBeside(dump, ours);
  return {
    ...head,
    entries,
    different,
    levels: [levelsOf(fabric, ours), levelsOf(fabric, tables)],
    ...(different === 0
      ? {}
      : {
          busiest: [
            routeCounts(fabric, ours).max,
            routeCounts(fabric, tables).max,
          ] as const,
        }),
    loop: [!isDeadlockFree(fabric, ours), !isDeadlockFree(fabric, tables)],
    ...(trees === undefined ? {} : { trees }),
  };
}

/** Every dump beside our tables; none where the shared folder is absent. Fabrics in the order of their names, then engines. */
export function besideOpensm(): OpensmRow[] {
  return engines
    .flatMap((engine) =>
      opensmDumps(engine.opensm).map((dump) => rowOf(dump.read(), engine)),
    )
    .sort((a, b) => (a.fabric < b.fabric ? -1 : a.fabric > b.fabric ? 1 : 0));
}
