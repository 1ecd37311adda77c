import {
  parseOptions,
  portMask,
  portsOf,
  removePorts,
  type Gang,
  type PortMask,
  type ReplicationFactory,
} from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { bulletinBoard, synchronous } from "../src/index.ts";

const SLOTS = 8;
/** A policy of one switch; a tick is 1 ns. */
function gangOf(factory: ReplicationFactory): Gang {
  if (factory.mode !== "gang") throw new Error("not a gang policy");
  return factory.create(1, SLOTS, 1000, 1);
}
const firstCome = () =>
  gangOf(synchronous.build(parseOptions(synchronous, {})));
const inTurn = () =>
  gangOf(
    synchronous.build(parseOptions(synchronous, { order: "round-robin" })),
  );
const board = (patience: string) =>
  gangOf(bulletinBoard.build(parseOptions(bulletinBoard, { patience })));

const ALL = [1, 2, 3, 4, 5, 6, 7];
const without = (...outputs: number[]): number[] =>
  ALL.filter((output) => !outputs.includes(output));
/** What the policy keeps from unicast. */
function held(gang: Gang, now: number): number[] {
  const outputs = new Int32Array(1);
  gang.held(0, now, outputs);
  return portsOf(outputs);
}

/** Every slot that starts now, in order. */
function starts(gang: Gang, outputs: number[], now: number): number[] {
  const free = portMask(outputs);
  const started: number[] = [];
  for (;;) {
    const slot = gang.pick(0, free, now, () => true);
    if (slot < 0) return started;
    gang.granted(0, slot);
    started.push(slot);
    removePorts(free, wanted[slot]!);
  }
}
let wanted: Record<number, PortMask> = {};
function request(
  gang: Gang,
  slot: number,
  outputs: number[],
  now: number,
  arrived = now,
): void {
  const mask = portMask(outputs);
  wanted = { ...wanted, [slot]: mask.slice() };
  gang.request(0, slot, mask, now, arrived);
  // The mask is the caller's.
  mask.fill(-1);
}

describe.each([
  ["synchronous, first come", firstCome],
  ["synchronous, in turn", inTurn],
  ["bulletin board", () => board("1us")],
])("%s", (_, create) => {
  it("starts {1,2} and {3,4} together, {2,3} when both are free again (T-003-8)", () => {
    const gang = create();
    request(gang, 0, [1, 2], 10);
    request(gang, 1, [3, 4], 10);
    request(gang, 2, [2, 3], 10);
    expect(starts(gang, ALL, 10)).toEqual([0, 1]);
    expect(starts(gang, without(1, 2, 3, 4), 11)).toEqual([]);
    expect(starts(gang, without(3, 4), 20)).toEqual([]);
    expect(starts(gang, ALL, 30)).toEqual([2]);
    expect(held(gang, 31)).toEqual([]);
  });

  it("forgets a packet that was discarded", () => {
    const gang = create();
    request(gang, 3, [1, 2], 10);
    gang.withdrawn!(0, 3);
    expect(held(gang, 5000)).toEqual([]);
    expect(starts(gang, ALL, 5000)).toEqual([]);
  });

  it("passes over what does not fit", () => {
    const gang = create();
    request(gang, 0, [1], 10);
    request(gang, 1, [2], 10);
    expect(gang.pick(0, portMask(ALL), 10, (slot) => slot === 1)).toBe(1);
  });
});

describe("synchronous", () => {
  it("reserves every output that somebody waits for, for the oldest by arrival", () => {
    const gang = firstCome();
    request(gang, 5, [1, 2], 100, 90);
    expect([held(gang, 100), gang.holder!(0, 2)]).toEqual([[1, 2], 5]);
    // Became head later, but arrived earlier: it takes over output 2, and output 1 stays the other's.
    request(gang, 6, [2, 3], 110, 80);
    expect(held(gang, 110)).toEqual([1, 2, 3]);
    expect([1, 2, 3, 4].map((output) => gang.holder!(0, output))).toEqual([
      5, 6, 6, -1,
    ]);
    // With 3 busy, the younger one may not take 2 either.
    expect(starts(gang, [1, 2], 120)).toEqual([]);
    expect(starts(gang, [1, 2, 3], 130)).toEqual([6]);
  });

  it("in turn: begins after the input that was served last", () => {
    const gang = inTurn();
    for (const slot of [1, 4, 6]) request(gang, slot, [1], 10);
    const order: number[] = [];
    for (let now = 20; now < 23; now++) order.push(...starts(gang, [1], now));
    expect(order).toEqual([1, 4, 6]);
    for (const slot of [1, 4]) request(gang, slot, [1], 30);
    expect(starts(gang, [1], 30)).toEqual([1]);
  });

  it("in turn: the turn waits for the input whose turn it is", () => {
    const gang = inTurn();
    request(gang, 1, [1, 2], 10);
    request(gang, 4, [3], 10);
    request(gang, 6, [2], 10);
    // Output 1 is busy: 4 starts, 6 stands behind 1, and goes on doing so.
    expect(starts(gang, [2, 3], 10)).toEqual([4]);
    expect(gang.holder!(0, 2)).toBe(1);
    request(gang, 4, [2], 20);
    expect(starts(gang, [1, 2], 30)).toEqual([1]);
    expect(starts(gang, [2], 40)).toEqual([4]);
    expect(starts(gang, [2], 50)).toEqual([6]);
  });
});

describe("bulletin board", () => {
  it("prefers the input served longest ago", () => {
    const gang = board("1s");
    request(gang, 2, [1], 0);
    expect(starts(gang, ALL, 0)).toEqual([2]);
    request(gang, 2, [1], 10);
    request(gang, 3, [1], 20);
    expect(starts(gang, [1], 20)).toEqual([3]);
  });

  it("keeps outputs for the packet that has waited longest, once it has waited for the patience", () => {
    const gang = board("1us");
    request(gang, 2, [1, 2], 100);
    request(gang, 3, [2, 3], 200);
    expect([held(gang, 1099), held(gang, 1100)]).toEqual([[], [1, 2]]);
    expect([gang.holder!(0, 1), gang.holder!(0, 3)]).toEqual([2, -1]);
    // 1 is busy: nobody else may have 2 meanwhile.
    expect(starts(gang, [2, 3], 1150)).toEqual([]);
    expect(starts(gang, [1, 2], 1160)).toEqual([2]);
    expect(held(gang, 1199)).toEqual([]);
    expect(held(gang, 1200)).toEqual([2, 3]);
  });
});
