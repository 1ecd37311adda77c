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
import { sssp } from "@fabriclab/routing-sssp";
import { mesh } from "@fabriclab/topology-mesh";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dfsssp } from "../src/index.ts";

function tables(
  fabric: Fabric,
  options: object = {},
  lmc = 0,
): ForwardingTables {
  const lids = opensm.assign(fabric, parseOptions(opensm, { lmc }));
  const engine = dfsssp.create({ fabric, lids }, parseOptions(dfsssp, options));
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

/** A mesh with a host at each switch. */
const grid = (columns: number, rows: number): Fabric =>
  mesh.build(parseOptions(mesh, { columns, rows }));

describe("dfsssp's lanes", () => {
  it("are enough, with nothing that can block, on the 16 x 16 mesh that OpenSM refuses", () => {
    // OpenSM breaks one cycle after the other and is left with one on the last of the eight lanes that it has. The auditor looks at the channels of every
    // path here, and does not know how they were divided.
    const fabric = grid(16, 16);
    const made = tables(fabric);
    expect(made.lanes).toBeLessThanOrEqual(8);
    expect(isDeadlockFree(fabric, made)).toBe(true);
    // The paths do need the lanes: on one they can block.
    const flat = { ...made, lanes: 1, pathSl: () => 0 as never };
    expect(isDeadlockFree(fabric, flat)).toBe(false);
  });

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
    expect(error?.code).toBe("E_DFSSSP_LANES");
    expect(error?.where.path).toMatch(/^[a-e]:[12]$/);
  });
});

it("is sssp in its paths", () => {
  const fabric = irregularFabric({
    switches: 20,
    ports: 6,
    extraLinks: 20,
    seed: 3,
  });
  const lids = opensm.assign(fabric, parseOptions(opensm, { lmc: 1 }));
  const engine = sssp.create({ fabric, lids }, {}) as RoutingEngine;
  expect(tables(fabric, {}, 1).lft).toEqual(engine.tables().lft);
});

it("lays paths in the order of sssp's lists, and refuses what is no host", () => {
  const fabric = irregularFabric({
    switches: 12,
    ports: 6,
    extraLinks: 12,
    seed: 3,
  });
  const hosts = fabric.nodeName.slice(fabric.switchCount);
  const options = { compute: hosts.slice(3, 6), io: hosts.slice(7, 9) };
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const made = sssp.create({ fabric, lids }, options) as RoutingEngine;
  expect(tables(fabric, options).lft).toEqual(made.tables().lft);
  expect(tables(fabric, options).lft).not.toEqual(tables(fabric).lft);
  expect(refusal(fabric, { io: "nobody" })?.code).toBe("E_DFSSSP_NO_SUCH_NODE");
});
