import { placeSwitches } from "@fabriclab/formats-svg";
import { cabledHosts } from "@fabriclab/sim";
import { endportName, type Fabric } from "@fabriclab/spec";
import type { FabricView } from "../shared/protocol.ts";
import { placeHosts } from "./place-hosts.ts";

/** A fabric as the page draws it. Complexity: that of the switches' places. */
export function viewOf(fabric: Fabric, notes: readonly string[]): FabricView {
  const places = placeSwitches(fabric);
  const { x, y } = placeHosts(fabric, places);
  const bow = new Float32Array(fabric.portCount);
  const last = fabric.portStart[fabric.switchCount] ?? 0;
  for (let port = 0; port < last; port++) {
    const from = fabric.portNode[port] ?? 0;
    const to = fabric.portNode[fabric.portPeer[port] ?? -1] ?? fabric.nodeCount;
    if (to < fabric.switchCount) bow[port] = places.bow(from, to);
  }
  const hosts = cabledHosts(fabric);
  return {
    name: fabric.name,
    layout: places.kind,
    switchCount: fabric.switchCount,
    hostCount: fabric.hostCount,
    linkCount: fabric.linkCount,
    x: Float32Array.from(x),
    // On a page y grows downwards, in the drawing upwards.
    y: Float32Array.from(y, (value) => -value),
    labels: [...places.labels, ...fabric.nodeName.slice(fabric.switchCount)],
    portStart: fabric.portStart.slice(),
    portNode: fabric.portNode.slice(),
    portPeer: fabric.portPeer.slice(),
    bow,
    hosts: Int32Array.from(hosts),
    hostNodes: Int32Array.from(
      hosts,
      (endport) => fabric.endportNode[endport] ?? 0,
    ),
    hostNames: hosts.map((endport) => endportName(fabric, endport)),
    notes,
  };
}
