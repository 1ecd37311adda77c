import { LINK_SPEEDS } from "@fabriclab/fabric";
import { GBPS_OF_SPEED } from "@fabriclab/reading";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";

/** What a file is to say beyond the fabric. */
export interface WriteOptions {
  /** Default: LID 0 everywhere, as before a subnet manager ran. */
  readonly lids?: LidTable | undefined;
}

/**
 * Writes `subnet.lst` as OpenSM and ibdiagnet do: one line for each cabled port, in the order of nodes and ports. Times of flight, LMCs, and nodes without a cable have
 * no place in it.
 *
 * Complexity: O(ports).
 * @throws FabricError E_IBDM_NAME for a name with a line break
 */
export function writeSubnetLst(
  fabric: Fabric,
  options: WriteOptions = {},
): string {
  return [...subnetLstLines(fabric, options)].join("");
}

function* subnetLstLines(
  fabric: Fabric,
  { lids }: WriteOptions,
): Generator<string> {
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port] ?? -1;
    if (peer < 0) continue;
    const link = fabric.portLink[port] ?? 0;
    const speed = LINK_SPEEDS[fabric.linkSpeed[link] ?? 0]?.name ?? "SDR";
    const gbps = GBPS_OF_SPEED[speed as keyof typeof GBPS_OF_SPEED];
    yield `${endText(fabric, lids, port)} ${endText(fabric, lids, peer)} PHY=${fabric.linkWidth[link] ?? 1}x LOG=ACT SPD=${gbps}\n`;
  }
}

function endText(
  fabric: Fabric,
  lids: LidTable | undefined,
  port: number,
): string {
  const node = fabric.portNode[port] ?? 0;
  const isSwitch = node < fabric.switchCount;
  const start = fabric.portStart[node] ?? 0;
  const ports = (fabric.portStart[node + 1] ?? 0) - start;
  const endport =
    (fabric.nodeEndport[node] ?? 0) + (isSwitch ? 0 : port - start);
  const nodeGuid = fabric.nodeGuid[node] ?? 0n;
  const portGuid = isSwitch ? nodeGuid : (fabric.portGuid[port] ?? 0n);
  const guid = (value: bigint): string => value.toString(16).padStart(16, "0");
  const hex = (value: number, digits: number): string =>
    value.toString(16).toUpperCase().padStart(digits, "0");
  return `{ ${isSwitch ? "SW" : "CA"} Ports:${hex(ports, 2)} SystemGUID:${guid(nodeGuid)} NodeGUID:${guid(nodeGuid)} PortGUID:${guid(portGuid)} VenID:00000000 DevID:0000 Rev:00000000 {${oneLine(fabric.nodeName[node] ?? "")}} LID:${hex(lids?.baseLid[endport] ?? 0, 4)} PN:${hex(fabric.numOf(port as PortIx), 2)} }`;
}

function oneLine(name: string): string {
  if (!/[\r\n]|\}\s*LID:/.test(name)) return name;
  throw new FabricError({
    code: "E_IBDM_NAME",
    message: "a name that would not read back cannot stand in subnet.lst",
    got: JSON.stringify(name),
    expected: "a name of one line, without } LID:",
  });
}
