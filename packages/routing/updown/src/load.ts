import type { Fabric } from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type SwitchIx } from "@fabriclab/units";
import type { FirstPorts } from "./first-ports.ts";

/** What the routes of all ordered pairs of hosts add up to. */
export interface RouteLoad {
  /** Routes over the channel between switches that carries most. */
  readonly busiest: number;
  /** Hops between switches of all routes together. */
  readonly hops: number;
}

/** Switch -> host ports cabled to it. */
export function hostsAt(fabric: Fabric): Int32Array {
  const hosts = new Int32Array(fabric.switchCount);
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  ) {
    const sw = fabric.attachment(endport as EndportIx)?.sw;
    if (sw !== undefined) hosts[sw] = (hosts[sw] ?? 0) + 1;
  }
  return hosts;
}

/**
 * Counts routes over channels: one for each ordered pair of hosts. Undefined as soon as a channel carries more than `limit`.
 *
 * Complexity: O(switches · log switches) for each switch with hosts, and one call of `firstPorts`.
 */
export function routeLoad(
  fabric: Fabric,
  hosts: Int32Array,
  firstPorts: FirstPorts,
  limit = Infinity,
): RouteLoad | undefined {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const carried = new Float64Array(portStart[switchCount] ?? 0);
  const length = new Int32Array(switchCount);
  const flow = new Float64Array(switchCount);
  let hops = 0;
  let busiest = 0;
  for (let to = 0; to < switchCount; to++) {
    const receivers = hosts[to] ?? 0;
    if (receivers === 0) continue;
    const ports = firstPorts(to as SwitchIx);
    const nextOf = (sw: number): number =>
      portNode[portPeer[(portStart[sw] ?? 0) + (ports[sw] ?? 0) - 1] ?? -1] ??
      to;
    length.fill(-1);
    length[to] = 0;
    const far: number[] = [];
    for (let sw = 0; sw < switchCount; sw++) {
      const path: number[] = [];
      let at = sw;
      while (length[at] === -1 && ports[at] !== NO_PORT) {
        path.push(at);
        at = nextOf(at);
      }
      let count = length[at] ?? -1;
      for (const one of path.reverse()) length[one] = ++count;
      if ((length[sw] ?? -1) > 0) far.push(sw);
      flow[sw] = hosts[sw] ?? 0;
    }
    // Farthest first, so that a switch has all that comes through it when it passes it on.
    far.sort((a, b) => (length[b] ?? 0) - (length[a] ?? 0));
    for (const sw of far) {
      const through = flow[sw] ?? 0;
      const channel = (portStart[sw] ?? 0) + (ports[sw] ?? 0) - 1;
      const sum = (carried[channel] ?? 0) + through * receivers;
      carried[channel] = sum;
      if (sum > busiest) busiest = sum;
      const next = nextOf(sw);
      flow[next] = (flow[next] ?? 0) + through;
      hops += (length[sw] ?? 0) * (hosts[sw] ?? 0) * receivers;
    }
    if (busiest > limit) return undefined;
  }
  return { busiest, hops };
}
