import {
  destinationOrder,
  endportSwitches,
  switchLinks,
  type SwitchLinks,
} from "@fabriclab/paths";
import type {
  Fabric,
  ForwardingTables,
  LidTable,
  RoutingContext,
  RoutingEngine,
} from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type Sl,
  type SwitchIx,
} from "@fabriclab/units";
import { laneTables } from "./lane-tables.ts";
import { cablesTo } from "./cables.ts";
import { cut } from "./cut.ts";
import { masterTree } from "./master-tree.ts";
import { placesOf, type Placed } from "./places.ts";
import { crossesDateline, Ways } from "./ways.ts";

/** What the plugin's parameters say. */
export interface Torus2qosOptions {
  readonly conf?: string | readonly string[] | undefined;
  readonly levels: number;
}

/**
 * The tables of OpenSM's torus-2QoS: dimension by dimension, the service level says in advance which datelines a path crosses.
 *
 * Complexity: O(switches² · length of a ring + LIDs · switches) and the search for places.
 * @throws FabricError E_TORUS_2QOS_CONF, E_TORUS_2QOS_UNSUPPORTED_FABRIC, E_TORUS_2QOS_CUT
 */
export function createTorus2qos(
  { fabric, lids }: RoutingContext,
  { conf, levels }: Torus2qosOptions,
): RoutingEngine {
  const links = switchLinks(fabric);
  const adjacent = adjacentTo(links);
  const text = conf === undefined ? undefined : [conf].flat().join("\n");
  const placed = placesOf(fabric, adjacent, text);
  return {
    tables(): ForwardingTables {
      const nextSwitch = nextSwitches(fabric, adjacent, placed);
      const { grid, place } = placed;
      const at = endportSwitches(fabric);
      return {
        lids,
        lft: forwarding(fabric, lids, links, nextSwitch, placed),
        ...laneTables(fabric, placed, levels),
        engine: "torus-2qos",
        ...treesOf(fabric, links, adjacent, placed),
        pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
        pathSl(source, destination) {
          const [from = -1, to = -1] = [at[source], at[destination]];
          if (from < 0 || to < 0) return 0 as Sl;
          let sl = 0;
          for (const [d, { radix }] of grid.dimensions.entries())
            if (
              crossesDateline(
                grid.position(place[from] ?? 0, d),
                grid.position(place[to] ?? 0, d),
                radix,
              )
            )
              sl |= 1 << d;
          return sl as Sl;
        },
      };
    },
  };
}

/** The rule for multicast trees, which are parts of one tree of the whole torus; none where no switch in the middle has whole rings. */
function treesOf(
  fabric: Fabric,
  links: SwitchLinks,
  adjacent: readonly (readonly number[])[],
  placed: Placed,
): Pick<ForwardingTables, "trees"> {
  const { grid, place } = placed;
  const at = new Int32Array(grid.size).fill(-1);
  for (const [sw, where] of place.entries()) at[where] = sw;
  const cabled = adjacent.map((list) => new Set(list));
  const tree = masterTree(grid, at, (a, b) => cabled[a]?.has(b) ?? false);
  if (tree === undefined) return {};
  const { root, parent } = tree;
  return {
    trees: {
      root: root as SwitchIx,
      towards: (_, mlid) =>
        Uint8Array.from(place, (_, sw) => {
          const before = parent[sw] ?? -1;
          if (before < 0) return 0;
          // Parallel cables take turns by MLID.
          const cables = cablesTo(fabric, links, placed, sw, before);
          return cables[mlid % cables.length] ?? 0;
        }),
    },
  };
}

/** Switch -> the switches that it is cabled to, each once. */
function adjacentTo({ switchCount, start, to }: SwitchLinks): number[][] {
  return Array.from({ length: switchCount }, (_, sw) => [
    ...new Set(to.subarray(start[sw], start[sw + 1])),
  ]);
}

/**
 * The next switch at `from · switchCount + to`.
 *
 * @throws FabricError E_TORUS_2QOS_CUT where failures leave a pair without a way
 */
function nextSwitches(
  fabric: Fabric,
  adjacent: readonly (readonly number[])[],
  { grid, place }: Placed,
): Int32Array {
  const { switchCount } = fabric;
  const at = new Int32Array(grid.size).fill(-1);
  for (const [sw, where] of place.entries()) at[where] = sw;
  const cabled = adjacent.map((list) => new Set(list));
  const ways = new Ways(grid, at, (a, b) => cabled[a]?.has(b) ?? false);
  const next = new Int32Array(switchCount ** 2).fill(-1);
  const arrives = new Int32Array(switchCount).fill(-1);
  for (let to = 0; to < switchCount; to++) {
    for (let from = 0; from < switchCount; from++)
      if (from !== to)
        next[from * switchCount + to] = ways.next(
          place[from] ?? 0,
          place[to] ?? 0,
        );
    arrives[to] = to;
    for (let from = 0; from < switchCount; from++) {
      let hops = 0;
      for (let sw = from; arrives[sw] !== to; hops++) {
        const after = next[sw * switchCount + to] ?? -1;
        if (after < 0 || hops > switchCount)
          throw cut(fabric, { grid, place }, sw, to);
        sw = after;
      }
      for (let sw = from; arrives[sw] !== to;) {
        arrives[sw] = to;
        sw = next[sw * switchCount + to] ?? to;
      }
    }
  }
  return next;
}

/**
 * Of parallel cables a switch gives one after the other to the hosts that it reaches by them, whatever their switches, and apart from these to the LIDs of
 * switches.
 */
function forwarding(
  fabric: Fabric,
  lids: LidTable,
  links: SwitchLinks,
  next: Int32Array,
  placed: Placed,
): Uint8Array[] {
  const { switchCount } = fabric;
  const { switches, start, endports } = destinationOrder(fabric);
  const byPlace = [...switches.keys()].sort(
    (a, b) =>
      (placed.place[switches[a] ?? 0] ?? 0) -
      (placed.place[switches[b] ?? 0] ?? 0),
  );
  return Array.from({ length: switchCount }, (_, sw) => {
    const table = new Uint8Array(lids.topLid + 1).fill(NO_PORT);
    const enter = (endport: number, port: number): void => {
      const base = lids.baseLid[endport] ?? 0;
      if (base === 0) return;
      table.fill(port, base, base + 2 ** (lids.lmc[endport] ?? 0));
    };
    const turns = new Map<number, Turns>();
    for (const at of byPlace) {
      const to = switches[at] ?? 0;
      const hosts = endports.subarray(start[at], start[at + 1]);
      if (to === sw) {
        enter(to, 0);
        for (const host of hosts)
          enter(host, fabric.attachment(host as EndportIx)?.num ?? NO_PORT);
        continue;
      }
      const neighbour = next[sw * switchCount + to] ?? -1;
      const turn = turns.get(neighbour) ?? {
        cables: cablesTo(fabric, links, placed, sw, neighbour),
        hosts: 0,
        switches: 0,
      };
      turns.set(neighbour, turn);
      const { cables } = turn;
      enter(to, cables[turn.switches++ % cables.length] ?? NO_PORT);
      for (const host of hosts)
        enter(host, cables[turn.hosts++ % cables.length] ?? NO_PORT);
    }
    return table;
  });
}

/** The cables to a neighbour, and how many LIDs of either kind have been given to them. */
interface Turns {
  readonly cables: readonly number[];
  hosts: number;
  switches: number;
}
