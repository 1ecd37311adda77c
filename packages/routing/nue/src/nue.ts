import { destinationOrder, linkTurns, switchLinks } from "@fabriclab/paths";
import type {
  ForwardingTables,
  RoutingContext,
  RoutingEngine,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid, type Sl } from "@fabriclab/units";
import { centreOf } from "./centre.ts";
import { escapeTo, escapeTree } from "./escape-tree.ts";
import { LanePaths } from "./lane-paths.ts";
import { Lane } from "./lane.ts";
import { lanesOf } from "./partition.ts";

/** Switches after whose destinations progress is told. */
const SWITCHES_UNTOLD = 8;

/** What the plugin's parameters say. */
export interface NueOptions {
  readonly lanes: number;
}

/**
 * Tables whose paths close no cycle on any lane; the service level of a path names the lane of its destination.
 *
 * Complexity: O(LIDs · links) and the searches of `AcyclicTurns`.
 */
export function createNue(
  { fabric, lids, onProgress }: RoutingContext,
  { lanes: most }: NueOptions,
): RoutingEngine {
  return {
    tables(): ForwardingTables {
      const { switchCount, portStart } = fabric;
      const links = switchLinks(fabric);
      const order = destinationOrder(fabric);
      const laneOf = lanesOf(links, order, most);
      const lanes = laneOf.reduce((top, lane) => Math.max(top, lane), 0) + 1;
      const turns = linkTurns(links);
      const carriers = Array.from(order.switches).filter(
        (_, place) => order.start[place] !== order.start[place + 1],
      );
      const layers = Array.from({ length: lanes }, (_, number) => {
        const mine = carriers.filter((sw) => laneOf[sw] === number);
        const tree = escapeTree(links, centreOf(links, mine));
        return new Lane(links, turns, tree, mine);
      });
      const joined = new Int32Array(switchCount);
      const root = layers[0]?.tree.root ?? joined;
      for (const one of root) joined[one] = (joined[one] ?? 0) + 1;
      const reachable = (sw: number): number => joined[root[sw] ?? 0] ?? 0;
      const sources = new Float64Array(switchCount);
      const at = new Int32Array(fabric.endportCount).fill(-1);
      for (let endport = 0; endport < fabric.endportCount; endport++) {
        const sw =
          endport < switchCount
            ? endport
            : fabric.attachment(endport as EndportIx)?.sw;
        if (sw === undefined) continue;
        at[endport] = sw;
        if (endport >= switchCount && lids.baseLid[endport] !== 0)
          sources[sw] = (sources[sw] ?? 0) + 2 ** (lids.lmc[endport] ?? 0);
      }
      const paths = new LanePaths(links, sources);
      const lft = Array.from({ length: switchCount }, () =>
        new Uint8Array(lids.topLid + 1).fill(NO_PORT),
      );
      const write = (lid: number, sw: number, own: number): void => {
        for (let from = 0; from < switchCount; from++) {
          const link = paths.out[from] ?? -1;
          const table = lft[from];
          if (table === undefined) continue;
          if (link >= 0)
            table[lid] =
              (links.channel[link] ?? 0) - (portStart[from] ?? 0) + 1;
          else if (from === sw) table[lid] = own;
        }
      };
      const read = (lid: number, sw: number): void => {
        for (let from = 0; from < switchCount; from++) {
          const num = lft[from]?.[lid] ?? NO_PORT;
          const port = (portStart[from] ?? 0) + num - 1;
          const isEnd = from === sw || num === NO_PORT;
          paths.out[from] = isEnd ? -1 : (links.linkOf[port] ?? -1);
        }
      };
      const lay = (lid: number, sw: number, own: number): void => {
        const lane = layers[laneOf[sw] ?? 0];
        if (lane === undefined) return;
        if (!paths.find(sw, lane, reachable(sw)))
          escapeTo(lane.tree, links, sw, paths.out);
        paths.count(1);
        write(lid, sw, own);
      };
      // The first paths were laid when later ones did not weigh yet.
      const layAgain = (lid: number, sw: number, own: number): void => {
        read(lid, sw);
        paths.count(-1);
        if (!paths.find(sw, layers[laneOf[sw] ?? 0], reachable(sw)))
          read(lid, sw);
        paths.count(1);
        write(lid, sw, own);
      };
      const forEachLid = (
        endport: number,
        visit: (lid: number) => void,
      ): void => {
        const base = lids.baseLid[endport] ?? 0;
        const end = base === 0 ? 0 : base + 2 ** (lids.lmc[endport] ?? 0);
        for (let lid = base; lid < end; lid++) visit(lid);
      };
      for (const step of [lay, layAgain])
        for (const [place, sw] of order.switches.entries()) {
          if (place % SWITCHES_UNTOLD === 0)
            onProgress?.(
              step === lay ? "laying paths" : "laying paths again",
              place,
              order.switches.length,
            );
          for (const endport of order.endports.subarray(
            order.start[place],
            order.start[place + 1],
          )) {
            const own = fabric.attachment(endport as EndportIx)?.num ?? NO_PORT;
            forEachLid(endport, (lid) => {
              step(lid, sw, own);
            });
          }
        }
      // No host sends to a switch itself: management has a lane of its own.
      for (const sw of order.switches)
        forEachLid(sw, (lid) => {
          paths.find(sw, undefined, reachable(sw));
          paths.count(1);
          write(lid, sw, 0);
        });
      return {
        lids,
        lft,
        lanes,
        engine: "nue",
        // As OpenSM's nue does: one more search from the root, over the links as heavy as they are in the end.
        trees: {
          towards(root) {
            paths.find(root, undefined, reachable(root));
            return Uint8Array.from(paths.out, (link, sw) =>
              link < 0
                ? 0
                : (links.channel[link] ?? 0) - (portStart[sw] ?? 0) + 1,
            );
          },
        },
        pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
        pathSl: (_, destination) => (laneOf[at[destination] ?? -1] ?? 0) as Sl,
        sameForAllSources: true,
      };
    },
  };
}
