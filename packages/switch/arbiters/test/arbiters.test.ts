import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  matrix,
  oldestFirst,
  roundRobin,
  roundRobinLanes,
} from "../src/index.ts";

const words = (requests: readonly number[], count: number): Int32Array => {
  const mask = new Int32Array(count);
  for (const i of requests) mask[i >> 5]! |= 1 << i;
  return mask;
};

describe("oldest-first", () => {
  /** Births by input, the same in every slot. */
  const of = (...births: readonly number[]) =>
    oldestFirst.build({}).create(1, births.length, {
      birth: (_, input) => births[input]!,
    });

  it("serves the oldest packet of those that ask, of equal ones that of the lowest input", () => {
    const arbiter = of(40, 10, 30, 10, 20);
    expect(arbiter.pick(0, 0b11111)).toBe(1);
    expect(arbiter.pick(0, 0b11101)).toBe(3);
    expect(arbiter.pick(0, 0b10101)).toBe(4);
    expect(arbiter.pick(0, 0b00001)).toBe(0);
  });

  it("does so in a wide switch", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(254), { minLength: 1 }),
        fc.array(fc.nat(20), { minLength: 255, maxLength: 255 }),
        (requests, births) => {
          const [expected] = [...requests].sort(
            (a, b) => births[a]! - births[b]! || a - b,
          );
          expect(of(...births).pickWide(0, words(requests, 8), 0, 8)).toBe(
            expected,
          );
        },
      ),
    );
  });

  it("refuses to choose among inputs without packets", () => {
    expect(() => oldestFirst.build({}).create(1, 5)).toThrow(
      expect.objectContaining({ code: "E_OLDEST_FIRST_HEADS" }) as Error,
    );
  });
});

describe("round-robin", () => {
  it("serves requesting inputs in turn, starting after the one served last", () => {
    const arbiter = roundRobin.build({}).create(2, 6);
    const served = [];
    for (let k = 0; k < 5; k++) {
      const input = arbiter.pick(1, 0b101010);
      arbiter.granted(1, input);
      served.push(input);
    }
    expect(served).toEqual([1, 3, 5, 1, 3]);
    expect(arbiter.pick(0, 0b101010)).toBe(1);
  });

  it("moves only when a choice was carried out", () => {
    const arbiter = roundRobin.build({}).create(1, 6);
    expect([arbiter.pick(0, 0b110), arbiter.pick(0, 0b110)]).toEqual([1, 1]);
  });

  it("wraps after input 31 and after input 254", () => {
    const arbiter = roundRobin.build({}).create(1, 255);
    arbiter.granted(0, 31);
    expect(arbiter.pick(0, -1)).toBe(0);
    const wide = words([3, 254], 8);
    arbiter.granted(0, 254);
    expect(arbiter.pickWide(0, wide, 0, 8)).toBe(3);
    arbiter.granted(0, 3);
    expect(arbiter.pickWide(0, wide, 0, 8)).toBe(254);
  });

  it("chooses in a wide switch the first input from the turn on, cyclically", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(254), { minLength: 1 }),
        fc.nat(254),
        (requests, last) => {
          const arbiter = roundRobin.build({}).create(1, 255);
          arbiter.granted(0, last);
          const expected = [...requests].sort(
            (a, b) =>
              ((a - last - 1 + 510) % 255) - ((b - last - 1 + 510) % 255),
          )[0];
          expect(arbiter.pickWide(0, words(requests, 8), 0, 8)).toBe(expected);
        },
      ),
    );
  });

  it("serves lanes in turn", () => {
    const lanes = roundRobinLanes.build({}).create(1, 4);
    const served = [];
    for (let k = 0; k < 4; k++) {
      const lane = lanes.pick(0, 0b1011);
      lanes.granted(0, lane, 256);
      served.push(lane);
    }
    expect(served).toEqual([0, 1, 3, 0]);
  });
});

describe("matrix", () => {
  /** The arbiter as the paper words it: w[i][j] = 1 iff i beats j; a grant clears row i and sets column i. */
  function asWorded(inputs: number) {
    const w = Array.from({ length: inputs }, (_, i) =>
      Array.from({ length: inputs }, (_, j) => i < j),
    );
    return {
      pick: (requests: readonly number[]) =>
        requests.find((i) => requests.every((j) => j === i || !w[j]![i]!))!,
      granted(i: number) {
        for (let j = 0; j < inputs; j++) {
          w[i]![j] = false;
          if (j !== i) w[j]![i] = true;
        }
      },
    };
  }

  it("decides as the matrix of the paper does, narrow and wide", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.nat(39), { minLength: 1 }), {
          maxLength: 60,
        }),
        (rounds) => {
          const arbiter = matrix.build({}).create(3, 40);
          const worded = asWorded(40);
          for (const requests of rounds) {
            const expected = worded.pick(requests);
            expect(arbiter.pickWide(2, words(requests, 2), 0, 2)).toBe(
              expected,
            );
            const low = requests.filter((i) => i < 32);
            if (low.length > 0)
              expect(arbiter.pick(2, words(low, 1)[0]!)).toBe(worded.pick(low));
            arbiter.granted(2, expected);
            worded.granted(expected);
          }
        },
      ),
    );
  });

  it("starves nobody: every requesting input is served once before any is served twice", () => {
    const arbiter = matrix.build({}).create(1, 8);
    const served = [];
    for (let k = 0; k < 8; k++) {
      const input = arbiter.pick(0, 0xff);
      arbiter.granted(0, input);
      served.push(input);
    }
    expect([...served].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});
