import { opensm } from "@fabriclab/addressing-opensm";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingEngine,
} from "@fabriclab/spec";
import { irregularFabric, ring } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lash } from "../src/index.ts";

function tables(
  fabric: Fabric,
  options: object = {},
  lmc = 0,
): ForwardingTables {
  const lids = opensm.assign(fabric, parseOptions(opensm, { lmc }));
  const engine = lash.create({ fabric, lids }, parseOptions(lash, options));
  return (engine as RoutingEngine).tables();
}

function refusal(fabric: Fabric, options: object): FabricError | undefined {
  try {
    tables(fabric, options);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  return undefined;
}

describe("lash's lanes", () => {
  it("hold no credit loop, on irregular fabrics", () => {
    fc.assert(
      fc.property(
        fc.record({
          switches: fc.integer({ min: 2, max: 30 }),
          ports: fc.integer({ min: 4, max: 8 }),
          extraLinks: fc.integer({ min: 0, max: 40 }),
          seed: fc.nat(),
        }),
        (options) => {
          const fabric = irregularFabric(options);
          expect(isDeadlockFree(fabric, tables(fabric))).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("are two in a ring of five, whose shortest paths close two cycles on one", () => {
    const made = tables(ring(5));
    expect(made.lanes).toBe(2);
    expect(isDeadlockFree(ring(5), made)).toBe(true);
    expect(
      isDeadlockFree(ring(5), { ...made, lanes: 1, pathSl: () => 0 as never }),
    ).toBe(false);
  });

  it("are refused where they do not suffice, with the place", () => {
    const error = refusal(ring(5), { lanes: 1 });
    expect(error?.code).toBe("E_LASH_LANES");
    expect(error?.where.path).toMatch(/^[a-e] and [a-e]$/);
  });

  it("do not suffice where OpenSM's lash gives up on eight: a tree of 432 hosts is refused", () => {
    // "Lane requirements (9) exceed available lanes (8)": it stops at the first two switches that need a ninth, and does not say how many would do.
    const tree = fatTree.build(parseOptions(fatTree, { ports: 12, levels: 3 }));
    expect(refusal(tree, {})?.code).toBe("E_LASH_LANES");
  });
});
