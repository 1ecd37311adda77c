import type { Fabric } from "@fabriclab/spec";
import type { StepView } from "../shared/findings.ts";

/** `SW<20,1>:3`: the port that a channel is named by. */
export function portName(fabric: Fabric, port: number): string {
  const node = fabric.portNode[port] ?? 0;
  return `${fabric.nodeName[node] ?? `node ${node}`}:${port - (fabric.portStart[node] ?? 0) + 1}`;
}

/** A channel with both its ends, and the VL on it. */
export function stepOf(fabric: Fabric, channel: number, vl: number): StepView {
  const peer = fabric.portNode[fabric.portPeer[channel] ?? -1] ?? -1;
  return {
    channel,
    text: `${portName(fabric, channel)} to ${fabric.nodeName[peer] ?? "nowhere"}, VL ${vl}`,
  };
}
