import { compose } from "@fabriclab/sim";
import type { Mlid } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Processor } from "../src/processor.ts";
import { ALGORITHMS, EVERYBODY, scheduleOf } from "../src/schedule.ts";
import { experimentOf, simulate, timeOf } from "./simulated.ts";

const refused = (code: string) => expect.objectContaining({ code });

describe("schedules", () => {
  it.each(ALGORITHMS)(
    "%s reaches everybody and waits for nobody for ever",
    (algorithm) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 2, max: 40 }),
          fc.integer({ min: 1, max: 6 }),
          (processors, lambda) => {
            const { sends, deliveries } = scheduleOf(
              algorithm,
              processors,
              lambda,
            );
            expect(sends).toHaveLength(processors);
            const next = sends.map(() => 0);
            const heard = sends.map(() => new Set<number>());
            let arrived = 0;
            /** Ranks whose entry everybody downstream of them has waited for. */
            const knows = sends.map((_, rank) => new Set([rank]));
            for (let moved = true; moved;) {
              moved = false;
              for (const [rank, list] of sends.entries()) {
                const message = list[next[rank]!];
                if (message === undefined) continue;
                if (!message.after.every((from) => heard[rank]!.has(from)))
                  continue;
                moved = true;
                next[rank]! += 1;
                const receivers =
                  message.to === EVERYBODY
                    ? sends.map((_, to) => to).filter((to) => to !== rank)
                    : [message.to];
                for (const to of receivers) {
                  expect(to).not.toBe(rank);
                  expect(heard[to]!.has(rank)).toBe(false);
                  heard[to]!.add(rank);
                  for (const entered of knows[rank]!) knows[to]!.add(entered);
                  arrived += 1;
                }
              }
            }
            expect(next).toEqual(sends.map((list) => list.length));
            expect(arrived).toBe(deliveries);
            const barrier =
              algorithm === "central" || algorithm === "dissemination";
            for (const entered of knows)
              if (barrier) expect(entered.size).toBe(processors);
              else expect(entered.has(0)).toBe(true);
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});

describe("a processor", () => {
  const overheads = { send: 3, receive: 5, gap: 10 };

  it("sends a gap apart and is busy with one thing at a time", () => {
    const one = new Processor(
      [
        { to: 1, after: [] },
        { to: 2, after: [] },
        { to: 3, after: [7] },
      ],
      overheads,
    );
    expect(one.enter(100)).toEqual([
      { to: 1, birth: 103 },
      { to: 2, birth: 113 },
    ]);
    // Busy until 113, so received from then to 118; the gap since 110 ends at 120.
    expect(one.arrive(7, 105)).toEqual([{ to: 3, birth: 123 }]);
    expect(one.doneAt).toBe(123);
  });

  it("receives messages one after another, and may hear a later one first", () => {
    const one = new Processor([{ to: 1, after: [4] }], overheads);
    expect(one.enter(0)).toEqual([]);
    expect(one.arrive(9, 20)).toEqual([]);
    expect(one.arrive(4, 21)).toEqual([{ to: 1, birth: 33 }]);
  });
});

describe("operations", () => {
  it("follow one another an interval after the end of the one before, and take the same time", async () => {
    const once = await simulate({ algorithm: "dissemination" });
    const thrice = await simulate({
      algorithm: "dissemination",
      repeats: 3,
      interval: "1us",
    });
    const time = once.metrics["collective"]!.value;
    expect(thrice.metrics["collective"]).toMatchObject({
      detail: { operations: 3 },
    });
    expect(thrice.metrics["collective"]!.value).toBeCloseTo(time, 9);
    // `completion` sees packets only: from the first birth, O_s after the start, to the last delivery, O_r before the end.
    expect(thrice.metrics["completion"]!.value).toBeCloseTo(
      3 * time + 2 * 1000 - 800,
      6,
    );
    expect(once.packets.delivered * 3).toBe(thrice.packets.delivered);
  });

  it("of processors drawn at random depend on the seed, and on nothing else", async () => {
    const drawn = (seed: number) =>
      timeOf(
        {
          algorithm: "tree",
          place: "random",
          processors: 6,
          gap: "1ns",
          sendOverhead: "1ns",
        },
        { ports: 4, levels: 3, seed },
      );
    const times = await Promise.all([1, 2, 3, 4, 5, 6].map(drawn));
    expect(new Set(times).size).toBeGreaterThan(1);
    expect(await drawn(3)).toBe(times[2]);
  });

  it("have no time while they are not done", () => {
    const [traffic] = compose(experimentOf({ repeats: 2 })).traffic;
    expect(traffic!.report?.()["collective"]).toMatchObject({
      absent: "0 of 2 operations were done",
    });
  });
});

describe("bad input", () => {
  it("is refused by name", async () => {
    await expect(simulate({ processors: 17 })).rejects.toThrow(
      refused("E_COLLECTIVE_OPERATION_PROCESSORS"),
    );
    await expect(simulate({ gap: 0 })).rejects.toThrow(
      refused("E_COLLECTIVE_OPERATION_GAP"),
    );
    const multicast = experimentOf({ algorithm: "multicast" });
    const { tables } = compose(multicast);
    const two = () => [0xc000, 0xc001] as Mlid[];
    const given = {
      ...tables,
      multicast: { ...tables.multicast!, mlids: two },
    };
    expect(() => compose({ ...multicast, tables: { given } })).toThrow(
      refused("E_COLLECTIVE_OPERATION_NO_MULTICAST"),
    );
    await expect(simulate({ size: "0B" })).rejects.toThrow(
      refused("E_COLLECTIVE_OPERATION_SIZE"),
    );
  });
});
