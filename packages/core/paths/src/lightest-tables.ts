import type {
  Fabric,
  ForwardingTables,
  LidTable,
  TablesProgress,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";
import { plainPaths } from "./balanced-tables.ts";
import { destinationOrder } from "./destination-order.ts";
import { LightestPaths } from "./lightest-paths.ts";

/** Switches after whose destinations progress is told. */
const SWITCHES_UNTOLD = 8;

/** Host ports that come first, so that their paths are balanced among themselves. */
export interface FirstHosts {
  /** Endport -> 1 for compute nodes: before all. */
  readonly compute?: Uint8Array | undefined;
  /** Endport -> 1 for I/O nodes: before what is neither. */
  readonly io?: Uint8Array | undefined;
}

/**
 * Forwarding tables by OpenSM's sssp, which dfsssp shares: destination after destination, each LID by itself, every switch gets a path of least weight,
 * and then every link grows heavier by the number of sources whose paths it carries.
 *
 * A link begins with the square of the number of LIDs, so that no load outweighs a hop: paths are shortest ones. A switch counts as many sources as it
 * has LIDs of hosts, and one for its own port 0. Hosts' LIDs come first, switches' last; both by switches with most hosts. Of hosts those of a list come
 * before the others.
 *
 * The tables' rule for multicast trees is one more search from the root of a tree, over the links as heavy as they are in the end.
 *
 * @param onProgress told how many of the switches with destinations are done
 *
 * Complexity: O(LIDs · links) time, with another O(switches · log switches) for LIDs whose paths tie (`LightestPaths`); memory: the tables.
 */
export function lightestTables(
  fabric: Fabric,
  lids: LidTable,
  engine: string,
  { compute, io }: FirstHosts = {},
  onProgress?: TablesProgress,
): ForwardingTables {
  const lft = Array.from({ length: fabric.switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  const order = destinationOrder(fabric);
  const search = new LightestPaths(fabric, lids, order.mapOrder);
  const route = (endport: number, sw: number, own: number): void => {
    const base = lids.baseLid[endport] ?? 0;
    if (base === 0) return;
    const end = base + 2 ** (lids.lmc[endport] ?? 0);
    for (let lid = base; lid < end; lid++) {
      search.route(sw, endport < fabric.switchCount, lft, lid);
      const table = lft[sw];
      if (table !== undefined) table[lid] = own;
    }
  };
  const turnOf = (endport: number): number =>
    compute?.[endport] === 1 ? 0 : io?.[endport] === 1 ? 1 : 2;
  const hosts = order.switches.length;
  for (let turn = 0; turn <= 2; turn++)
    for (const [place, sw] of order.switches.entries()) {
      if (turn === 2 && place % SWITCHES_UNTOLD === 0)
        onProgress?.("routing destinations", place, hosts);
      for (
        let i = order.start[place] ?? 0;
        i < (order.start[place + 1] ?? 0);
        i++
      ) {
        const endport = order.endports[i] ?? 0;
        if (turnOf(endport) !== turn) continue;
        route(
          endport,
          sw,
          fabric.attachment(endport as EndportIx)?.num ?? NO_PORT,
        );
      }
    }
  for (const sw of order.switches) route(sw, sw, 0);
  return {
    ...plainPaths(lids, lft, engine),
    trees: { towards: (root) => search.tree(root) },
  };
}
