import { uniformLanes } from "@fabriclab/paths";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type MulticastTables,
} from "@fabriclab/spec";
import { MANAGEMENT_VL, NO_PORT } from "@fabriclab/units";
import { DumpNotes, type DumpNote } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import { dumpedGroups } from "./dumped-groups.ts";
import { dumpedLids, refuseOtherLids } from "./dumped-lids.ts";
import { readGroups } from "./group-list.ts";
import { nothingIn } from "./guid-text.ts";
import { readGuid2lid } from "./guid2lid.ts";
import { hostLanes, lanesUsed } from "./host-lanes.ts";
import type { ImpossiblePorts } from "./impossible-ports.ts";
import { readLfts } from "./lfts-read.ts";
import { readMcfdbs } from "./mcfdbs-read.ts";
import { readPathSl } from "./path-sl.ts";
import { readQosOptions, type QosOptions } from "./qos-options-read.ts";
import { readSl2vl } from "./sl2vl-read.ts";
import { TABLE_FILES } from "./table-files.ts";

/** Files of a folder: name -> contents, whole or piece by piece. */
export type TableFiles = Readonly<Record<string, DumpText>>;

/** Tables as they were read. */
export interface DumpedTables extends ForwardingTables {
  /** Oddities that were passed over. */
  readonly notes: readonly DumpNote[];
}

/**
 * Forwarding tables from the files of a folder. Only the LFTs are needed: LIDs then come from their headings and comments, from `known`, or else from where the
 * entries deliver them; every path is on the base LID and SL 0, and packets keep their lane.
 *
 * @param known LIDs that the fabric's own file names
 * @param impossible takes LFT entries that name ports which their switches do not have, and lets them stand; undefined = they are refused
 * Complexity: O(length of the files) time; memory is that of the tables where the files come piece by piece.
 * @throws FabricError E_OPENSM_NO_LFTS when there is no file of unicast tables; else what the readers throw
 */
export function readTables(
  files: TableFiles,
  fabric: Fabric,
  known?: LidTable,
  impossible?: ImpossiblePorts,
): DumpedTables {
  const notes = new DumpNotes();
  const pick = (
    names: readonly string[],
  ): { name: string; text: DumpText } | undefined => {
    const [name, ...others] = names.filter(
      (candidate) => files[candidate] !== undefined,
    );
    if (name === undefined) return undefined;
    for (const other of others)
      notes.add(other, `not read, because there is ${name}`, 0);
    return { name, text: files[name] ?? "" };
  };
  const lfts = pick(TABLE_FILES.lfts);
  if (lfts === undefined)
    throw new FabricError({
      code: "E_OPENSM_NO_LFTS",
      message: "the folder holds no unicast tables",
      got: Object.keys(files).join(", ") || "no files",
      expected: `one of ${TABLE_FILES.lfts.join(", ")}`,
    });
  const dump = readLfts(lfts.text, fabric, lfts.name, notes, impossible);
  const cache = pick(TABLE_FILES.guid2lid);
  const named =
    cache === undefined
      ? dumpedLids(dump, fabric, lfts.name, notes, known)
      : readGuid2lid(cache.text, fabric, cache.name, notes);
  if (cache !== undefined && named.topLid === 0) throw nothingIn(cache.name);
  if (cache !== undefined)
    refuseOtherLids(dump, named, fabric, lfts.name, cache.name);
  const lids = covering(named, dump.topLid);
  const sl2vlFile = pick(TABLE_FILES.sl2vl);
  const sl2vl =
    sl2vlFile === undefined
      ? undefined
      : readSl2vl(sl2vlFile.text, fabric, sl2vlFile.name, notes);
  const pathFile = pick(TABLE_FILES.pathSl);
  const paths = readPathSl(
    pathFile?.text ?? "",
    lids,
    pathFile?.name,
    fabric,
    notes,
  );
  const mcfdbs = pick(TABLE_FILES.mcfdbs);
  const groups = pick(TABLE_FILES.groups);
  const multicast =
    mcfdbs === undefined
      ? undefined
      : withGroups(
          readMcfdbs(mcfdbs.text, fabric, mcfdbs.name, notes),
          fabric,
          groups,
        );
  if (mcfdbs === undefined && groups !== undefined)
    notes.add(
      groups.name,
      "not read, because there are no multicast tables",
      0,
    );
  const qosFile = pick(TABLE_FILES.qos);
  const options: QosOptions =
    qosFile === undefined
      ? {}
      : readQosOptions(qosFile.text, qosFile.name, notes);
  const { vlArb } = options;
  const ofOptions =
    sl2vl === undefined && options.sl2vl?.isDefault === false
      ? uniformLanes(fabric, options.sl2vl)
      : undefined;
  const lanes =
    ofOptions?.lanes ??
    (sl2vl === undefined
      ? Math.min(paths.highestSl + 1, MANAGEMENT_VL)
      : lanesUsed(sl2vl));
  if (
    sl2vl === undefined &&
    ofOptions === undefined &&
    pathFile !== undefined &&
    paths.highestSl > 0
  )
    notes.add(
      pathFile.name,
      `there are no SL2VL tables: every packet is taken to be on the VL of its SL's number${paths.highestSl < MANAGEMENT_VL ? "" : `, on SL ${MANAGEMENT_VL} on VL 0, as VL ${MANAGEMENT_VL} carries management only`}; where QoS is off, all are on VL 0`,
      0,
    );
  // Why: OpenSM dumps no SLs of paths, and without them tables of its dfsssp, right on their lanes, are followed on one.
  if (pathFile === undefined && lanes > 1)
    notes.add(
      (sl2vlFile ?? qosFile)?.name ?? "",
      `there are no SLs of paths: every pair is taken to use SL 0, though SL2VL has ${lanes} data VLs; where the engine gives pairs SLs of their own (dfsssp, lash, nue, torus-2QoS), credit loops are not those of the subnet`,
      0,
    );
  const hostSl2vl =
    sl2vl === undefined
      ? undefined
      : hostLanes(fabric, sl2vl, lanes, sl2vlFile?.name ?? "", notes);
  return {
    lids,
    lft: dump.lft.map((ports) => resized(ports, lids.topLid)),
    lanes,
    engine: lfts.name,
    sameForAllSources: pathFile === undefined,
    pathLid: (source, destination) => paths.pathLid(source, destination),
    pathSl: (source, destination) => paths.pathSl(source, destination),
    ...ofOptions,
    ...(sl2vl === undefined ? {} : { sl2vl: sl2vl.switches }),
    ...(hostSl2vl === undefined ? {} : { hostSl2vl }),
    ...(vlArb === undefined ? {} : { vlArb }),
    ...(multicast === undefined || multicast.mlidCount === 0
      ? {}
      : { multicast }),
    notes: notes.all(),
  };
}

function withGroups(
  tables: MulticastTables,
  fabric: Fabric,
  list: { name: string; text: DumpText } | undefined,
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
