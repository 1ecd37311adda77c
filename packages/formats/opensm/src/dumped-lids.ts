import {
  endportName,
  excerpt,
  FabricError,
  lidTable,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import {
  MAX_LMC,
  NO_PORT,
  type EndportIx,
  type SwitchIx,
} from "@fabriclab/units";
import type { DumpNotes } from "./dump-notes.ts";
import { hostBehind } from "./host-behind.ts";
import type { LftDump } from "./lfts-read.ts";

/**
 * LIDs as headings and comments name them; where they do not, those of the fabric's file; where that says nothing either, as the entries deliver them. The LIDs of
 * an endport must follow one another; the lowest is its base.
 *
 * @param given LIDs of the fabric's file; passed over where headings or comments name other ones
 * @throws FabricError E_OPENSM_BAD_LID where they do not, E_OPENSM_CONTRADICTION where switches deliver one LID to different ports and no comment
 * says whose it is
 */
export function dumpedLids(
  dump: LftDump,
  fabric: Fabric,
  file: string,
  notes: DumpNotes,
  given?: LidTable,
): LidTable {
  const ofFile = agreeing(dump, fabric, given, file, notes);
  const named = new Set([
    ...dump.owners.values(),
    ...(ofFile?.owner.filter((owner) => owner >= 0) ?? []),
  ]);
  const topLid = Math.max(dump.topLid, ofFile?.topLid ?? 0);
  const sources = { file: 0, entries: 0 };
  const baseLid = new Uint16Array(fabric.endportCount);
  const lastLid = new Uint16Array(fabric.endportCount);
  const owners = new Int32Array(topLid + 1).fill(-1);
  for (let lid = 1; lid <= topLid; lid++) {
    const endport = ownerOf(lid);
    if (endport === undefined) continue;
    owners[lid] = endport;
    if (baseLid[endport] === 0) baseLid[endport] = lid;
    lastLid[endport] = lid;
  }
  const lmc = new Uint8Array(fabric.endportCount);
  for (const [endport, base] of baseLid.entries()) {
    if (base === 0) continue;
    const count = (lastLid[endport] ?? 0) - base + 1;
    const bits = Math.ceil(Math.log2(count));
    const strange = owners
      .subarray(base, base + 2 ** bits)
      .find((owner) => owner >= 0 && owner !== endport);
    if (bits > MAX_LMC || strange !== undefined)
      throw lidError(
        "E_OPENSM_BAD_LID",
        file,
        `the LIDs of ${nameOf(fabric, endport)} are no block`,
        `LIDs from ${base} to ${lastLid[endport] ?? 0}${strange === undefined ? "" : `, with one of ${nameOf(fabric, strange)} between them`}`,
        "1, 2, 4 … 128 LIDs that follow one another",
      );
    if (
      owners.subarray(base, base + 2 ** bits).filter((owner) => owner >= 0)
        .length <
      2 ** bits
    )
      notes.add(
        file,
        "blocks of LIDs of which the dump does not name all were completed",
        0,
      );
    lmc[endport] = bits;
  }
  if (sources.file > 0)
    notes.add(
      file,
      "LIDs whose owners the dump does not name are those of the fabric's file",
      0,
      sources.file,
    );
  if (sources.entries > 0)
    notes.add(
      file,
      "owners of LIDs were inferred from the entries, as nothing names them: a wrong final port cannot be seen; give the guid2lid of the same run",
      0,
      sources.entries,
    );
  return lidTable(baseLid, lmc);

  function ownerOf(lid: number): EndportIx | undefined {
    const byName = dump.owners.get(lid);
    if (byName !== undefined) return byName;
    const byFile = ofFile?.owner[lid] ?? -1;
    if (byFile >= 0) {
      sources.file += 1;
      return byFile as EndportIx;
    }
    const inferred = ownerByEntries(dump, fabric, lid, file);
    // Why: who has LIDs of which something else tells gets no more of them by what may be a wrong entry.
    if (inferred === undefined || (ofFile !== undefined && named.has(inferred)))
      return undefined;
    sources.entries += 1;
    return inferred;
  }
}

/** The LIDs of the fabric's file, unless headings or comments name other ones: then they are of another run. */
function agreeing(
  dump: LftDump,
  fabric: Fabric,
  given: LidTable | undefined,
  file: string,
  notes: DumpNotes,
): LidTable | undefined {
  if (given === undefined) return undefined;
  for (const [lid, endport] of dump.owners) {
    const owner = given.owner[lid] ?? -1;
    if (owner === endport || (owner < 0 && given.baseLid[endport] === 0))
      continue;
    notes.add(
      file,
      `the LIDs of the fabric's file are of another run, and were passed over: LID ${lid} is ${excerpt(endportName(fabric, endport))}'s here and ${owner < 0 ? "nobody's" : `${excerpt(endportName(fabric, owner as EndportIx))}'s`} there`,
      0,
    );
    return undefined;
  }
  return given;
}

/**
 * Refuses a guid2lid that names other owners than the dump's own headings and comments.
 *
 * @throws FabricError E_OPENSM_CONTRADICTION
 */
export function refuseOtherLids(
  dump: LftDump,
  lids: LidTable,
  fabric: Fabric,
  file: string,
  cache: string,
): void {
  for (const [lid, endport] of dump.owners) {
    const owner = lids.owner[lid] ?? -1;
    if (owner !== endport && owner >= 0)
      throw lidError(
        "E_OPENSM_CONTRADICTION",
        file,
        `two files disagree about whose LID ${lid} is`,
        `${nameOf(fabric, endport)} in ${file}`,
        `${nameOf(fabric, owner)}, as ${cache} says`,
      );
  }
}

/** The switch that keeps a LID for itself, or the host behind the port that switches send it to. */
function ownerByEntries(
  dump: LftDump,
  fabric: Fabric,
  lid: number,
  file: string,
): EndportIx | undefined {
  let found: EndportIx | undefined;
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const num = dump.lft[sw]?.[lid] ?? NO_PORT;
    if (num === NO_PORT) continue;
    const endport =
      num === 0 ? (sw as EndportIx) : hostBehind(fabric, sw as SwitchIx, num);
    if (endport === undefined || endport === found) continue;
    if (found !== undefined)
      throw lidError(
        "E_OPENSM_CONTRADICTION",
        file,
        `switches deliver LID ${lid} to different ports, and nothing says whose it is`,
        nameOf(fabric, endport),
        nameOf(fabric, found),
      );
    found = endport;
  }
  return found;
}

function nameOf(fabric: Fabric, endport: number): string {
  const node = fabric.endportNode[endport] ?? -1;
  return fabric.nodeName[node] ?? "nobody";
}

const lidError = (
  code: `E_OPENSM_${string}`,
  file: string,
  message: string,
  got: string,
  expected: string,
): FabricError =>
  new FabricError({
    code,
    message,
    where: { file },
    got,
    expected,
    hint: "give the guid2lid of the same run of OpenSM",
  });
