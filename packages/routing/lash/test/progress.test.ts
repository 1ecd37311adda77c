import { opensm } from "@fabriclab/addressing-opensm";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { chain } from "@fabriclab/testing-fabrics";
import { expect, it } from "vitest";
import { lash } from "../src/index.ts";

it("tells how many switch pairs have their lane", () => {
  const fabric = chain(20);
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const told: (readonly [string, number, number])[] = [];
  const engine = lash.create(
    { fabric, lids, onProgress: (...word) => told.push(word) },
    parseOptions(lash, {}),
  ) as RoutingEngine;
  engine.tables();
  // 20 · 19 / 2 pairs, of which every 64th is told.
  expect(told).toEqual(
    [0, 64, 128].map((done) => ["laying switch pairs on lanes", done, 190]),
  );
});
