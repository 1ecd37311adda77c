import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import {
  readGuidList,
  readTables,
  type DumpedTables,
} from "@fabriclab/formats-opensm";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { sharedFile } from "./shared-file.ts";
import { filesOfTar } from "./tar.ts";

/** What OpenSM made of a fabric with one engine. */
export interface OpensmDump {
  /** `mesh_4x4/updn_roots_lmc1` */
  readonly name: string;
  /** Part of the name, 0 where it names none. */
  readonly lmc: number;
  readonly fabric: Fabric;
  /** Its unicast tables, with SLs of paths and SL2VL where they were dumped; undefined where the engine refused the fabric. */
  readonly tables: DumpedTables | undefined;
  /** NodeGUIDs (0x…) of the roots that it was given; empty where it was given none. */
  readonly roots: readonly string[];
  /** NodeGUIDs (0x…) of the compute nodes that it was told of; empty where it was told of none. */
  readonly compute: readonly string[];
}

/** A dump that is read when it is asked for. */
export interface OpensmDumpFile {
  readonly name: string;
  read(): OpensmDump;
}

/**
 * The dumps of one of OpenSM's engines in the shared folder, on made and on real fabrics, those that it refused included; none where the folder is absent.
 *
 * @param engine as OpenSM names it: `updn` stands for the variants `updn`, `updn_roots` and `updn_roots_lmc1`
 */
export function opensmDumps(engine: string): OpensmDumpFile[] {
  const variant = new RegExp(`^${engine}(_roots)?(_cn)?(_lmc\\d)?$`);
  return [...oracleDumps(variant), ...realDumps(variant)];
}

function oracleDumps(variant: RegExp): OpensmDumpFile[] {
  const oracle = sharedFile("oracle");
  if (oracle === undefined) return [];
  return folders(oracle).flatMap((topology) =>
    folders(join(oracle, topology))
      .filter((name) => variant.test(name))
      .map((name) => ({
        name: `${topology}/${name}`,
        read: () => {
          const folder = join(oracle, topology, name);
          const files: Record<string, string> = {};
          if (existsSync(join(folder, "lfts.dump.gz")))
            for (const file of readdirSync(folder)) {
              const bytes = readFileSync(join(folder, file));
              // Multicast tables are compared elsewhere.
              if (/^(?:lfts|sl2vl)\.dump|^guid2lid|^pathsl/.test(file))
                files[file.replace(/\.gz$/, "")] = (
                  file.endsWith(".gz") ? gunzipSync(bytes) : bytes
                ).toString();
            }
          return dumpOf(
            `${topology}/${name}`,
            join(oracle, topology, "ibnetdiscover.txt"),
            join(oracle, topology, `${topology}.roots`),
            files,
          );
        },
      })),
  );
}

function realDumps(variant: RegExp): OpensmDumpFile[] {
  const fabrics = sharedFile("fabrics");
  const runs = sharedFile("fabrics/opensm-3.3.23");
  if (fabrics === undefined || runs === undefined) return [];
  return folders(runs).flatMap((topology) =>
    readdirSync(join(runs, topology))
      .filter((file) => file.endsWith(".dump.tgz"))
      .map((file) => file.replace(".dump.tgz", ""))
      .filter((name) => variant.test(name))
      .map((name) => ({
        name: `${topology}/${name}`,
        read: () => {
          const tar = filesOfTar(
            gunzipSync(readFileSync(join(runs, topology, `${name}.dump.tgz`))),
          );
          const files: Record<string, string> = {};
          for (const [path, text] of tar)
            if (/opensm-(?:lfts|sl2vl)\.dump$/.test(path))
              files[path.replace(/^.*\//, "")] = text;
          return dumpOf(
            `${topology}/${name}`,
            join(fabrics, `${topology}.ibnetdiscover`),
            join(fabrics, `${topology}.roots`),
            files,
          );
        },
      })),
  );
}

function dumpOf(
  name: string,
  topology: string,
  rootFile: string,
  files: Readonly<Record<string, string>>,
): OpensmDump {
  const { fabric } = readIbnetdiscover(readFileSync(topology, "utf8"));
  const listed = (file: string): string[] =>
    readGuidList(readFileSync(file, "utf8"), fabric).map(
      (node) => `0x${(fabric.nodeGuid[node] ?? 0n).toString(16)}`,
    );
  return {
    name,
    lmc: Number(/_lmc(\d)$/.exec(name)?.[1] ?? 0),
    fabric,
    tables:
      Object.keys(files).length === 0 ? undefined : readTables(files, fabric),
    roots: name.includes("_roots") ? listed(rootFile) : [],
    compute: name.endsWith("_cn")
      ? listed(rootFile.replace(/\.roots$/, ".compute-guids"))
      : [],
  };
}

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** Two sets of tables held against each other, entry by entry. */
export interface TableComparison {
  /** Entries compared: every LID at every switch. */
  readonly entries: number;
  /** Entries that differ. */
  readonly different: number;
  /** The first few of them, for people. */
  readonly examples: readonly string[];
}

/** O(switches · LIDs). */
export function compareTables(
  fabric: Fabric,
  ours: ForwardingTables,
  theirs: ForwardingTables,
): TableComparison {
  let entries = 0;
  let different = 0;
  const examples: string[] = [];
  for (const [sw, table] of theirs.lft.entries())
    for (let lid = 1; lid <= theirs.lids.topLid; lid++) {
      entries += 1;
      const [a, b] = [ours.lft[sw]?.[lid], table[lid]];
      if (a === b) continue;
      different += 1;
      if (examples.length < 5)
        examples.push(
          `${fabric.nodeName[sw] ?? ""}, LID ${lid}: port ${a}, theirs ${b}`,
        );
    }
  return { entries, different, examples };
}
