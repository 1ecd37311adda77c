import {
  FabricError,
  lidTable,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type MulticastTables,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type SwitchIx } from "@fabriclab/units";
import { dumpedGroups } from "./dumped-groups.ts";
import { readGroups, writeGroups } from "./group-list.ts";
import { readGuid2lid, writeGuid2lid } from "./guid2lid.ts";
import { readLfts, type LftDump } from "./lfts-read.ts";
import { writeLfts } from "./lfts-write.ts";
import { hostBehind } from "./host-behind.ts";
import { readMcfdbs, writeMcfdbs } from "./mcfdbs.ts";
import { readPathSl, writePathSl } from "./path-sl.ts";
import { lanesUsed, readSl2vl, sl2vlOf, writeSl2vl } from "./sl2vl.ts";

/** Names under which a folder of tables is read, the first one being written. */
export const TABLE_FILES = {
  lfts: [
    "opensm-lfts.dump",
    "lfts.dump",
    "opensm.fdbs",
    "osm.fdbs",
    "ibdiagnet2.fdbs",
  ],
  mcfdbs: ["opensm.mcfdbs", "mcfdbs.dump", "osm.mcfdbs"],
  guid2lid: ["guid2lid", "guid2lid.txt"],
  sl2vl: ["opensm-sl2vl.dump", "sl2vl.dump"],
  pathSl: ["path-sl.tsv"],
  groups: ["multicast-groups.tsv"],
} as const;

/** File name -> text, for a folder of tables that OpenSM can load; `multicast-groups.tsv` only with multicast. */
export function writeTables(
  fabric: Fabric,
  tables: ForwardingTables,
): Readonly<Record<string, string>> {
  const files: Record<string, string> = {
    [TABLE_FILES.lfts[0]]: writeLfts(fabric, tables),
    [TABLE_FILES.mcfdbs[0]]:
      tables.multicast === undefined
        ? ""
        : writeMcfdbs(fabric, tables.multicast),
    [TABLE_FILES.guid2lid[0]]: writeGuid2lid(fabric, tables.lids),
    [TABLE_FILES.sl2vl[0]]: writeSl2vl(
      fabric,
      tables.lids,
      sl2vlOf(fabric, tables),
    ),
    [TABLE_FILES.pathSl[0]]: writePathSl(fabric, tables),
  };
  if (tables.multicast !== undefined)
    files[TABLE_FILES.groups[0]] = writeGroups(fabric, tables.multicast);
  return files;
}

/**
 * Forwarding tables from the files of a folder (name -> text). Only the LFTs are needed: LIDs then come from their headings and comments, every
 * path is on the base LID and SL 0, and packets keep their lane.
 *
 * @throws FabricError E_OPENSM_NO_LFTS when there is no file of unicast tables; else what the readers throw
 */
export function readTables(
  files: Readonly<Record<string, string>>,
  fabric: Fabric,
): ForwardingTables {
  const pick = (
    names: readonly string[],
  ): { name: string; text: string } | undefined => {
    const name = names.find((candidate) => files[candidate] !== undefined);
    return name === undefined ? undefined : { name, text: files[name] ?? "" };
  };
  const lfts = pick(TABLE_FILES.lfts);
  if (lfts === undefined)
    throw new FabricError({
      code: "E_OPENSM_NO_LFTS",
      message: "the folder holds no unicast tables",
      got: Object.keys(files).join(", ") || "no files",
      expected: `one of ${TABLE_FILES.lfts.join(", ")}`,
    });
  const dump = readLfts(lfts.text, fabric, lfts.name);
  const cache = pick(TABLE_FILES.guid2lid);
  const lids = covering(
    cache === undefined
      ? lidsOf(dump, fabric)
      : readGuid2lid(cache.text, fabric, cache.name),
    dump.topLid,
  );
  const sl2vlFile = pick(TABLE_FILES.sl2vl);
  const sl2vl =
    sl2vlFile === undefined
      ? undefined
      : readSl2vl(sl2vlFile.text, fabric, sl2vlFile.name);
  const pathFile = pick(TABLE_FILES.pathSl);
  const paths = readPathSl(pathFile?.text ?? "", lids, pathFile?.name);
  const mcfdbs = pick(TABLE_FILES.mcfdbs);
  const multicast =
    mcfdbs === undefined
      ? undefined
      : withGroups(
          readMcfdbs(mcfdbs.text, fabric, mcfdbs.name),
          fabric,
          pick(TABLE_FILES.groups),
        );
  return {
    lids,
    lft: dump.lft.map((ports) => resized(ports, lids.topLid)),
    lanes: sl2vl === undefined ? paths.highestSl + 1 : lanesUsed(sl2vl),
    engine: lfts.name,
    pathLid: (source, destination) => paths.pathLid(source, destination),
    pathSl: (source, destination) => paths.pathSl(source, destination),
    ...(sl2vl === undefined ? {} : { sl2vl: sl2vl.switches }),
    ...(multicast === undefined || multicast.mlidCount === 0
      ? {}
      : { multicast }),
  };
}

function withGroups(
  tables: MulticastTables,
  fabric: Fabric,
  list: { name: string; text: string } | undefined,
): MulticastTables {
  if (list === undefined) return tables;
  return {
    ...tables,
    ...dumpedGroups(
      fabric,
      readGroups(list.text, fabric, tables, list.name),
      "as listed",
    ),
  };
}

/** LIDs as headings, comments and the entries themselves name them: the lowest is the base, and a block of 2^LMC must be whole. */
function lidsOf(dump: LftDump, fabric: Fabric): LidTable {
  const baseLid = new Uint16Array(fabric.endportCount);
  const count = new Uint16Array(fabric.endportCount);
  for (let lid = 1; lid <= dump.topLid; lid++) {
    const endport = dump.owners.get(lid) ?? ownerByEntries(dump, fabric, lid);
    if (endport === undefined) continue;
    count[endport] = (count[endport] ?? 0) + 1;
    if (baseLid[endport] === 0) baseLid[endport] = lid;
  }
  return lidTable(
    baseLid,
    Uint8Array.from(count, (lids) => Math.ceil(Math.log2(Math.max(1, lids)))),
  );
}

/** The switch that keeps a LID for itself, or the host behind the port that a switch sends it to. */
function ownerByEntries(
  dump: LftDump,
  fabric: Fabric,
  lid: number,
): EndportIx | undefined {
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const num = dump.lft[sw]?.[lid] ?? NO_PORT;
    if (num === NO_PORT) continue;
    const endport =
      num === 0 ? (sw as EndportIx) : hostBehind(fabric, sw as SwitchIx, num);
    if (endport !== undefined) return endport;
  }
  return undefined;
}

/** The same LIDs in a table that reaches to `topLid`. */
function covering(lids: LidTable, topLid: number): LidTable {
  if (topLid <= lids.topLid) return lids;
  const owner = new Int32Array(topLid + 1).fill(-1);
  owner.set(lids.owner);
  return { ...lids, owner, topLid };
}

function resized(ports: Uint8Array, topLid: number): Uint8Array {
  if (ports.length === topLid + 1) return ports;
  const exact = new Uint8Array(topLid + 1).fill(NO_PORT);
  exact.set(ports.subarray(0, topLid + 1));
  return exact;
}
