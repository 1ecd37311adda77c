import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { walk } from "@fabriclab/paths";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx, PortIx } from "@fabriclab/units";
import { expect } from "vitest";
import { cyclic } from "../src/index.ts";

/** The tables of the paper's scheme on IBFT(m,n). */
export function build(ports: number, levels: number, variant: "iba" | "paper") {
  const fabric = fatTree.build(parseOptions(fatTree, { ports, levels }));
  const lids = multipleLid.assign(
    fabric,
    parseOptions(multipleLid, { variant }),
  );
  const routing = cyclic.create({ fabric, lids }, {});
  if ("tables" in routing) throw new Error("cyclic is a rule");
  const tables = linear.build(
    { fabric, lids, routing, routingName: "cyclic", groups: [] },
    {},
  );
  return { fabric, tables, routing };
}

export function host(fabric: Fabric, digits: string): EndportIx {
  const node = fabric.findNode(`P(${digits})`);
  if (node === undefined) throw new Error(`no P(${digits})`);
  return (fabric.nodeEndport[node] ?? -1) as EndportIx;
}

/** Every port that a packet passes, `SW<w,l>_k`, the host's own left out. */
export function trace(
  fabric: Fabric,
  tables: ForwardingTables,
  from: string,
  to: string,
): string[] {
  const { channels, end } = walk(
    fabric,
    tables,
    host(fabric, from),
    host(fabric, to),
  );
  expect(end).toBe("delivered");
  return channels
    .flatMap((channel) => [channel, fabric.portPeer[channel] ?? -1])
    .filter((port) => (fabric.portNode[port] ?? 0) < fabric.switchCount)
    .map(
      (port) =>
        `${fabric.nodeName[fabric.portNode[port] ?? 0] ?? ""}_${fabric.numOf(port as PortIx)}`,
    );
}

/** The LID by which one host, named by its digits, reaches another. */
export const lidOf = (
  tables: ForwardingTables,
  fabric: Fabric,
  from: string,
  to: string,
): number => tables.pathLid(host(fabric, from), host(fabric, to));
