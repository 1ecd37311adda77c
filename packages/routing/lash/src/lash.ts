import {
  destinationOrder,
  endportSwitches,
  switchLinks,
} from "@fabriclab/paths";
import type {
  Fabric,
  ForwardingTables,
  LidTable,
  RoutingContext,
  RoutingEngine,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid, type Sl } from "@fabriclab/units";
import { firstLinks } from "./first-links.ts";
import { layersOf } from "./layers.ts";

/** What the plugin's parameters say. */
export interface LashOptions {
  readonly lanes: number;
}

/**
 * The tables of OpenSM's lash, and service levels that name the lane of a path.
 *
 * Complexity: that of `firstLinks` and `layersOf`, and O(LIDs · switches).
 * @throws FabricError E_LASH_LANES
 */
export function createLash(
  { fabric, lids, onProgress }: RoutingContext,
  { lanes: most }: LashOptions,
): RoutingEngine {
  return {
    tables(): ForwardingTables {
      const links = switchLinks(fabric);
      const { mapOrder } = destinationOrder(fabric);
      const table = firstLinks(links, mapOrder);
      const { lane, lanes } = layersOf(
        fabric,
        links,
        table,
        mapOrder,
        most,
        onProgress,
      );
      const port = table.map((link) => {
        const channel = links.channel[link] ?? -1;
        const sw = fabric.portNode[channel] ?? 0;
        return link < 0 ? NO_PORT : channel - (fabric.portStart[sw] ?? 0) + 1;
      });
      const { switchCount } = fabric;
      const at = endportSwitches(fabric);
      return {
        lids,
        lft: forwarding(fabric, lids, port, at),
        lanes,
        engine: "lash",
        pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
        pathSl(source, destination) {
          const [from = -1, to = -1] = [at[source], at[destination]];
          return (from < 0 || to < 0 ? 0 : lane[from * switchCount + to]) as Sl;
        },
      };
    },
  };
}

function forwarding(
  fabric: Fabric,
  lids: LidTable,
  port: Int32Array,
  at: Int32Array,
): Uint8Array[] {
  const { switchCount } = fabric;
  return Array.from({ length: switchCount }, (_, sw) => {
    const table = new Uint8Array(lids.topLid + 1).fill(NO_PORT);
    for (let lid = 1; lid <= lids.topLid; lid++) {
      const owner = lids.owner[lid] ?? -1;
      const to = owner < 0 ? -1 : (at[owner] ?? -1);
      if (to < 0) continue;
      if (to !== sw) table[lid] = port[sw * switchCount + to] ?? NO_PORT;
      else if (owner < switchCount) table[lid] = 0;
      else table[lid] = fabric.attachment(owner as EndportIx)?.num ?? NO_PORT;
    }
    return table;
  });
}
