import { switchesByGuid, switchesInGuidOrder } from "@fabriclab/fabric";
import {
  portMaskWords,
  type Fabric,
  type MulticastTables,
} from "@fabriclab/spec";
import {
  MULTICAST_LID_MAX,
  MULTICAST_LID_MIN,
  type EndportIx,
  type SwitchIx,
} from "@fabriclab/units";
import { dumpedGroups } from "./dumped-groups.ts";
import { guidText, linesOf, mismatch, syntaxError } from "./guid-text.ts";
import { hostBehind } from "./host-behind.ts";

const SWITCH =
  /^(?:osm_mcast_mgr_dump_mcast_routes|dump_mcast_routes)?:?\s*Switch (0x[0-9a-f]+)\s*$/i;
const ENTRY = /^(0x[0-9a-f]+)\s*:\s*((?:0x[0-9a-f]+\s*)*)$/i;
const HEADING = /^\s*(?:LID\s*:\s*Out Port\(s\)\s*)?$/i;

/** `opensm.mcfdbs` as OpenSM 3.3.23 writes it: switches of at least one tree, in OpenSM's map order. */
export function writeMcfdbs(fabric: Fabric, tables: MulticastTables): string {
  const { masks, mlidCount, words, firstMlid } = tables;
  const text: string[] = [];
  for (const sw of switchesInGuidOrder(fabric)) {
    const rows: string[] = [];
    for (let k = 0; k < mlidCount; k++) {
      const ports: string[] = [];
      for (let word = 0; word < words; word++) {
        const bits = masks[(sw * mlidCount + k) * words + word] ?? 0;
        for (let bit = 0; bit < 32; bit++)
          if ((bits & (1 << bit)) !== 0)
            ports.push(
              `0x${(word * 32 + bit).toString(16).toUpperCase().padStart(3, "0")} `,
            );
      }
      if (ports.length === 0) continue;
      const mlid = (MULTICAST_LID_MIN + firstMlid + k)
        .toString(16)
        .toUpperCase();
      rows.push(`0x${mlid} : ${ports.join(" ")}\n`);
    }
    if (rows.length === 0) continue;
    text.push(
      `\nSwitch ${guidText(fabric.nodeGuid[sw] ?? 0n)}\nLID    : Out Port(s)\n`,
      ...rows,
    );
  }
  return text.join("");
}

/**
 * Reads `opensm.mcfdbs`. A dump names neither groups nor senders: every MLID becomes a group of the hosts whose ports it sets, and each of them
 * may send, as OpenSM has it.
 *
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH, E_OPENSM_BAD_PORT, E_OPENSM_BAD_LID
 */
export function readMcfdbs(
  text: string,
  fabric: Fabric,
  file = "opensm.mcfdbs",
): MulticastTables {
  const switches = switchesByGuid(fabric);
  const rows: { sw: SwitchIx; mlid: number; ports: number[] }[] = [];
  let at: SwitchIx | undefined;
  for (const line of linesOf(text, file)) {
    const heading = SWITCH.exec(line.text);
    if (heading !== null) {
      const guid = heading[1] ?? "";
      at = switches.get(BigInt(guid));
      if (at === undefined)
        throw mismatch(
          "E_OPENSM_UNKNOWN_SWITCH",
          line,
          line.text.indexOf(guid) + 1,
          "the fabric has no such switch",
          guid,
          "the NodeGUID of a switch of the fabric",
        );
      continue;
    }
    const entry = ENTRY.exec(line.text);
    if (entry === null) {
      if (HEADING.test(line.text)) continue;
      throw syntaxError(
        line,
        1,
        line.text,
        "a switch, or an MLID with its ports",
      );
    }
    if (at === undefined)
      throw syntaxError(
        line,
        1,
        line.text,
        "a line that names a switch before its entries",
      );
    const mlid = Number(entry[1]);
    if (mlid < MULTICAST_LID_MIN || mlid > MULTICAST_LID_MAX)
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        1,
        "this is no multicast LID",
        entry[1] ?? "",
        "0xc000 to 0xfffe",
      );
    const radix = (fabric.portStart[at + 1] ?? 0) - (fabric.portStart[at] ?? 0);
    const ports = (entry[2] ?? "").split(/\s+/).filter((word) => word !== "");
    for (const port of ports)
      if (Number(port) > radix)
        throw mismatch(
          "E_OPENSM_BAD_PORT",
          line,
          line.text.indexOf(port) + 1,
          "the switch has no such port",
          port,
          `0x000 to 0x${radix.toString(16).padStart(3, "0")}`,
        );
    rows.push({ sw: at, mlid, ports: ports.map(Number) });
  }
  return tablesOf(fabric, rows);
}

function tablesOf(
  fabric: Fabric,
  rows: readonly { sw: SwitchIx; mlid: number; ports: readonly number[] }[],
): MulticastTables {
  let first = MULTICAST_LID_MAX;
  let last = MULTICAST_LID_MIN - 1;
  for (const { mlid } of rows) {
    first = Math.min(first, mlid);
    last = Math.max(last, mlid);
  }
  const mlidCount = Math.max(0, last - first + 1);
  const firstMlid = mlidCount === 0 ? 0 : first - MULTICAST_LID_MIN;
  const words = portMaskWords(fabric);
  const masks = new Int32Array(fabric.switchCount * mlidCount * words);
  const members = new Map<number, EndportIx[]>();
  for (const { sw, mlid, ports } of rows)
    for (const num of ports) {
      const word = (sw * mlidCount + mlid - first) * words + (num >> 5);
      masks[word] = (masks[word] ?? 0) | (1 << (num & 31));
      const list = members.get(mlid) ?? [];
      members.set(mlid, list);
      const endport = hostBehind(fabric, sw, num);
      if (endport !== undefined) list.push(endport);
    }
  return {
    mlidCount,
    firstMlid,
    words,
    masks,
    ...dumpedGroups(
      fabric,
      [...members]
        .sort(([a], [b]) => a - b)
        .map(([mlid, joined]) => ({
          mlid,
          group: mlid - MULTICAST_LID_MIN,
          name: `0x${mlid.toString(16)}`,
          members: joined.sort((a, b) => a - b),
          sources: joined,
        })),
      "one per group",
    ),
  };
}
