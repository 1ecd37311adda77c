import { describe, expect, it } from "vitest";
import { show } from "../src/interruptible.ts";
import {
  count,
  duration,
  progress,
  simulatedTime,
  stages,
} from "../src/progress.ts";

/** A progress line under a clock that the test turns, in milliseconds. */
function observed(interactive: boolean, quiet = false) {
  let now = 0;
  let text = "";
  const line = progress(
    {
      out: () => undefined,
      err: (more) => (text += more),
      interactive,
      color: false,
      columns: 200,
    },
    { label: "study", quiet, now: () => now },
  );
  return {
    line,
    at(ms: number, state: Parameters<typeof line.update>[0]): string {
      now = ms;
      text = "";
      line.update(state);
      return text;
    },
    text: () => text,
  };
}

describe("progress", () => {
  it("is silent for what takes less than a second", () => {
    const { at } = observed(false);
    expect(at(0, { fraction: 0.1 })).toBe("");
    expect(at(999, { fraction: 0.9 })).toBe("");
  });

  it("says how much was delivered where nobody knows how much is to come", () => {
    const { line, at } = observed(false);
    at(0, {});
    const run = {
      phase: "measuring",
      simulatedPs: 3e9,
      packetHops: 9,
    } as const;
    const shown = (fraction: number): string => {
      const states: object[] = [];
      show(
        { ...line, update: (state) => states.push(state) },
        { ...run, fraction, delivered: 1234, precision: Number.NaN },
        0,
      );
      return at(fraction === 0 ? 2000 : 9000, states[0]!);
    };
    expect(shown(0)).toMatch(/^study: 1234 delivered, 3 ms simulated/);
    expect(shown(0.5)).toMatch(/^study: 50 %,/);
  });

  it("counts the time left of each stage from its beginning", () => {
    let now = 0;
    const states: object[] = [];
    const told = stages(
      { update: (state) => states.push(state), end: () => undefined },
      () => now,
    );
    now = 3000;
    told("trying roots", 0, 10);
    now = 5000;
    told("trying roots", 5, 10);
    told("compiling tables", 1, 4);
    expect(states).toEqual([
      { note: "trying roots", fraction: 0, startUp: 3 },
      { note: "trying roots", fraction: 0.5, startUp: 3 },
      { note: "compiling tables", fraction: 0.25, startUp: 5 },
    ]);
  });

  it("names a stage of unknown length instead of a share", () => {
    const { at } = observed(false);
    expect(
      at(2000, { stage: "warming up", simulatedPs: 3e9, packetHops: 4e6 }),
    ).toBe(
      "study: warming up, 3 ms simulated, 2 M packet-hops/s, 2 s elapsed\n",
    );
  });

  it("is a plain line every few seconds where there is no terminal", () => {
    const { at } = observed(false);
    expect(
      at(2000, { fraction: 0.25, simulatedPs: 3e9, packetHops: 4e6 }),
    ).toBe(
      "study: 25 %, 6 s left, 3 ms simulated, 2 M packet-hops/s, 2 s elapsed\n",
    );
    expect(at(6900, { fraction: 0.5 })).toBe("");
    expect(at(7000, { fraction: 0.5 })).toBe(
      "study: 50 %, 7 s left, 7 s elapsed\n",
    );
  });

  it("promises neither a share nor a time where there may be more jobs", () => {
    const { at } = observed(false);
    expect(
      at(2000, {
        stage: "8 of 14 points",
        jobs: [40, 60],
        unit: "runs",
        atLeast: true,
        secondsLeft: 3,
      }),
    ).toBe(
      "study: 8 of 14 points, 40 of at least 60 runs, at least 3 s left, 2 s elapsed\n",
    );
  });

  it("leaves the start of threads out of the rate and of the time left", () => {
    const { at } = observed(false);
    expect(at(6000, { fraction: 0.5, packetHops: 4e6, startUp: 4 })).toBe(
      "study: 50 %, 2 s left, 2 M packet-hops/s, 6 s elapsed\n",
    );
  });

  it("says no rate where there was hardly any work after the start-up", () => {
    const { at } = observed(false);
    expect(at(3000, { fraction: 0, packetHops: 36_100, startUp: 2.999 })).toBe(
      "study: 0 %, 3 s elapsed\n",
    );
  });

  it("is one line, written over, on a terminal", () => {
    const { at, line, text } = observed(true);
    expect(at(1000, { jobs: [1, 4], secondsLeft: 3 })).toBe(
      "\r\u001B[Kstudy: 1/4, 25 %, 3 s left, 1 s elapsed",
    );
    expect(at(1100, { jobs: [2, 4] })).toBe("");
    line.end();
    expect(text()).toBe("\r\u001B[K");
  });

  it("is silent when quiet", () => {
    expect(observed(false, true).at(60_000, { fraction: 0.5 })).toBe("");
  });
});

describe("numbers for people", () => {
  it("are short and have units", () => {
    expect([duration(59.4), duration(125), duration(4200)]).toEqual([
      "59 s",
      "2 min 05 s",
      "1 h 10 min",
    ]);
    expect([
      simulatedTime(500),
      simulatedTime(1_234_567),
      simulatedTime(2e12),
    ]).toEqual(["500 ps", "1.23 us", "2 s"]);
    expect([count(950), count(1_234_567), count(2.5e9)]).toEqual([
      "950",
      "1.23 M",
      "2.5 G",
    ]);
  });
});
