import { LINK_SPEEDS } from "@fabriclab/fabric";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import { formatGuid, type PortIx } from "@fabriclab/units";
import { oneLine } from "./line-name.ts";
import { madeUpRemarks } from "./made-up.ts";
import type { WriteOptions } from "./write.ts";

/**
 * Writes a fabric as `ibnetdiscover -p` prints it: a line for every port, the highest of a node first, and those without a cable as `4x ???`.
 *
 * The list names ports by PortGUID. Comment lines before it that start with `# fabriclab` say which GUIDs and numbers of ports are made up. NodeGUIDs, LMCs and times of flight have no place in it, and which ports are one adapter's is only told by their names.
 *
 * Complexity: O(ports).
 * @throws FabricError E_IBNETDISCOVER_NAME for a name with a line break, or with `' - '` in it, which parts the two names of a line
 */
export function writePortList(
  fabric: Fabric,
  { lids }: WriteOptions = {},
): string {
  const lines = madeUpRemarks(fabric, (node) => listIds(fabric, node)).map(
    (line) => `${line}\n`,
  );
  for (let node = 0; node < fabric.nodeCount; node++) {
    const start = fabric.portStart[node] ?? 0;
    const name = listName(fabric.nodeName[node] ?? "");
    for (
      let port = (fabric.portStart[node + 1] ?? 0) - 1;
      port >= start;
      port--
    ) {
      const here = endText(fabric, lids, port);
      const peer = fabric.portPeer[port] ?? -1;
      if (peer < 0) {
        lines.push(`${here} 4x ???${" ".repeat(36)}'${name}'\n`);
        continue;
      }
      const link = fabric.portLink[port] ?? 0;
      const rate = `${fabric.linkWidth[link] ?? 0}x ${LINK_SPEEDS[fabric.linkSpeed[link] ?? 0]?.name ?? "???"}`;
      const other = listName(
        fabric.nodeName[fabric.portNode[peer] ?? -1] ?? "",
      );
      lines.push(
        `${here} ${rate} - ${endText(fabric, lids, peer)} ( '${name}' - '${other}' )\n`,
      );
    }
  }
  return lines.join("");
}

/** What stands for a node in the list: a switch's NodeGUID, the PortGUID of each port of an adapter. */
function listIds(fabric: Fabric, node: number): string[] {
  const id = (kind: "S" | "H", guid: bigint): string =>
    `${kind}-${guid.toString(16).padStart(16, "0")}`;
  return node < fabric.switchCount
    ? [id("S", fabric.nodeGuid[node] ?? 0n)]
    : Array.from(
        fabric.portGuid.subarray(
          fabric.portStart[node] ?? 0,
          fabric.portStart[node + 1] ?? 0,
        ),
        (guid) => id("H", guid),
      );
}

/** `CA   134  1 0x7cfe9003003b4bde`: kind, LID, port, PortGUID; a switch has one LID and PortGUID for all its ports. */
function endText(
  fabric: Fabric,
  lids: LidTable | undefined,
  port: number,
): string {
  const node = fabric.portNode[port] ?? 0;
  const isSwitch = node < fabric.switchCount;
  const endport =
    (fabric.nodeEndport[node] ?? 0) +
    (isSwitch ? 0 : port - (fabric.portStart[node] ?? 0));
  const guid = isSwitch ? fabric.nodeGuid[node] : fabric.portGuid[port];
  return [
    isSwitch ? "SW" : "CA",
    String(lids?.baseLid[endport] ?? 0).padStart(5),
    String(fabric.numOf(port as PortIx)).padStart(2),
    formatGuid(guid ?? 0n),
  ].join(" ");
}

function listName(name: string): string {
  if (!name.includes("' - '")) return oneLine(name);
  throw new FabricError({
    code: "E_IBNETDISCOVER_NAME",
    message: "a name that would not read back cannot stand in a port list",
    got: JSON.stringify(name),
    expected: "a name without ' - '",
  });
}
