import { opensm } from "@fabriclab/addressing-opensm";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { chain } from "@fabriclab/testing-fabrics";
import { expect, it } from "vitest";
import { nue } from "../src/index.ts";

it("tells how many switches with destinations are done, of both rounds", () => {
  const fabric = chain(20);
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const told: (readonly [string, number, number])[] = [];
  const engine = nue.create(
    { fabric, lids, onProgress: (...word) => told.push(word) },
    parseOptions(nue, {}),
  ) as RoutingEngine;
  engine.tables();
  // Every eighth of 20 switches is told.
  expect(told).toEqual(
    ["laying paths", "laying paths again"].flatMap((what) =>
      [0, 8, 16].map((done) => [what, done, 20]),
    ),
  );
});
