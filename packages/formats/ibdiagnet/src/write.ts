import { LINK_SPEEDS } from "@fabriclab/fabric";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import { formatGuid, type PortIx } from "@fabriclab/units";
import { quotedCell } from "./csv-row.ts";
import { SPEED_OF_CODE, WIDTH_OF_CODE } from "./link-codes.ts";

/** What a file is to say beyond the fabric. */
export interface WriteOptions {
  /** Default: LID 0 everywhere, as before a subnet manager ran. */
  readonly lids?: LidTable | undefined;
}

/** Columns that have a meaning here, in the order of ibdiagnet's. */
const PORT_COLUMNS =
  "NodeGuid,PortGuid,PortNum,LID,LinkWidthActv,LinkSpeedActv,LMC,PortPhyState,PortState";

/**
 * Writes the sections NODES, PORTS and LINKS as `ibdiagnet2.db_csv` has them, PORTS with the columns that a fabric fills. Times of flight have no place in it.
 *
 * Complexity: O(ports).
 * @throws FabricError E_IBDIAGNET_NAME for a name with a line break
 */
export function writeDbCsv(fabric: Fabric, options: WriteOptions = {}): string {
  const { lids } = options;
  const nodes: string[] = [];
  const ports: string[] = [];
  const links: string[] = [];
  for (let node = 0; node < fabric.nodeCount; node++) {
    const isSwitch = node < fabric.switchCount;
    const own = fabric.nodeGuid[node] ?? 0n;
    const start = fabric.portStart[node] ?? 0;
    const end = fabric.portStart[node + 1] ?? 0;
    const first = fabric.nodeEndport[node] ?? 0;
    nodes.push(
      [
        quotedCell(oneLine(fabric.nodeName[node] ?? "")),
        end - start,
        isSwitch ? 2 : 1,
        1,
        1,
        formatGuid(own),
        formatGuid(own),
        formatGuid(isSwitch ? own : (fabric.portGuid[start] ?? 0n)),
      ].join(","),
    );
    const row = (num: number, portGuid: bigint, port: number): void => {
      const endport = isSwitch ? first : first + num - 1;
      const cabled = port >= 0 && (fabric.portPeer[port] ?? -1) >= 0;
      const link = cabled ? (fabric.portLink[port] ?? 0) : -1;
      const up = cabled || num === 0;
      ports.push(
        [
          formatGuid(own),
          formatGuid(portGuid),
          num,
          lids?.baseLid[endport] ?? 0,
          link < 0 ? 0 : widthCode(fabric.linkWidth[link] ?? 1),
          link < 0 ? 0 : speedCode(fabric.linkSpeed[link] ?? 0),
          lids?.lmc[endport] ?? 0,
          up ? 5 : 2,
          up ? 4 : 1,
        ].join(","),
      );
    };
    if (isSwitch) row(0, own, -1);
    for (let port = start; port < end; port++)
      row(
        port - start + 1,
        isSwitch ? own : (fabric.portGuid[port] ?? 0n),
        port,
      );
  }
  for (let link = 0; link < fabric.linkCount; link++)
    links.push(
      [0, 1]
        .flatMap((end) => {
          const port = fabric.linkPorts[2 * link + end] ?? 0;
          return [
            formatGuid(fabric.nodeGuid[fabric.portNode[port] ?? 0] ?? 0n),
            fabric.numOf(port as PortIx),
          ];
        })
        .join(","),
    );
  return [
    section(
      "NODES",
      "NodeDesc,NumPorts,NodeType,ClassVersion,BaseVersion,SystemImageGUID,NodeGUID,PortGUID",
      nodes,
    ),
    section("PORTS", PORT_COLUMNS, ports),
    section("LINKS", "NodeGuid1,PortNum1,NodeGuid2,PortNum2", links),
  ].join("\n\n");
}

const section = (
  name: string,
  header: string,
  rows: readonly string[],
): string => [`START_${name}`, header, ...rows, `END_${name}`, ""].join("\n");

const codeOf = <T>(codes: ReadonlyMap<number, T>, value: T): number =>
  [...codes].find(([, one]) => one === value)?.[0] ?? 0;
const widthCode = (lanes: number): number => codeOf(WIDTH_OF_CODE, lanes);
const speedCode = (speed: number): number =>
  codeOf(SPEED_OF_CODE, LINK_SPEEDS[speed]?.name);

function oneLine(name: string): string {
  if (!/[\r\n]/.test(name)) return name;
  throw new FabricError({
    code: "E_IBDIAGNET_NAME",
    message: "a name with a line break cannot stand in a row",
    got: JSON.stringify(name),
    expected: "a name of one line",
  });
}
