import { LINK_SPEEDS } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { NodeIx, PortIx } from "@fabriclab/units";
import type { FabricFile } from "./schema.ts";

/**
 * A fabric as JSON, one node or cable a line. `readFabricJson` gives back the same fabric, every index included.
 *
 * Complexity: O(nodes + ports + links).
 */
export function writeFabricJson(fabric: Fabric): string {
  const file = fabricFileOf(fabric);
  const rows = (values: readonly unknown[]): string =>
    values.length === 0
      ? "[]"
      : `[\n    ${values.map((value) => JSON.stringify(value)).join(",\n    ")}\n  ]`;
  return [
    "{",
    `  "format": ${JSON.stringify(file.format)},`,
    `  "version": ${file.version},`,
    `  "name": ${JSON.stringify(file.name)},`,
    `  "switches": ${rows(file.switches)},`,
    `  "hosts": ${rows(file.hosts)},`,
    `  "links": ${rows(file.links)}`,
    "}\n",
  ].join("\n");
}

const hex = (guid: bigint): string => `0x${guid.toString(16)}`;

function fabricFileOf(fabric: Fabric): FabricFile {
  const node = (
    index: number,
  ): {
    name: string;
    guid: string;
    guidMadeUp?: true;
    ports: number;
    portsMadeUp?: true;
  } => ({
    name: fabric.nodeName[index] ?? "",
    guid: hex(fabric.nodeGuid[index] ?? 0n),
    ...(fabric.guidMadeUp?.[index] === 1 ? { guidMadeUp: true } : {}),
    ports: fabric.radix(index as NodeIx),
    ...(fabric.radixMadeUp?.[index] === 1 ? { portsMadeUp: true } : {}),
  });
  const end = (port: number): [number, number] => [
    fabric.portNode[port] ?? 0,
    fabric.numOf(port as PortIx),
  ];
  return {
    format: "fabriclab-fabric",
    version: 1,
    name: fabric.name,
    switches: Array.from({ length: fabric.switchCount }, (_, sw) => node(sw)),
    hosts: Array.from({ length: fabric.hostCount }, (_, host) => {
      const index = fabric.switchCount + host;
      const portGuids = Array.from(
        fabric.portGuid.subarray(
          fabric.portStart[index],
          fabric.portStart[index + 1],
        ),
      );
      const usual = portGuids.every(
        (guid, port) =>
          guid === (fabric.nodeGuid[index] ?? 0n) + BigInt(port + 1),
      );
      return {
        ...node(index),
        ...(usual ? {} : { portGuids: portGuids.map(hex) }),
      };
    }),
    links: Array.from({ length: fabric.linkCount }, (_, link) => ({
      from: end(fabric.linkPorts[2 * link] ?? 0),
      to: end(fabric.linkPorts[2 * link + 1] ?? 0),
      rate: `${fabric.linkWidth[link] ?? 0}x${LINK_SPEEDS[fabric.linkSpeed[link] ?? 0]?.name ?? ""}`,
      flightPs: fabric.linkFlightPs[link] ?? 0,
    })),
  };
}
