import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import fc from "fast-check";
import { neighbours } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { hyperx } from "../src/index.ts";

const make = (options: object): Fabric =>
  hyperx.build(parseOptions(hyperx, options));

/** Coordinates of a switch by its name. */
const placeOf = (name: string): string[] =>
  /^SW\((.*)\)$/.exec(name)![1]!.split(".");

const codeOf = (options: object): string => {
  try {
    make(options);
  } catch (error) {
    if (FabricError.is(error)) return `${error.code} ${error.where.path}`;
    throw error;
  }
  return "none";
};

describe("a HyperX", () => {
  it("is cabled along both dimensions, the hosts first", () => {
    const fabric = make({ sizes: "2,3", hostsPerSwitch: 2 });
    expect(neighbours(fabric, "SW(1.1)")).toEqual([
      "P(1.1.0):1",
      "P(1.1.1):1",
      "SW(0.1):3",
      "SW(1.0):4",
      "SW(1.2):5",
    ]);
  });

  it("has the parallel cables of each dimension side by side", () => {
    const fabric = make({ sizes: "2,2", parallel: "2,1", hostsPerSwitch: 1 });
    expect(neighbours(fabric, "SW(0.1)")).toEqual([
      "P(0.1.0):1",
      "SW(1.1):2",
      "SW(1.1):3",
      "SW(0.0):4",
    ]);
  });

  it("joins two switches by as many cables as their one differing dimension has, and no others", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            size: fc.integer({ min: 1, max: 4 }),
            parallel: fc.integer({ min: 1, max: 3 }),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        (dimensions) => {
          const fabric = make({
            sizes: dimensions.map(({ size }) => size),
            parallel: dimensions.map(({ parallel }) => parallel),
            hostsPerSwitch: 1,
          });
          const names = fabric.nodeName.slice(0, fabric.switchCount);
          for (const one of names) {
            const cabled = neighbours(fabric, one)
              .filter((end) => end.startsWith("SW"))
              .map((end) => end.replace(/:\d+$/, ""));
            for (const other of names) {
              const differs = dimensions.filter(
                (_, at) => placeOf(one)[at] !== placeOf(other)[at],
              );
              expect(cabled.filter((end) => end === other)).toHaveLength(
                differs.length === 1 ? differs[0]!.parallel : 0,
              );
            }
          }
        },
      ),
    );
  });
});

it("is a hypercube of dimensions of 2", () => {
  // 2^n switches of degree n, n·2^(n-1) cables between them, n + 1 switches from corner to corner.
  const options = parseOptions(hyperx, {
    sizes: "2,2,2,2,2",
    hostsPerSwitch: 1,
  });
  expect(hyperx.claims.switches(options)).toBe(32);
  expect(hyperx.claims.links(options)).toBe(32 + 80);
  expect(hyperx.claims.diameter!(options)).toBe(6);
});

it("has dimensions of one place, too, which of one place join nothing", () => {
  const fabric = make({ sizes: Array<number>(20).fill(1) });
  expect([fabric.switchCount, fabric.hostCount, fabric.linkCount]).toEqual([
    1, 4, 4,
  ]);
});

it("is refused where it has no dimension, or switches too few ports", () => {
  expect(codeOf({ sizes: [] })).toBe("E_HYPERX_DIMENSIONS sizes");
  expect(codeOf({ parallel: "1,2,3" })).toBe("E_HYPERX_DIMENSIONS parallel");
  expect(codeOf({ sizes: "4,x" })).toBe("E_HYPERX_NUMBERS sizes");
  expect(codeOf({ parallel: 0 })).toBe("E_HYPERX_NUMBERS parallel");
  expect(codeOf({ sizes: 251 })).toBe("none");
  expect(codeOf({ sizes: 252 })).toBe("E_HYPERX_PORTS sizes");
  expect(codeOf({ sizes: "50,50,50" })).toBe("E_HYPERX_TOO_LARGE sizes");
});

it("is refused where a name would be longer than the 64 bytes of a NodeDescription", () => {
  // P(, a digit and a dot for each dimension, the host's number, and ).
  const sizes = (dimensions: number) => Array<number>(dimensions).fill(1);
  const fabric = make({ sizes: sizes(30), hostsPerSwitch: 10 });
  const lengths = fabric.nodeName.map((name) => name.length);
  expect(Math.max(...lengths)).toBe(2 + 2 * 30 + 1 + 1);
  for (const refused of [
    { sizes: sizes(30), hostsPerSwitch: 11 },
    { sizes: sizes(31), hostsPerSwitch: 1 },
    { sizes: sizes(20_000) },
  ])
    expect(codeOf(refused)).toBe("E_HYPERX_DIMENSIONS sizes");
});

it("is proposed for a number of hosts, with rows as long as a switch has hosts", () => {
  // 23 · 23, 8 · 8² and 5 · 5³ are the first with 500 hosts; fewer at each switch where that is enough.
  expect(hyperx.claims.sizes!(500, {})).toEqual([
    { sizes: "5,5,5", hostsPerSwitch: 4 },
    { sizes: "23", hostsPerSwitch: 22 },
    { sizes: "8,8", hostsPerSwitch: 8 },
  ]);
  expect(hyperx.claims.sizes!(100, { sizes: "4,4" })).toEqual([
    { sizes: "4,4", hostsPerSwitch: 7 },
  ]);
  expect(hyperx.claims.sizes!(100, { hostsPerSwitch: 2 })).toEqual([
    { sizes: "50", hostsPerSwitch: 2 },
    { sizes: "8,8", hostsPerSwitch: 2 },
    { sizes: "4,4,4", hostsPerSwitch: 2 },
  ]);
  expect(
    hyperx.claims.sizes!(100, { sizes: "4,4", hostsPerSwitch: 2 }),
  ).toEqual([]);
  // 5³ is the first of 100; cables for each dimension say that there are two.
  expect(hyperx.claims.sizes!(100, { parallel: "1,2" })).toEqual([
    { sizes: "5,5", parallel: "1,2", hostsPerSwitch: 4 },
  ]);
});
