import {
  hasPort,
  parseOptions,
  portMask,
  type SelectPlugin,
} from "@fabriclab/spec";
import { randomStream } from "@fabriclab/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lfu, lru, maxCredit, random } from "../src/index.ts";

const NONE = new Int32Array(32);
const all: readonly SelectPlugin[] = [lfu, lru, maxCredit, random];

const make = (plugin: SelectPlugin, options = {}, switches = 3, lanes = 4) =>
  plugin.build(parseOptions(plugin, options)).create(switches, 8, lanes);

/** Switches of so many ports, and masks of theirs. */
const RADICES = [7, 31, 32, 40, 63, 64, 254];
const wide = (plugin: SelectPlugin, radix: number, options = {}) =>
  plugin.build(parseOptions(plugin, options)).create(3, radix + 1, 4);
const wideMask = (radix: number, ports: Iterable<number>): Int32Array =>
  portMask(ports, (radix >> 5) + 1);

const mask = (...ports: number[]): Int32Array => portMask(ports);

describe("lfu", () => {
  it("takes the port with the smallest use counter of the packet's VL, the lowest of several", () => {
    const select = make(lfu);
    const pick = (lane: number): number =>
      select.pick(1, 2, mask(2, 3, 5), 0, NONE, 0, lane);
    expect(pick(0)).toBe(2);
    // Use so far: port 2 twice, port 3 once, port 5 once, all on VL0.
    for (const port of [2, 2, 3, 5]) select.granted(1, port, 0);
    expect(pick(0)).toBe(3);
    select.granted(1, 3, 0);
    expect(pick(0)).toBe(5);
    // VL1 has counters of its own, and so has another switch.
    expect(pick(1)).toBe(2);
    select.granted(1, 2, 1);
    expect(pick(1)).toBe(3);
    expect(select.pick(0, 2, mask(2, 3, 5), 0, NONE, 0, 0)).toBe(2);
  });

  it("counts by each port the packets on the VL that the packet would have there", () => {
    const select = make(lfu);
    // By port 2 it would leave on VL0, by port 3 on VL1.
    const lanes = Int32Array.of(0, 0, 0, 1);
    const taken = Array.from({ length: 5 }, () => {
      const port = select.pick(1, 2, mask(2, 3), 0, NONE, 0, 0, lanes);
      select.granted(1, port, lanes[port]!);
      return port;
    });
    expect(taken).toEqual([2, 3, 2, 3, 2]);
  });

  it("chooses as counters on paper would, whatever was granted", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.nat(2),
            fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
            fc.nat(3),
          ),
          { maxLength: 80 },
        ),
        (heads) => {
          const select = make(lfu);
          const counters = new Map<string, number>();
          const of = (sw: number, port: number, lane: number): number =>
            counters.get(`${sw} ${port} ${lane}`) ?? 0;
          for (const [sw, ports, lane] of heads) {
            const [expected] = [...ports].sort(
              (a, b) => of(sw, a, lane) - of(sw, b, lane) || a - b,
            );
            const port = select.pick(
              sw,
              ports[0]!,
              mask(...ports),
              0,
              NONE,
              0,
              lane,
            );
            expect(port).toBe(expected);
            select.granted(sw, port, lane);
            counters.set(`${sw} ${port} ${lane}`, of(sw, port, lane) + 1);
          }
        },
      ),
    );
  });
});

describe.each(RADICES)("on switches of %i ports", (radix) => {
  const draw = randomStream(radix, "ports");
  const heads = Array.from({ length: 300 }, () => {
    const size = 1 + draw.below(Math.min(6, radix));
    return {
      sw: draw.below(3),
      lane: draw.below(4),
      ports: [
        ...new Set(Array.from({ length: size }, () => 1 + draw.below(radix))),
      ],
      credits: Int32Array.from({ length: radix + 1 }, () => draw.below(9)),
    };
  });
  /** Every choice, each granted. */
  function choices(plugin: SelectPlugin): number[] {
    const select = wide(plugin, radix);
    return heads.map(({ sw, lane, ports, credits }) => {
      const candidates = wideMask(radix, ports);
      const port = select.pick(sw, 1, candidates, 0, credits, 0, lane);
      select.granted(sw, port, lane);
      return port;
    });
  }
  /** The port with the least cost, the lowest of several. */
  const cheapest = (ports: number[], cost: (port: number) => number): number =>
    [...ports].sort((a, b) => cost(a) - cost(b) || a - b)[0]!;

  it("lfu counts every port by itself", () => {
    const uses = new Map<string, number>();
    expect(choices(lfu)).toEqual(
      heads.map(({ sw, lane, ports }) => {
        const of = (port: number) => uses.get(`${sw} ${lane} ${port}`) ?? 0;
        const port = cheapest(ports, of);
        uses.set(`${sw} ${lane} ${port}`, of(port) + 1);
        return port;
      }),
    );
  });

  it("lru remembers the last use of every port", () => {
    const last = new Map<string, number>();
    expect(choices(lru)).toEqual(
      heads.map(({ sw, ports }, k) => {
        const port = cheapest(ports, (p) => last.get(`${sw} ${p}`) ?? -1);
        last.set(`${sw} ${port}`, k);
        return port;
      }),
    );
  });

  it("max-credit compares the room behind every port", () => {
    expect(choices(maxCredit)).toEqual(
      heads.map(({ ports, credits }) =>
        cheapest(ports, (port) => -credits[port]!),
      ),
    );
  });

  it("random takes candidates only, and each of two at either end about equally often", () => {
    choices(random).forEach((port, k) => {
      expect(heads[k]!.ports).toContain(port);
    });
    const select = wide(random, radix);
    let low = 0;
    for (let k = 0; k < 1000; k++) {
      const port = select.pick(
        0,
        1,
        wideMask(radix, [1, radix]),
        0,
        new Int32Array(radix + 1),
        0,
        0,
      );
      select.granted(0, port, 0);
      if (port === 1) low++;
    }
    // Six standard deviations of 1000 fair draws are 95.
    expect(Math.abs(low - 500)).toBeLessThan(95);
  });
});

describe("max-credit", () => {
  it("takes the candidate with the most credits, the lowest of several", () => {
    const select = make(maxCredit);
    const credits = Int32Array.of(0, 0, 0, 90, 4, 64, 17, 64, 12);
    // Read from 1 on: ports 2 to 6 have 90, 4, 64, 17, 64 blocks.
    const pick = (...ports: number[]): number =>
      select.pick(0, ports[0]!, mask(...ports), 0, credits, 1, 0);
    expect(pick(2, 3, 4)).toBe(2);
    expect(pick(3, 4, 5, 6)).toBe(4);
    expect(pick(3, 5)).toBe(5);
    expect(pick(3)).toBe(3);
  });

  it("asks the engine for credits; the others do not", () => {
    expect(
      all.map((plugin) => plugin.build(parseOptions(plugin, {})).needsCredits),
    ).toEqual([false, false, true, false]);
  });
});

describe("lru", () => {
  it("takes the port that was granted a packet longest ago on any VL, one that never was first", () => {
    const select = make(lru);
    const taken = [];
    for (let k = 0; k < 5; k++) {
      const port = select.pick(2, 1, mask(1, 4, 6), 0, NONE, 0, 0);
      select.granted(2, port, k % 2);
      taken.push(port);
    }
    expect(taken).toEqual([1, 4, 6, 1, 4]);
    // Port 3 is new, and only it.
    expect(select.pick(2, 1, mask(1, 3, 6), 0, NONE, 0, 0)).toBe(3);
    expect(select.pick(2, 1, mask(1, 6), 0, NONE, 0, 0)).toBe(6);
  });
});

describe("random", () => {
  it("takes every port equally often: chi-square of 3 x 6000 choices among five is below its 99.9 % quantile", () => {
    for (const seed of [1, 2, 3]) {
      const select = make(random, { seed });
      const counts = new Map<number, number>();
      for (let k = 0; k < 6000; k++) {
        const port = select.pick(0, 1, mask(1, 2, 3, 5, 7), 0, NONE, 0, 0);
        select.granted(0, port, 0);
        counts.set(port, (counts.get(port) ?? 0) + 1);
      }
      expect([...counts.keys()].sort()).toEqual([1, 2, 3, 5, 7]);
      const chiSquare = [...counts.values()].reduce(
        (sum, count) => sum + (count - 1200) ** 2 / 1200,
        0,
      );
      // Four degrees of freedom.
      expect(chiSquare).toBeLessThan(18.47);
    }
  });

  it("repeats itself with the same seed only", () => {
    const run = (seed: number): number[] => {
      const select = make(random, { seed });
      return Array.from({ length: 40 }, (_, k) => {
        const port = select.pick(
          k % 3,
          1,
          mask(1, 2, 3, 4, 5, 6, 7),
          0,
          NONE,
          0,
          0,
        );
        select.granted(k % 3, port, 0);
        return port;
      });
    };
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });
});

describe("the livelock guard", () => {
  it("insists on the table's port after as many hops as there are switches, or as said, even back through the ingress", () => {
    for (const plugin of all) {
      const byCount = make(plugin, {}, 5);
      // Port 6 is the table's, and not a candidate: the packet came in there.
      expect(byCount.pick(0, 6, mask(1), 4, NONE, 0, 0)).toBe(1);
      expect(byCount.pick(0, 6, mask(1), 5, NONE, 0, 0)).toBe(6);
      const said = make(plugin, { guard: 2 }, 5);
      expect(said.pick(0, 6, mask(1), 1, NONE, 0, 0)).toBe(1);
      expect(said.pick(0, 6, mask(1), 2, NONE, 0, 0)).toBe(6);
      // 255: the table has none.
      expect(said.pick(0, 255, mask(1), 9, NONE, 0, 0)).toBe(1);
    }
  });

  it("is a whole number of hops from 1 on", () => {
    for (const guard of [0, 1.5, -3, 70_000, "two"])
      expect(() => parseOptions(lfu, { guard })).toThrow(/guard/);
  });
});

it("choices that are not granted change nothing", () => {
  for (const plugin of all) {
    const [asked, other] = [make(plugin), make(plugin)];
    const stream = randomStream(1, plugin.name);
    for (let k = 0; k < 200; k++) {
      const candidates = Int32Array.of((stream.below(127) + 1) << 1);
      const sw = stream.below(3);
      asked.pick(sw, 1, mask(1, 3), 0, NONE, 0, 1);
      const port = asked.pick(sw, 1, candidates, 0, NONE, 0, 2);
      expect(hasPort(candidates, port)).toBe(true);
      expect(other.pick(sw, 1, candidates, 0, NONE, 0, 2)).toBe(port);
      asked.granted(sw, port, 2);
      other.granted(sw, port, 2);
    }
  }
});
