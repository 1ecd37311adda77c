import type { Fabric } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";
import type { FirstPorts } from "./first-ports.ts";
import type { UpDownOrder } from "./order.ts";

/**
 * Routes along the spanning tree: up until the destination is below, then down to it. All other links carry nothing.
 *
 * Complexity: O(switches) for a destination.
 */
export function treePorts(fabric: Fabric, order: UpDownOrder): FirstPorts {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const { parentPort, topDown } = order;
  const numOf = (port: number, sw: number): number =>
    port - (portStart[sw] ?? 0) + 1;
  // Root of the part that a switch is in.
  const rootOf = new Int32Array(switchCount);
  for (const sw of topDown) {
    const up = parentPort[sw] ?? -1;
    rootOf[sw] = up < 0 ? sw : (rootOf[parentOf(up)] ?? sw);
  }
  function parentOf(up: number): number {
    return portNode[portPeer[up] ?? -1] ?? 0;
  }
  return (to) => {
    const ports = new Uint8Array(switchCount).fill(NO_PORT);
    for (let sw = 0; sw < switchCount; sw++) {
      const up = parentPort[sw] ?? -1;
      if (up >= 0 && rootOf[sw] === rootOf[to]) ports[sw] = numOf(up, sw);
    }
    let below: number = to;
    for (;;) {
      const up = parentPort[below] ?? -1;
      if (up < 0) break;
      const parent = parentOf(up);
      ports[parent] = numOf(portPeer[up] ?? 0, parent);
      below = parent;
    }
    ports[to] = NO_PORT;
    return ports;
  };
}
