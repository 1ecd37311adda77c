import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BarrierMachine,
  BarrierState,
  BarrierType,
  PARENT,
  type Sequence,
} from "../src/barrier-machine.ts";
import { explore, type Bounds } from "./explore.ts";

const { combine, distribute, combineAck, distributeDun } = BarrierType;

/** A machine that writes down what it does. */
function machine(children: number, hasParent: boolean) {
  const did: (string | readonly [to: number, type: number, bit: number])[] = [];
  const of = new BarrierMachine(children, hasParent, {
    send: (to, type, bit) => did.push([to, type, bit]),
    timer: (which) => did.push(which),
    released: () => did.push("released"),
  });
  return { of, take: () => did.splice(0) };
}

describe("the barrier machine", () => {
  it("of a switch combines when all children have, and distributes what its parent does", () => {
    const { of, take } = machine(2, true);
    of.receive(1, combine, 0);
    expect(take()).toEqual([[1, combineAck, 0]]);
    of.receive(1, combine, 0);
    expect(take()).toEqual([[1, combineAck, 0]]);
    of.receive(0, combine, 0);
    expect(take()).toEqual([[PARENT, combine, 0], "ack", [0, combineAck, 0]]);
    of.receive(PARENT, combineAck, 0);
    expect(take()).toEqual(["dun"]);
    of.receive(PARENT, distribute, 0);
    expect(take()).toEqual([
      "none",
      [0, distribute, 0],
      [1, distribute, 0],
      "released",
    ]);
    expect(of.state).toBe(BarrierState.collect);
    expect(of.sequence).toBe(1);
  });

  it("of a root answers itself", () => {
    const { of, take } = machine(2, false);
    of.receive(0, combine, 0);
    take();
    of.receive(1, combine, 0);
    expect(take()).toEqual([
      "none",
      [0, distribute, 0],
      [1, distribute, 0],
      "released",
      [1, combineAck, 0],
    ]);
  });

  it("of a host enters, repeats by its timers, and takes a distribute packet for the acknowledgement", () => {
    const { of, take } = machine(0, true);
    of.enter();
    expect(take()).toEqual([[PARENT, combine, 0], "ack"]);
    of.timeout();
    expect(take()).toEqual([[PARENT, combine, 0], "ack"]);
    of.receive(PARENT, combineAck, 0);
    of.timeout();
    expect(take()).toEqual(["dun", [PARENT, distributeDun, 0], "dun"]);
    of.receive(PARENT, distribute, 0);
    expect(take()).toEqual(["none", "released"]);
    of.enter();
    expect(take()).toEqual([[PARENT, combine, 1], "ack"]);
    of.receive(PARENT, distribute, 1);
    expect(take()).toEqual(["none", "released"]);
  });

  it("tells a child that asks for the barrier before that it is complete, and ignores what is old", () => {
    const { of, take } = machine(2, false);
    of.receive(0, combine, 0);
    of.receive(1, combine, 0);
    take();
    of.receive(0, combine, 0);
    expect(take()).toEqual([
      [0, combineAck, 0],
      [0, distribute, 0],
    ]);
    of.receive(1, distributeDun, 0);
    expect(take()).toEqual([[1, distribute, 0]]);
    of.receive(1, distributeDun, 1);
    expect(take()).toEqual([]);
    const host = machine(0, true);
    for (const type of [distribute, combineAck])
      for (const bit of [0, 1] as const) host.of.receive(PARENT, type, bit);
    host.of.timeout();
    expect(host.take()).toEqual([]);
  });
});

describe("all interleavings of a group", () => {
  const none = { losses: 0, doubles: 0, early: 0, reorder: false, window: 5 };
  it.each<[string, Partial<Bounds>]>([
    ["a lost packet", { losses: 1 }],
    ["a doubled packet", { doubles: 1 }],
    ["a timer that runs out early", { early: 1 }],
  ])(
    "of three hosts release nobody early and everybody at last: %s",
    (_, fault) => {
      const found = explore({ ...none, hosts: 3, barriers: 2, ...fault });
      expect(found).toMatchObject({
        unsafe: undefined,
        stuck: undefined,
        cut: 0,
      });
      expect(found.states).toBeGreaterThan(20_000);
    },
    60_000,
  );

  it("of two hosts do so with each of these faults in one run of three barriers", () => {
    const found = explore({
      ...none,
      hosts: 2,
      barriers: 3,
      losses: 1,
      doubles: 1,
      early: 1,
    });
    expect(found).toMatchObject({ unsafe: undefined, stuck: undefined });
  }, 60_000);

  it("release a host early where a link delivers out of order: one bit cannot tell a packet from one of two barriers before (E-003-9)", () => {
    const found = explore({
      ...none,
      hosts: 2,
      barriers: 3,
      doubles: 1,
      early: 1,
      reorder: true,
    });
    expect(found.unsafe).toMatch(/released from barrier 3, entered are/);
  }, 60_000);

  it("come to stand after a loss where no timer runs out", () => {
    const found = explore({
      ...none,
      hosts: 2,
      barriers: 1,
      losses: 1,
      timers: false,
    });
    expect(found.stuck).toBeDefined();
  });
});

/** Three switches with three hosts each under a root; links lose packets with `loss`. Returns what went wrong. */
function randomRun(
  seed: number,
  loss: number,
  barriers: number,
): string | undefined {
  let word = seed >>> 0;
  // Mulberry32.
  const uniform = (): number => {
    word = (word + 0x6d2b79f5) >>> 0;
    let x = Math.imul(word ^ (word >>> 15), word | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(uniform() * n);
  // Node 0 = root, 1-3 = switches, 4-12 = hosts; node k's parent is floor((k - 1) / 3).
  const parentOf = (node: number): number => Math.floor((node - 1) / 3);
  const up: number[][] = Array.from({ length: 13 }, () => []);
  const down: number[][] = Array.from({ length: 13 }, () => []);
  const entered = new Array<number>(9).fill(0);
  const done = new Array<number>(9).fill(0);
  let wrong: string | undefined;
  const machines = Array.from(
    { length: 13 },
    (_, node) =>
      new BarrierMachine(node < 4 ? 3 : 0, node > 0, {
        send(to, type, bit) {
          if (uniform() < loss) return;
          (to === PARENT ? up[node]! : down[3 * node + 1 + to]!).push(
            type * 2 + bit,
          );
        },
        timer: () => undefined,
        released() {
          if (node < 4) return;
          done[node - 4]! += 1;
          if (done[node - 4]! > Math.min(...entered))
            wrong ??= `host ${node - 4} is early`;
        },
      }),
  );
  for (let step = 0; step < 2_000_000 && wrong === undefined; step += 1) {
    if (done.every((count) => count === barriers)) return undefined;
    const node = 1 + below(12);
    const kind = below(10);
    const link = kind < 4 ? up[node]! : down[node]!;
    if (kind < 8) {
      const packet = link.shift();
      if (packet === undefined) continue;
      const [type, bit] = [
        (packet >> 1) as BarrierType,
        (packet & 1) as Sequence,
      ];
      if (kind < 4)
        machines[parentOf(node)]!.receive((node - 1) % 3, type, bit);
      else machines[node]!.receive(PARENT, type, bit);
    } else if (kind === 8) {
      if (
        node < 4 ||
        entered[node - 4]! > done[node - 4]! ||
        entered[node - 4] === barriers
      )
        continue;
      entered[node - 4]! += 1;
      machines[node]!.enter();
    } else if (below(20) === 0) machines[node]!.timeout();
  }
  return wrong ?? "not everybody is released";
}

describe("forty barriers of nine hosts under three switches and a root", () => {
  it.each([0, 0.05, 0.2, 0.5])(
    "with a loss of %d release everybody, and nobody early",
    (loss) => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          expect(randomRun(seed, loss, 40)).toBeUndefined();
        }),
        { numRuns: 8 },
      );
    },
    60_000,
  );
});
