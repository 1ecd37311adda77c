import { writeDot } from "@fabriclab/formats-dot";
import { writeFabricJson } from "@fabriclab/formats-fabric-json";
import { writeDbCsv } from "@fabriclab/formats-ibdiagnet";
import { writeSubnetLst, writeTopo } from "@fabriclab/formats-ibdm";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { writeSlurm } from "@fabriclab/formats-slurm";
import type { Fabric, LidTable } from "@fabriclab/spec";
import type { FabricFormat } from "./fabric-formats.ts";

/** A fabric in a format's words. */
export interface FabricText {
  readonly text: string;
  /** What the format leaves out, one a line. */
  readonly notes: readonly string[];
  /** Files that belong beside it: name -> text. */
  readonly beside: ReadonlyMap<string, string>;
}

/** A fabric, and its LIDs where the format has a place for them, in a format's words. */
export function fabricText(
  fabric: Fabric,
  format: FabricFormat,
  lids?: LidTable,
): FabricText {
  const alone = (text: string, ...notes: readonly string[]): FabricText => ({
    text,
    notes,
    beside: new Map(),
  });
  const lost = [
    ...(lids === undefined ? [] : [`LIDs have no place in ${format}`]),
  ];
  switch (format) {
    case "ibnetdiscover":
      return alone(
        writeIbnetdiscover(fabric, lids === undefined ? {} : { lids }),
      );
    case "subnet-lst":
      return alone(writeSubnetLst(fabric, { lids }), ...uncabled(fabric));
    case "db-csv":
      return alone(writeDbCsv(fabric, { lids }));
    case "ibadm": {
      const { topo, systems } = writeTopo(fabric);
      return { text: topo, notes: lost, beside: systems };
    }
    case "slurm":
    case "slurm-links": {
      const { text, notes } = writeSlurm(fabric, {
        switches: format === "slurm" ? "tree" : "links",
      });
      return alone(
        text,
        ...notes.map(
          ({ message, count }) =>
            `${message}${count > 1 ? ` (${count} times)` : ""}`,
        ),
      );
    }
    case "json":
      return alone(writeFabricJson(fabric), ...lost);
    case "dot":
      return alone(writeDot(fabric), ...lost);
  }
}

/** Nodes that a list of cables cannot name. */
function uncabled(fabric: Fabric): string[] {
  let count = 0;
  for (let node = 0; node < fabric.nodeCount; node++) {
    const ports = fabric.portPeer.subarray(
      fabric.portStart[node] ?? 0,
      fabric.portStart[node + 1] ?? 0,
    );
    if (ports.every((peer) => peer < 0)) count += 1;
  }
  return count === 0
    ? []
    : [`${count} nodes without a cable have no place in subnet.lst`];
}
