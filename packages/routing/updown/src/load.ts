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
 * Complexity: O(switches) for each switch with hosts, and one call of `firstPorts`.
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
  const path = new Int32Array(switchCount);
  const order = new Int32Array(switchCount);
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
    let farthest = 0;
    for (let sw = 0; sw < switchCount; sw++) {
      let depth = 0;
      let at = sw;
      while (length[at] === -1 && ports[at] !== NO_PORT) {
        path[depth++] = at;
        at = nextOf(at);
      }
      let count = length[at] ?? -1;
      while (depth > 0) length[path[--depth] ?? 0] = ++count;
      if (count > farthest) farthest = count;
      flow[sw] = hosts[sw] ?? 0;
    }
    for (const sw of farthestFirst(length, farthest, order)) {
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

/**
 * Switches by the length of their paths, the longest first, so that a switch has all that comes through it when it passes it on; without those of no path
 * and of none to go.
 *
 * @param order where they are written
 */
function farthestFirst(
  length: Int32Array,
  farthest: number,
  order: Int32Array,
): Int32Array {
  // Length -> the place of the next switch of that length.
  const next = new Int32Array(farthest + 2);
  for (const hops of length)
    if (hops > 0) next[hops - 1] = (next[hops - 1] ?? 0) + 1;
  for (let hops = farthest - 1; hops >= 0; hops--)
    next[hops] = (next[hops] ?? 0) + (next[hops + 1] ?? 0);
  const count = next[0] ?? 0;
  for (let sw = 0; sw < length.length; sw++) {
    const hops = length[sw] ?? -1;
    if (hops <= 0) continue;
    const at = next[hops] ?? 0;
    order[at] = sw;
    next[hops] = at + 1;
  }
  return order.subarray(0, count);
}
