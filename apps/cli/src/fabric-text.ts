import { writeDot } from "@fabriclab/formats-dot";
import { writeFabricJson } from "@fabriclab/formats-fabric-json";
import { writeDbCsv } from "@fabriclab/formats-ibdiagnet";
import { writeSubnetLst, writeTopo } from "@fabriclab/formats-ibdm";
import {
  writeIbnetdiscover,
  writePortList,
} from "@fabriclab/formats-ibnetdiscover";
import { writeSlurm } from "@fabriclab/formats-slurm";
import { drawFabric } from "@fabriclab/formats-svg";
import type { Fabric, LidTable } from "@fabriclab/spec";
import type { FabricFormat } from "./fabric-formats.ts";
import { many } from "./naming/words.ts";

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
    case "ibnetdiscover-p":
      return alone(
        writePortList(fabric, lids === undefined ? {} : { lids }),
        "NodeGUIDs have no place in a port list, which names ports by PortGUID",
        ...lostLmcs(lids, "a port list"),
      );
    case "subnet-lst":
      return alone(
        writeSubnetLst(fabric, { lids }),
        ...lostLmcs(lids, "subnet.lst"),
        ...uncabled(fabric),
      );
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
    case "svg":
      return alone(drawFabric(fabric, { title: fabric.name }), ...lost);
  }
}

/** LMCs above 0, for which a format has no field. */
function lostLmcs(lids: LidTable | undefined, where: string): string[] {
  const count = lids?.lmc.filter((lmc) => lmc > 0).length ?? 0;
  return count === 0
    ? []
    : [
        `LMCs have no place in ${where}: ${many(count, "port")} with an LMC above 0 ${count === 1 ? "reads" : "read"} back with ${count === 1 ? "its base LID" : "their base LIDs"} alone`,
      ];
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
    : [
        `${many(count, "node")} without a cable ${count === 1 ? "has" : "have"} no place in subnet.lst`,
      ];
}
