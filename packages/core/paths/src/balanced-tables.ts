import type {
  Fabric,
  ForwardingTables,
  LidTable,
  TablesProgress,
} from "@fabriclab/spec";
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

/** Switches after whose destinations progress is told. */
const SWITCHES_UNTOLD = 64;

export interface BalanceOptions {
  /** Name of the engine. */
  readonly engine: string;
  /** Only ports to the same neighbour as the lowest-numbered least-hop port compete (OpenSM's dor). Default false. */
  readonly firstNeighbour?: boolean;
  /** Told how many of the switches' destinations are routed. */
  readonly onProgress?: TablesProgress | undefined;
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
  { engine, firstNeighbour = false, onProgress }: BalanceOptions,
): ForwardingTables {
  const { switchCount, portStart } = fabric;
  const lft = Array.from({ length: switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  const order = destinationOrder(fabric);
  const load = new Int32Array(fabric.portCount);
  const spread = new LidSpread(fabric, lft, load, firstNeighbour);
  const { start, channels } = ports;

  /**
   * Base LIDs of endports at one switch, of a single one where nothing is counted. Each switch decides by itself, for all of them at once: ports with fewest
   * LIDs get one each, from the lowest on; then so do those with one more, which are these and others.
   */
  const first = (endports: Int32Array, counts: 0 | 1): void => {
    const bases = endports
      .map((one) => lids.baseLid[one] ?? 0)
      .filter((base) => base > 0);
    for (let sw = 0; sw < switchCount; sw++) {
      const from = start[sw] ?? 0;
      const end = start[sw + 1] ?? 0;
      const table = lft[sw];
      if (from === end || table === undefined) continue;
      const neighbour = spread.neighbour[channels[from] ?? 0];
      const competes = (channel: number): boolean =>
        !firstNeighbour || spread.neighbour[channel] === neighbour;
      let fewest = Infinity;
      for (let at = from; at < end; at++) {
        const channel = channels[at] ?? 0;
        const count = load[channel] ?? 0;
        if (count < fewest && competes(channel)) fewest = count;
      }
      for (let next = 0; next < bases.length; fewest++)
        for (let at = from; at < end && next < bases.length; at++) {
          const channel = channels[at] ?? 0;
          if (load[channel] !== fewest || !competes(channel)) continue;
          load[channel] = fewest + counts;
          table[bases[next++] ?? 0] = channel - (portStart[sw] ?? 0) + 1;
        }
    }
  };

  /** The LIDs of endports at one switch that are `offset` above their base LIDs. */
  const route = (
    sw: number,
    endports: Int32Array,
    offset: number,
    counts: 0 | 1,
  ): void => {
    if (routed % SWITCHES_UNTOLD === 0)
      onProgress?.("routing destinations", routed, 2 * offsets * switchCount);
    routed += 1;
    const own = endports.filter((one) => offset < 2 ** (lids.lmc[one] ?? 0));
    if (own.length === 0) return;
    ports.towards(sw as SwitchIx);
    if (offset === 0) first(own, counts);
    for (const endport of own) {
      const base = lids.baseLid[endport] ?? 0;
      if (base === 0) continue;
      if (offset > 0) spread.route(base, offset, counts, ports);
      ownPort(fabric, lft[sw], endport, base + offset);
    }
  };

  let routed = 0;
  const offsets = 2 ** lids.lmc.reduce((most, lmc) => Math.max(most, lmc), 0);
  for (let offset = 0; offset < offsets; offset++) {
    for (const [place, sw] of order.switches.entries())
      route(
        sw,
        order.endports.subarray(order.start[place], order.start[place + 1]),
        offset,
        1,
      );
    for (const sw of order.mapOrder) route(sw, Int32Array.of(sw), offset, 0);
  }
  return plainPaths(lids, lft, engine);
}

/** The entry of a LID at its owner's own switch: the host's port, or 0 for the switch itself. */
function ownPort(
  fabric: Fabric,
  table: Uint8Array | undefined,
  endport: number,
  lid: number,
): void {
  if (table === undefined) return;
  table[lid] =
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
