import { opensm } from "@fabriclab/addressing-opensm";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { chain } from "@fabriclab/testing-fabrics";
import { expect, it } from "vitest";
import { dfsssp } from "../src/index.ts";

it("tells how many switches with destinations are done, and turns of a lane", () => {
  const fabric = chain(20);
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const told: (readonly [string, number, number])[] = [];
  const engine = dfsssp.create(
    { fabric, lids, onProgress: (...word) => told.push(word) },
    parseOptions(dfsssp, {}),
  ) as RoutingEngine;
  engine.tables();
  // Paths turn, or rather go straight on, at the 18 switches between the ends, in two directions.
  expect(told).toEqual([
    ...[0, 8, 16].map((done) => ["routing destinations", done, 20]),
    ["opening cycles of lane 0", 0, 36],
  ]);
});
