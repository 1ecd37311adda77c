import { runExperiment } from "@fabriclab/sim";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ring } from "@fabriclab/testing-fabrics";
import { sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { scripted, type Sent } from "./scripted.ts";
import { clockwise, upDown } from "./up-down.ts";

/** Everybody sends five packets most of the way round a ring of five. */
const mostWay: Sent[] = [0, 1, 2, 3, 4].flatMap((from) =>
  [0, 1, 2, 3, 4].map(() => ({ from, to: (from + 3) % 5, bytes: 1024, at: 0 })),
);

describe("a deadlock", () => {
  it("ends the run and is told as the cycle of places that wait for each other", async () => {
    const result = await runExperiment(
      experiment({
        fabric: ring(5),
        routing: clockwise,
        traffic: [use(scripted(mostWay))],
      }),
    );
    expect(result.status).toBe("deadlocked");
    expect(result.verdict).toMatch(
      /^Deadlock: \d+ buffers wait for each other/,
    );
    expect(result.packets.inFlight).toBeGreaterThan(0);
    expect(result.packets.delivered).toBeLessThan(25);
    const cycle = result.deadlock ?? [];
    expect(cycle.length).toBeGreaterThanOrEqual(5);
    for (const [i, wait] of cycle.entries()) {
      expect(wait.place).toMatch(/^[abcde]:[123] VL0/);
      expect(wait.waitsFor).toBe(cycle[(i + 1) % cycle.length]?.place);
      expect(wait.source).toMatch(/^[ABCDE]$/);
      // Three steps on.
      expect("ABCDE".indexOf(wait.destination)).toBe(
        ("ABCDE".indexOf(wait.source) + 3) % 5,
      );
    }
    // Drawn: a sends on to b by port 1, every other switch to its next by port 2.
    expect([...new Set(cycle.map(({ channel }) => channel))].sort()).toEqual([
      "a:1 VL0",
      "b:2 VL0",
      "c:2 VL0",
      "d:2 VL0",
      "e:2 VL0",
    ]);
    expect(new Set(cycle.map(({ packet }) => packet)).size).toBe(cycle.length);
    for (const value of Object.values(result.metrics))
      expect(value).toMatchObject({ value: Number.NaN, absent: "deadlocked" });
  });

  describe("of endless traffic beside finite traffic on a lane of its own", () => {
    const beside = (packets: number) =>
      runExperiment(
        experiment({
          fabric: ring(5),
          routing: clockwise,
          relay: { virtualLanes: 2 },
          traffic: [
            // On VL 0 to the next switch, every 10 us.
            use(
              scripted(
                Array.from({ length: packets }, (_, k) => ({
                  from: 0,
                  to: 1,
                  at: 10_000 * k,
                  bytes: 64,
                })),
              ),
            ),
            {
              ...use(poisson, { load: 0.9, size: "1KiB", sl: 1 }),
              pattern: use(uniform),
            },
          ],
        }),
      );

    it.each([
      [
        "ends the run, whatever of the finite traffic is still to come",
        200,
        /^Deadlock: \d+ buffers wait for each other/,
      ],
      [
        "is told where the finite traffic came to its end first",
        20,
        /^Deadlock: the finite traffic is delivered, but \d+ buffers wait for each other/,
      ],
    ])("%s", async (_, packets, verdict) => {
      const result = await beside(packets);
      expect(result.status).toBe("deadlocked");
      expect(result.verdict).toMatch(verdict);
      // The last of 200 packets is born after 1.99 ms.
      expect(result.simulatedPs).toBeLessThan(1e9);
      for (const { place } of result.deadlock ?? [])
        expect(place).toMatch(/ VL1/);
      for (const value of Object.values(result.metrics))
        expect(value).toMatchObject({
          value: Number.NaN,
          absent: "deadlocked",
        });
    });
  });

  it("ends a run whose traffic does not say how much is to come, as of what is sent again and again, although some of it arrives", async () => {
    const goingOn = Array.from({ length: 200 }, (_, k) => ({
      from: 0,
      to: 1,
      bytes: 64,
      at: 10_000 * k,
      sl: sl(1),
    }));
    const run = (counted: boolean) =>
      runExperiment(
        experiment({
          fabric: ring(5),
          routing: clockwise,
          relay: { virtualLanes: 2 },
          traffic: [use(scripted([...mostWay, ...goingOn], counted))],
        }),
      );
    const result = await run(false);
    expect(result.status).toBe("deadlocked");
    // The last of 200 packets is born after 1.99 ms; of so many it is known that they will come.
    expect(result.simulatedPs).toBeLessThan(1e9);
    const counted = await run(true);
    expect(counted.status).toBe("deadlocked");
    expect(counted.simulatedPs).toBeGreaterThan(1.9e9);
  });

  it("ends a run of which some still arrives before its packets have waited for longer than the engine can count", async () => {
    // A packet a second on the other lane, for a minute; 3 · 2^30 ticks of 4 ns are 12.9 s.
    const goingOn = Array.from({ length: 60 }, (_, k) => ({
      from: 0,
      to: 1,
      bytes: 64,
      at: 1e9 * k,
      sl: sl(1),
    }));
    const { status, simulatedPs } = await runExperiment(
      experiment({
        fabric: ring(5),
        routing: clockwise,
        relay: { virtualLanes: 2 },
        traffic: [use(scripted([...mostWay, ...goingOn]))],
      }),
    );
    expect(status).toBe("deadlocked");
    expect(simulatedPs).toBeLessThan(12.9e12);
  });

  it("is recognised under endless traffic too", async () => {
    const result = await runExperiment(
      experiment({
        fabric: ring(5),
        routing: clockwise,
        traffic: [
          {
            ...use(poisson, { load: 0.9, size: "1KiB" }),
            pattern: use(uniform),
          },
        ],
      }),
    );
    expect(result.status).toBe("deadlocked");
    expect(result.deadlock?.length).toBeGreaterThanOrEqual(5);
  });

  it("does not happen under up*/down*", async () => {
    const result = await runExperiment(
      experiment({
        fabric: ring(5),
        routing: upDown,
        traffic: [use(scripted(mostWay))],
      }),
    );
    expect(result.status).toBe("finished");
    expect(result.packets.delivered).toBe(25);
  });
});
