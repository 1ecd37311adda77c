import { endportGuid, endportsByGuid } from "@fabriclab/fabric";
import {
  FabricError,
  type Fabric,
  type MulticastTables,
} from "@fabriclab/spec";
import {
  formatGuid,
  MULTICAST_LID_MIN,
  type EndportIx,
} from "@fabriclab/units";
import type { DumpText } from "./dump-text.ts";
import type { DumpedMlid } from "./dumped-groups.ts";
import {
  contradiction,
  linesOf,
  mismatch,
  refuseCut,
  syntaxError,
  type Line,
} from "./guid-text.ts";
import { printedName } from "./printed-name.ts";

const HEADER =
  "# mlid\tgroup\tname\tmembers\tsources (port GUIDs); who may send by which MLID, which opensm.mcfdbs does not say\n";

/** `multicast-groups.tsv`: the plan (source, group) -> MLID that tables were built for, one MLID a line. */
export function writeGroups(fabric: Fabric, tables: MulticastTables): string {
  const guids = (endports: readonly EndportIx[]): string =>
    endports
      .map((endport) => formatGuid(endportGuid(fabric, endport)))
      .join(",");
  const lines: string[] = [];
  for (const group of tables.groups) {
    const sources = new Map<number, EndportIx[]>();
    for (const source of new Set(group.sources))
      for (const mlid of tables.mlids(source, group.id)) {
        const list = sources.get(mlid) ?? [];
        sources.set(mlid, [...list, source]);
      }
    for (const [mlid, list] of sources)
      lines.push(
        [
          `0x${mlid.toString(16)}`,
          group.id,
          printedName(group.name),
          guids(group.members),
          guids(list),
        ].join("\t"),
      );
  }
  return [HEADER, ...lines.map((line) => `${line}\n`)].join("");
}

/**
 * Reads `multicast-groups.tsv`.
 *
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH (a port GUID that the fabric lacks), E_OPENSM_BAD_LID, E_OPENSM_CONTRADICTION,
 * E_OPENSM_TRUNCATED
 */
export function readGroups(
  text: DumpText,
  fabric: Fabric,
  tables: Pick<MulticastTables, "firstMlid" | "mlidCount">,
  file = "multicast-groups.tsv",
): DumpedMlid[] {
  const endports = endportsByGuid(fabric);
  const found: DumpedMlid[] = [];
  const seen = new Map<string, number>();
  const byGroup = new Map<number, DumpedMlid>();
  for (const line of linesOf(text, file)) {
    if (/^\s*(?:#.*)?$/.test(line.text)) continue;
    const cells = line.text.split("\t");
    const [mlidText = "", group = "", name = "", members = "", sources = ""] =
      cells;
    if (
      cells.length !== 5 ||
      !/^0x[0-9a-f]{1,8}$/i.test(mlidText) ||
      !/^\d{1,9}$/.test(group)
    )
      throw syntaxError(
        line,
        1,
        line.text,
        "MLID, group, name, members, sources, with tabs between",
      );
    refuseCut(line);
    const mlid = Number(mlidText);
    const k = mlid - MULTICAST_LID_MIN - tables.firstMlid;
    if (k < 0 || k >= tables.mlidCount)
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        1,
        "opensm.mcfdbs has no such MLID",
        mlidText,
        `${tables.mlidCount} MLIDs from 0x${(MULTICAST_LID_MIN + tables.firstMlid).toString(16)}`,
      );
    const before = seen.get(`${mlid} ${group}`);
    if (before !== undefined)
      throw contradiction(
        line,
        1,
        `MLID ${mlidText} of group ${group}`,
        line.text,
        `one line for each MLID of a group; line ${before} has it`,
      );
    seen.set(`${mlid} ${group}`, line.number);
    const listed = {
      mlid,
      group: Number(group),
      name,
      members: endportsOf(line, members, endports),
      sources: endportsOf(line, sources, endports),
    };
    const other = byGroup.get(listed.group);
    if (other !== undefined && other.members.join() !== listed.members.join())
      throw contradiction(
        line,
        mlidText.length + 2,
        `the members of group ${group}`,
        members,
        `the same members as for MLID 0x${other.mlid.toString(16)}`,
      );
    byGroup.set(listed.group, other ?? listed);
    found.push(listed);
  }
  return found;
}

function endportsOf(
  line: Line,
  list: string,
  endports: ReadonlyMap<bigint, EndportIx>,
): EndportIx[] {
  return list
    .split(",")
    .filter((guid) => guid !== "")
    .map((guid) => {
      const endport = /^0x[0-9a-f]{1,16}$/i.test(guid)
        ? endports.get(BigInt(guid))
        : undefined;
      if (endport !== undefined) return endport;
      const refusal: FabricError = mismatch(
        "E_OPENSM_UNKNOWN_SWITCH",
        line,
        line.text.indexOf(guid) + 1,
        "the fabric has no such port",
        guid,
        "a port GUID of the fabric",
      );
      throw refusal;
    });
}
