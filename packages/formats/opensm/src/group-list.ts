import { endportGuid, endportsByGuid } from "@fabriclab/fabric";
import {
  FabricError,
  type Fabric,
  type MulticastTables,
} from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type EndportIx } from "@fabriclab/units";
import type { DumpedMlid } from "./dumped-groups.ts";
import {
  guidText,
  linesOf,
  mismatch,
  syntaxError,
  type Line,
} from "./guid-text.ts";

const HEADER =
  "# mlid\tgroup\tname\tmembers\tsources (port GUIDs); who may send by which MLID, which opensm.mcfdbs does not say\n";

/** `multicast-groups.tsv`: the plan (source, group) -> MLID that tables were built for, one MLID a line. */
export function writeGroups(fabric: Fabric, tables: MulticastTables): string {
  const guids = (endports: readonly EndportIx[]): string =>
    endports.map((endport) => guidText(endportGuid(fabric, endport))).join(",");
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
          group.name.replace(/\s/g, " "),
          guids(group.members),
          guids(list),
        ].join("\t"),
      );
  }
  return [HEADER, ...lines.map((line) => `${line}\n`)].join("");
}

/** @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH (a port GUID that the fabric lacks), E_OPENSM_BAD_LID */
export function readGroups(
  text: string,
  fabric: Fabric,
  tables: Pick<MulticastTables, "firstMlid" | "mlidCount">,
  file = "multicast-groups.tsv",
): DumpedMlid[] {
  const endports = endportsByGuid(fabric);
  const found: DumpedMlid[] = [];
  for (const line of linesOf(text, file)) {
    if (/^\s*(?:#.*)?$/.test(line.text)) continue;
    const cells = line.text.split("\t");
    const [mlidText = "", group = "", name = "", members = "", sources = ""] =
      cells;
    if (
      cells.length !== 5 ||
      !/^0x[0-9a-f]+$/i.test(mlidText) ||
      !/^\d+$/.test(group)
    )
      throw syntaxError(
        line,
        1,
        line.text,
        "MLID, group, name, members, sources, with tabs between",
      );
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
    const ends = (list: string) => endportsOf(line, list, endports);
    found.push({
      mlid,
      group: Number(group),
      name,
      members: ends(members),
      sources: ends(sources),
    });
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
