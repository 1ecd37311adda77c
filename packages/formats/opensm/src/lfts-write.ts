import { endportGuid, switchesInGuidOrder } from "@fabriclab/fabric";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";
import { guidText, lidText } from "./guid-text.ts";

/**
 * `opensm-lfts.dump` as OpenSM 3.3.23 writes it and loads it (`opensm -R file -U FILE`), one piece of text per switch.
 *
 * Switches come in OpenSM's map order; LIDs without a path are left out. Pieces, because the dump of a large fabric is longer than a string may be.
 */
export function* lftsChunks(
  fabric: Fabric,
  tables: ForwardingTables,
): Generator<string> {
  const { lids, lft } = tables;
  const notes = ownerNotes(fabric, tables);
  for (const sw of switchesInGuidOrder(fabric)) {
    const guid = guidText(fabric.nodeGuid[sw] ?? 0n);
    const name = fabric.nodeName[sw] ?? "";
    const lines = [
      `Unicast lids [0-${lids.topLid}] of switch Lid ${lids.baseLid[sw] ?? 0} guid ${guid} ('${name}'):\n`,
    ];
    const table = lft[sw];
    for (let lid = 1; lid <= lids.topLid; lid++) {
      const port = table?.[lid] ?? NO_PORT;
      if (port === NO_PORT) continue;
      lines.push(
        `${lidText(lid)} ${String(port).padStart(3, "0")} # ${notes[lid] ?? ""}\n`,
      );
    }
    // OpenSM prints the top LID here, not the number of lines.
    lines.push(`${lids.topLid} lids dumped\n`);
    yield lines.join("");
  }
}

/** The whole of `lftsChunks`. */
export function writeLfts(fabric: Fabric, tables: ForwardingTables): string {
  return [...lftsChunks(fabric, tables)].join("");
}

/** LID -> what a dump says about its owner. */
function ownerNotes(fabric: Fabric, { lids }: ForwardingTables): string[] {
  return Array.from(lids.owner, (owner) => {
    if (owner < 0) return "unknown node and type";
    const endport = owner as EndportIx;
    const type = owner < fabric.switchCount ? "Switch" : "Channel Adapter";
    const name = fabric.nodeName[fabric.endportNode[endport] ?? -1] ?? "";
    return `${type} portguid ${guidText(endportGuid(fabric, endport))}: '${name}'`;
  });
}
