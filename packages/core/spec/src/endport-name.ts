import {
  formatGuid,
  type EndportIx,
  type NodeIx,
  type PortIx,
} from "@fabriclab/units";
import type { Fabric } from "./fabric.ts";

/**
 * A name for an endport that stays the same when others come or go: the NodeDescription, `:port` where a host has several ports, and the
 * NodeGUID where several nodes have that description. Random streams are named after it.
 */
export function endportName(fabric: Fabric, endport: EndportIx): string {
  const node = fabric.endportNode[endport] as NodeIx;
  const name = fabric.nodeName[node] ?? "";
  const guid = fabric.nodeGuid[node] ?? 0n;
  const base =
    fabric.findNode(name) === undefined ? `${name} ${formatGuid(guid)}` : name;
  const several =
    !fabric.isSwitch(node) &&
    (fabric.endportNode[endport + 1] === node ||
      fabric.endportNode[endport - 1] === node);
  const port = fabric.endportPort[endport] as PortIx;
  return several ? `${base}:${fabric.numOf(port)}` : base;
}
