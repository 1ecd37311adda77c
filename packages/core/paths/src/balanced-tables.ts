import type { Fabric, ForwardingTables, LidTable } from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type Sl,
  type SwitchIx,
} from "@fabriclab/units";
import { destinationOrder } from "./destination-order.ts";
import type { LeastHopPorts } from "./least-hop-ports.ts";
import { LidSpread } from "./lid-spread.ts";

export interface BalanceOptions {
  /** Name of the engine. */
  readonly engine: string;
  /** Only ports to the same neighbour as the lowest-numbered least-hop port compete (OpenSM's dor). Default false. */
  readonly firstNeighbour?: boolean;
}

/**
 * Forwarding tables by OpenSM's way of spreading paths over ports of equal hops: every switch by itself gives a destination the port that fewest host
 * LIDs go by so far, the lowest-numbered of equal ones. LIDs of switches are routed in the same way, after all hosts, and are not counted.
 *
 * With LMC > 0 all base LIDs come first, then all second LIDs, and so on; `LidSpread` says how a further LID of a destination keeps away from the
 * neighbours that its others go by.
 *
 * Complexity: O(LIDs · switches · least-hop ports) time and, for every switch twice, one search of `ports`; memory: the tables.
 */
export function balancedTables(
  fabric: Fabric,
  lids: LidTable,
  ports: LeastHopPorts,
  { engine, firstNeighbour = false }: BalanceOptions,
): ForwardingTables {
  const { switchCount, portStart } = fabric;
  const lft = Array.from({ length: switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  const order = destinationOrder(fabric);
  const load = new Int32Array(fabric.portCount);
  const spread = new LidSpread(fabric, lft, load, firstNeighbour);
  const { start, channels } = ports;

  const first = (lid: number, counts: 0 | 1): void => {
    for (let sw = 0; sw < switchCount; sw++) {
      const end = start[sw + 1] ?? 0;
      let at = start[sw] ?? 0;
      if (at === end) continue;
      let best = channels[at] ?? 0;
      let least = load[best] ?? 0;
      const neighbour = firstNeighbour ? spread.neighbour[best] : -1;
      for (at += 1; at < end; at++) {
        const channel = channels[at] ?? 0;
        const count = load[channel] ?? 0;
        if (count >= least) continue;
        if (firstNeighbour && spread.neighbour[channel] !== neighbour) continue;
        best = channel;
        least = count;
      }
      load[best] = least + counts;
      const table = lft[sw];
      if (table !== undefined) table[lid] = best - (portStart[sw] ?? 0) + 1;
    }
  };

  const route = (endport: number, offset: number, counts: 0 | 1): void => {
    const base = lids.baseLid[endport] ?? 0;
    if (base === 0 || offset >= 2 ** (lids.lmc[endport] ?? 0)) return;
    if (offset === 0) first(base, counts);
    else spread.route(base, offset, counts, ports);
  };

  const offsets = 2 ** lids.lmc.reduce((most, lmc) => Math.max(most, lmc), 0);
  for (let offset = 0; offset < offsets; offset++) {
    for (const [place, sw] of order.switches.entries()) {
      const from = order.start[place] ?? 0;
      const end = order.start[place + 1] ?? 0;
      if (from === end) continue;
      ports.towards(sw as SwitchIx);
      for (let i = from; i < end; i++) {
        const endport = order.endports[i] ?? 0;
        route(endport, offset, 1);
        ownPort(fabric, lids, lft[sw], endport, offset);
      }
    }
    for (const sw of order.mapOrder) {
      if (offset >= 2 ** (lids.lmc[sw] ?? 0)) continue;
      ports.towards(sw as SwitchIx);
      route(sw, offset, 0);
      ownPort(fabric, lids, lft[sw], sw, offset);
    }
  }
  return plainPaths(lids, lft, engine);
}

/** The entry at the destination's own switch: the host's port, or 0 for the switch itself. */
function ownPort(
  fabric: Fabric,
  lids: LidTable,
  table: Uint8Array | undefined,
  endport: number,
  offset: number,
): void {
  const base = lids.baseLid[endport] ?? 0;
  if (table === undefined || base === 0) return;
  if (offset >= 2 ** (lids.lmc[endport] ?? 0)) return;
  table[base + offset] =
    endport < fabric.switchCount
      ? 0
      : (fabric.attachment(endport as EndportIx)?.num ?? NO_PORT);
}

/** Tables whose paths all use base LIDs and SL 0. */
export function plainPaths(
  lids: LidTable,
  lft: readonly Uint8Array[],
  engine: string,
): ForwardingTables {
  return {
    lids,
    lft,
    lanes: 1,
    engine,
    sameForAllSources: true,
    pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
    pathSl: () => 0 as Sl,
  };
}
