import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { neighbours } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { fieldOf, primePower } from "../src/field.ts";
import { slimFly } from "../src/index.ts";

const make = (options: object): Fabric =>
  slimFly.build(parseOptions(slimFly, options));

/** Of each switch, the switches that it is cabled to. */
function switchesBeside(fabric: Fabric): Set<number>[] {
  const beside = Array.from(
    { length: fabric.switchCount },
    () => new Set<number>(),
  );
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port]!;
    if (peer < 0) continue;
    const [from, to] = [fabric.portNode[port]!, fabric.portNode[peer]!];
    if (from < fabric.switchCount && to < fabric.switchCount)
      beside[from]!.add(to);
  }
  return beside;
}

const inCommon = (a: Set<number>, b: Set<number>): number =>
  [...a].filter((sw) => b.has(sw)).length;

const codeOf = (options: object): string => {
  try {
    make(options);
  } catch (error) {
    if (FabricError.is(error))
      return `${error.code} ${error.where.path} ${error.expected}`;
    throw error;
  }
  return "none";
};

it("of order 5 is the graph of Hoffman and Singleton", () => {
  // Which is the only one of 50 vertices, degree 7, diameter 2 and girth 5: two neighbours have no neighbour in common, any other two have one.
  const beside = switchesBeside(make({}));
  expect(beside).toHaveLength(50);
  for (const [a, ofA] of beside.entries()) {
    expect(ofA.size).toBe(7);
    for (const [b, ofB] of beside.entries())
      if (a !== b) expect(inCommon(ofA, ofB)).toBe(ofA.has(b) ? 0 : 1);
  }
});

it("has the hosts and ports of the published networks", () => {
  // Besta and Hoefler: 10,830 hosts at 722 switches of 44 ports; the cluster that was built of 50 switches has 200 hosts.
  const large = parseOptions(slimFly, { order: 19 });
  expect(slimFly.claims.switches(large)).toBe(722);
  expect(slimFly.claims.hosts(large)).toBe(10_830);
  expect(slimFly.claims.hosts(parseOptions(slimFly, {}))).toBe(200);
});

it.each([3, 4, 5, 7, 8, 9, 11, 13])(
  "of order %i joins columns of the halves by q cables each, and none of one half",
  (order) => {
    const fabric = make({ order, hostsPerSwitch: 1 });
    const cables = new Map<string, number>();
    for (const [sw, beside] of switchesBeside(fabric).entries())
      for (const other of beside) {
        const [from, to] = [sw, other].map((at) => Math.floor(at / order));
        if (from === to) continue;
        cables.set(`${from} ${to}`, (cables.get(`${from} ${to}`) ?? 0) + 1);
      }
    expect(cables.size).toBe(2 * order * order);
    expect(new Set(cables.values())).toEqual(new Set([order]));
    for (const pair of cables.keys()) {
      const halves = pair.split(" ").map((col) => Math.floor(+col / order));
      expect(halves[0]).not.toBe(halves[1]);
    }
  },
);

it("is cabled as the construction says, port by port", () => {
  // q = 5: ξ = 2, X = {1, 4}, X' = {2, 3}; (0, 1, 2) meets (1, m, c) where 2 = m + c.
  const fabric = make({ hostsPerSwitch: 1 });
  expect(neighbours(fabric, "SW(0.1.2)")).toEqual([
    "P(0.1.2.0):1",
    "SW(0.1.1):3",
    "SW(0.1.3):2",
    "SW(1.0.2):5",
    "SW(1.1.1):5",
    "SW(1.2.0):5",
    "SW(1.3.4):5",
    "SW(1.4.3):5",
  ]);
  expect(neighbours(fabric, "SW(1.1.1)").slice(1, 3)).toEqual([
    "SW(1.1.3):3",
    "SW(1.1.4):2",
  ]);
});

describe("fields", () => {
  it("are found of the powers of primes, and of no other number", () => {
    expect(
      Array.from({ length: 32 }, (_, n) => n).filter(
        (n) => primePower(n) !== undefined,
      ),
    ).toEqual([2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31]);
  });

  it.each([3, 4, 5, 8, 9, 16, 25, 27])(
    "of %i elements keep to the laws",
    (q) => {
      const { prime, power } = primePower(q)!;
      const { powers, sum, product } = fieldOf(prime, power);
      expect([...powers].sort((a, b) => a - b)).toEqual(
        Array.from({ length: q - 1 }, (_, n) => n + 1),
      );
      for (let a = 0; a < q; a++)
        for (let b = 0; b < q; b++) {
          expect(product(a, b)).toBe(product(b, a));
          for (let c = 0; c < q; c++) {
            expect(product(a, sum(b, c))).toBe(
              sum(product(a, b), product(a, c)),
            );
            if (b !== c) expect(sum(a, b)).not.toBe(sum(a, c));
          }
        }
    },
  );
});

it("is refused of an order that no field has, or where switches have too few ports", () => {
  expect(codeOf({ order: 6 })).toBe(
    "E_SLIM_FLY_ORDER order a power of a prime from 3 on, such as 5 or 7",
  );
  expect(codeOf({ order: 5, hostsPerSwitch: 247 })).toBe("none");
  expect(codeOf({ order: 5, hostsPerSwitch: 248 })).toBe(
    "E_SLIM_FLY_PORTS hostsPerSwitch at most 254",
  );
  // Of order 113, 169 cables to others and 85 hosts fill the 254 ports, of 25,538 switches; of 127 they do not fit.
  expect(codeOf({ order: 127 })).toContain("E_SLIM_FLY_PORTS order");
  expect(codeOf({ order: 113 })).toContain("E_SLIM_FLY_TOO_LARGE order");
});

it("is proposed for a number of hosts with as few at each switch as that takes", () => {
  expect(slimFly.claims.sizes!(200, {})).toEqual([
    { order: 5, hostsPerSwitch: 4 },
    { order: 8, hostsPerSwitch: 2 },
    { order: 7, hostsPerSwitch: 3 },
  ]);
  expect(slimFly.claims.sizes!(200, { hostsPerSwitch: 4 })[0]).toEqual({
    order: 5,
    hostsPerSwitch: 4,
  });
  expect(slimFly.claims.sizes!(300, { order: 5 })).toEqual([]);
  expect(() => slimFly.claims.sizes!(10, { order: 6 })).toThrow(
    expect.objectContaining({ code: "E_SLIM_FLY_ORDER" }),
  );
});
