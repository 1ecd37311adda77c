import { opensm } from "@fabriclab/addressing-opensm";
import { routeCounts } from "@fabriclab/analysis-balance";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { walk } from "@fabriclab/paths";
import { ftree } from "@fabriclab/routing-ftree";
import { minhop } from "@fabriclab/routing-minhop";
import { updn } from "@fabriclab/routing-updn";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingEngine,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { xgft } from "../src/index.ts";

const engines = {
  updn: (fabric: Fabric) =>
    updn.create(onLids(fabric), parseOptions(updn, {})) as RoutingEngine,
  ftree: (fabric: Fabric) =>
    ftree.create(onLids(fabric), parseOptions(ftree, {})) as RoutingEngine,
  minhop: (fabric: Fabric) =>
    minhop.create(onLids(fabric), parseOptions(minhop, {})) as RoutingEngine,
};

const onLids = (fabric: Fabric) => ({
  fabric,
  lids: opensm.assign(fabric, parseOptions(opensm, {})),
});

/**
 * Tapered trees with the routes over their fullest channel where all channels up from a level carry alike: those from below that leave the subtree, over the
 * channels up from it. As many come down.
 */
const trees = [
  // A leaf's four hosts send to eight elsewhere, over two uplinks.
  { options: { children: "4,3", parents: "2" }, routes: (4 * 8) / 2 },
  // 2:1 on both levels: 24 hosts of a pod send to 48 elsewhere, over three switches' two uplinks. From a leaf: 6 · 66 / 3 = 132.
  { options: { children: "6,4,3", parents: "3,2" }, routes: (24 * 48) / 6 },
  // Three cables to one root.
  {
    options: { children: "6,3", parents: "1", parallel: 3 },
    routes: (6 * 12) / 3,
  },
];

/** Switches on the way between two hosts: up to the lowest level that joins them, told by the digits that differ, and down. */
function shortest(from: string, to: string): number {
  const [a, b] = [from, to].map((name) => name.slice(2, -1).split("."));
  const first = a!.findIndex((digit, place) => digit !== b![place]);
  return 2 * (a!.length - first) - 1;
}

const hostsOf = (fabric: Fabric): EndportIx[] =>
  Array.from(
    { length: fabric.hostCount },
    (_, host) => fabric.nodeEndport[fabric.switchCount + host] as EndportIx,
  );

function longWays(fabric: Fabric, tables: ForwardingTables): string[] {
  const hosts = hostsOf(fabric);
  const nameOf = (host: EndportIx): string =>
    fabric.nodeName[fabric.switchCount + hosts.indexOf(host)]!;
  const wrong: string[] = [];
  for (const from of hosts)
    for (const to of hosts) {
      if (from === to) continue;
      const { end, switches } = walk(fabric, tables, from, to);
      const least = shortest(nameOf(from), nameOf(to));
      if (end !== "delivered" || switches.length !== least)
        wrong.push(`${nameOf(from)} ${nameOf(to)}: ${end} ${switches.length}`);
    }
  return wrong;
}

for (const [engine, route] of Object.entries(engines))
  describe(`${engine} on a tapered tree`, () => {
    for (const { options, routes } of trees) {
      const fabric = xgft.build(parseOptions(xgft, options));
      const tables = route(fabric).tables();

      it(`goes up no further than the hosts' common subtree on ${fabric.name}`, () => {
        expect(longWays(fabric, tables)).toEqual([]);
      });

      it(`spreads the routes evenly and makes no credit loop on ${fabric.name}`, () => {
        expect(routeCounts(fabric, tables).max).toBe(routes);
        expect(isDeadlockFree(fabric, tables)).toBe(true);
      });
    }
  });
