import { switchesInGuidOrder } from "@fabriclab/fabric";
import { stepsUp, switchRanks } from "@fabriclab/paths";
import type { Fabric, ForwardingTables, LidTable } from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type Sl,
  type SwitchIx,
} from "@fabriclab/units";

/** A step between switches: towards the roots or away from them. */
const UP = 0;
const DOWN = 1;
const FAR = 0xffff;

/**
 * Forwarding tables by the rule of OpenSM 3.3.23's engine `updn` with given roots, for LMC 0: what a subnet manager in the field would load, its flaw
 * included. No routing of ours: on some irregular fabrics these tables let a path turn up after it went down, and close a credit loop.
 *
 * The search from each destination is first come, first served and may not step up after down, but it keeps for a switch the direction under which it
 * was queued first, while a port that reaches the switch in as few hops under the other direction still counts as a least-hop port and may be chosen.
 *
 * Complexity: O(switches · ports) for the search, O(switches · LIDs · radix) for the choice of ports.
 *
 * @param roots the switches of rank 0; the rank of another is its distance from the nearest
 */
export function opensmUpDown(
  fabric: Fabric,
  lids: LidTable,
  roots: readonly SwitchIx[],
): ForwardingTables {
  const { switchCount, portStart } = fabric;
  const ranks = switchRanks(fabric, roots);
  const inOrder = switchesInGuidOrder(fabric);
  const lft = Array.from({ length: switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  const hostsAt = inOrder.map((sw) => ({ sw, hosts: hostsOf(fabric, sw) }));
  // Array.prototype.sort is stable, as the rule wants.
  hostsAt.sort((a, b) => b.hosts.length - a.hosts.length);
  const hopsTo = new Map(
    inOrder.map((sw) => [sw, leastHops(fabric, ranks, sw)] as const),
  );
  const assigned = new Int32Array(fabric.portCount);

  const route = (endport: number, to: SwitchIx, counts: boolean): void => {
    const lid = lids.baseLid[endport] ?? 0;
    const hops = hopsTo.get(to);
    if (lid === 0 || hops === undefined) return;
    for (let sw = 0; sw < switchCount; sw++) {
      const table = lft[sw];
      if (table === undefined) continue;
      if (sw === to) {
        table[lid] = endport === to ? 0 : hostPort(fabric, endport);
        continue;
      }
      const first = portStart[sw] ?? 0;
      const end = portStart[sw + 1] ?? 0;
      let best = -1;
      for (let port = first; port < end; port++) {
        const far = hops[port] ?? FAR;
        if (far === FAR) continue;
        const before = best < 0 ? FAR : (hops[best] ?? FAR);
        const lighter = (assigned[port] ?? 0) < (assigned[best] ?? 0);
        if (far < before || (far === before && lighter)) best = port;
      }
      if (best < 0) continue;
      table[lid] = best - first + 1;
      if (counts) assigned[best] = (assigned[best] ?? 0) + 1;
    }
  };
  for (const { sw, hosts } of hostsAt)
    for (const host of hosts) route(host, sw, true);
  for (const sw of inOrder) route(sw, sw, false);
  return {
    lids,
    lft,
    lanes: 1,
    engine: "opensm updn",
    pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
    pathSl: () => 0 as Sl,
  };
}

/** Port -> switches that the search reaches `to` in by it; FAR where the search never came that way. */
function leastHops(
  fabric: Fabric,
  ranks: Uint16Array,
  to: SwitchIx,
): Uint16Array {
  const hops = new Uint16Array(fabric.portCount).fill(FAR);
  const least = new Uint16Array(fabric.switchCount).fill(FAR);
  const direction = new Uint8Array(fabric.switchCount);
  const queued = new Uint8Array(fabric.switchCount);
  least[to] = 0;
  direction[to] = UP;
  const queue: SwitchIx[] = [to];
  for (const at of queue) {
    queued[at] = 0;
    const far = (least[at] ?? 0) + 1;
    for (const { to: next, channel, back } of neighbours(fabric, at)) {
      const step = stepsUp(fabric, ranks, channel) ? UP : DOWN;
      if (direction[at] === DOWN && step === UP) continue;
      if (far >= (hops[back] ?? FAR)) continue;
      hops[back] = far;
      least[next] = Math.min(least[next] ?? FAR, far);
      if (queued[next] === 1) continue;
      queued[next] = 1;
      direction[next] = step;
      queue.push(next);
    }
  }
  return hops;
}

/** The switches at the other ends of a switch's cables, by port; `channel` leads there, `back` is the port there. */
function neighbours(
  fabric: Fabric,
  sw: SwitchIx,
): {
  readonly to: SwitchIx;
  readonly channel: number;
  readonly back: number;
}[] {
  const found: { to: SwitchIx; channel: number; back: number }[] = [];
  const { portStart, portPeer, portNode, switchCount } = fabric;
  for (let port = portStart[sw] ?? 0; port < (portStart[sw + 1] ?? 0); port++) {
    const back = portPeer[port] ?? -1;
    const node = back < 0 ? switchCount : (portNode[back] ?? switchCount);
    if (node < switchCount && node !== sw)
      found.push({ to: node as SwitchIx, channel: port, back });
  }
  return found;
}

/** Host endports at a switch, by its ports. */
function hostsOf(fabric: Fabric, sw: SwitchIx): EndportIx[] {
  const found: EndportIx[] = [];
  const { portStart, portPeer, portNode, nodeEndport, switchCount } = fabric;
  for (let port = portStart[sw] ?? 0; port < (portStart[sw + 1] ?? 0); port++) {
    const peer = portPeer[port] ?? -1;
    const node = peer < 0 ? -1 : (portNode[peer] ?? -1);
    if (node >= switchCount)
      found.push(
        ((nodeEndport[node] ?? 0) + peer - (portStart[node] ?? 0)) as EndportIx,
      );
  }
  return found;
}

/** Number of the switch port that a host endport is cabled to. */
function hostPort(fabric: Fabric, endport: number): number {
  return fabric.attachment(endport as EndportIx)?.num ?? NO_PORT;
}
