import {
  DropCause,
  PACKET_DROPPABLE,
  parseOptions,
  type Drop,
  type DropPlugin,
} from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { hll, lifetimes, sll } from "../src/index.ts";

/** Ticks of 1 ns. */
const make = (plugin: DropPlugin, options: object, queues = 4): Drop =>
  plugin.build(parseOptions(plugin, options)).create(queues, 1000);

/** Patience of a droppable packet that becomes head at `now`. */
const patience = (drop: Drop, now: number, arrived = now, queue = 0): number =>
  drop.patience(queue, 0, PACKET_DROPPABLE, now, arrived);

describe("hll", () => {
  it("waits 4.096 us x 2^HV: 4.096 us, 1.05 ms, 2.147 s (T-004-8)", () => {
    const ns = (hv: number): number => patience(make(hll, { hv }), 0);
    expect(ns(0)).toBe(4096);
    expect(ns(8)).toBe(1_048_576);
    expect(ns(19)).toBe(2_147_483_648);
    for (let hv = 0; hv < 19; hv++) expect(ns(hv + 1)).toBe(2 * ns(hv));
  });

  it("counts from when the packet became head, not from its arrival", () => {
    expect(patience(make(hll, { hv: 3 }), 90_000, 10)).toBe(32_768);
  });

  it("waits for ever where the limit is infinite", () => {
    expect(patience(make(hll, { hv: "infinite" }), 5)).toBe(-1);
  });

  it("never drops what is not marked as droppable, unless told to drop all", () => {
    const at = (options: object): number =>
      make(hll, options).patience(0, 0, 0, 0, 0);
    expect(at({ hv: 0 })).toBe(-1);
    expect(at({ hv: 0, selective: false })).toBe(4096);
    // Other bits of the flags say nothing about dropping.
    expect(make(hll, { hv: 0 }).patience(0, 0, 0b1110, 0, 0)).toBe(-1);
  });

  it("says why", () => {
    const drop = make(hll, { hv: 0 });
    patience(drop, 0);
    expect(drop.dropped(0, 4096)).toBe(DropCause.headLifetime);
  });
});

describe("sll", () => {
  it("counts from the arrival in the switch, and drops at once what is over it when it becomes head", () => {
    const drop = make(sll, { lv: 1 });
    expect(patience(drop, 0, 0)).toBe(8192);
    expect(patience(drop, 5000, 1000)).toBe(4192);
    expect(patience(drop, 20_000, 1000)).toBe(0);
    expect(drop.dropped(0, 20_000)).toBe(DropCause.switchLifetime);
    expect(patience(make(sll, { lv: "infinite" }), 9e9, 0)).toBe(-1);
  });
});

describe("lifetimes", () => {
  it("drops by whichever limit ends first, and says which", () => {
    const drop = make(lifetimes, { hv: 0, lv: 1 });
    // At the head since 0: 4096 of the head limit, 8192 - 1000 of the other.
    expect(patience(drop, 1000, 0)).toBe(4096);
    expect(drop.dropped(0, 5096)).toBe(DropCause.headLifetime);
    expect(patience(drop, 6000, 0)).toBe(2192);
    expect(drop.dropped(0, 8192)).toBe(DropCause.switchLifetime);
  });

  it("has OpenSM's limits by default: 4.096 us x 2^18 each", () => {
    expect(patience(make(lifetimes, {}), 0)).toBe(4096 * 2 ** 18);
  });
});

describe("VLStallCount", () => {
  const LIFE = 4096;

  /** Heads one after the other, each dropped when its patience ends; returns the causes. */
  function dropInRow(drop: Drop, count: number, from = 0): DropCause[] {
    let now = from;
    return Array.from({ length: count }, () => {
      now += patience(drop, now);
      return drop.dropped(0, now);
    });
  }

  it("stalls a queue after so many head drops in a row: for 8 lifetimes it drops at once", () => {
    const drop = make(hll, { hv: 0, stallCount: 3 });
    expect(dropInRow(drop, 3)).toEqual([1, 1, 1]);
    const from = 3 * LIFE;
    expect(patience(drop, from)).toBe(0);
    expect(drop.dropped(0, from)).toBe(DropCause.stalled);
    expect(patience(drop, from + 8 * LIFE - 1)).toBe(0);
    expect(patience(drop, from + 8 * LIFE)).toBe(LIFE);
    // Other queues are not concerned.
    expect(patience(drop, from, from, 1)).toBe(LIFE);
  });

  it("begins to count anew when a packet is sent", () => {
    const drop = make(hll, { hv: 0, stallCount: 3 });
    dropInRow(drop, 2);
    drop.sent(0, 9000);
    dropInRow(drop, 2, 9000);
    expect(patience(drop, 20_000)).toBe(LIFE);
    dropInRow(drop, 1, 20_000);
    expect(patience(drop, 20_000 + LIFE)).toBe(0);
  });

  it("leaves packets alone that are not droppable, stalled or not", () => {
    const drop = make(hll, { hv: 0, stallCount: 1 });
    dropInRow(drop, 1);
    expect(drop.patience(0, 0, 0, LIFE, LIFE)).toBe(-1);
  });

  it("counts head drops only", () => {
    const drop = make(lifetimes, { hv: 5, lv: 0, stallCount: 1 });
    patience(drop, 0);
    expect(drop.dropped(0, 4096)).toBe(DropCause.switchLifetime);
    expect(patience(drop, 4096)).toBe(4096);
  });

  it("is never reached where it is 0", () => {
    const drop = make(hll, { hv: 0 });
    expect(dropInRow(drop, 300).every((cause) => cause === 1)).toBe(true);
    expect(patience(drop, 1e9)).toBe(LIFE);
  });
});

describe("limits out of range", () => {
  const refusal = (plugin: DropPlugin, options: object): FabricError => {
    try {
      parseOptions(plugin, options);
    } catch (error) {
      if (FabricError.is(error)) return error;
    }
    throw new Error("it was accepted");
  };

  it("are refused, and above 19 the hint says that this means infinite", () => {
    for (const [plugin, key] of [
      [hll, "hv"],
      [sll, "lv"],
      [lifetimes, "hv"],
      [lifetimes, "lv"],
    ] as const) {
      for (const value of [20, 31, 100]) {
        const error = refusal(plugin, { [key]: value });
        expect(error.code).toBe("E_DROPPING_LIFETIME");
        expect(error.hint).toMatch(/above 19 mean infinite/);
      }
      for (const value of [-1, 2.5]) {
        const error = refusal(plugin, { [key]: value });
        expect(error.code).toBe("E_DROPPING_LIFETIME");
        expect(error.hint).toMatch(/4\.096 us/);
      }
      expect(refusal(plugin, { [key]: "never" }).message).not.toBe("");
    }
  });

  it("VLStallCount has three bits", () => {
    for (const stallCount of [-1, 8])
      expect(refusal(hll, { stallCount }).message).toMatch(/stallCount/);
  });
});
