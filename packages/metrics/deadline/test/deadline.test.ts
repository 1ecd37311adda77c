import { deadline } from "@fabriclab/metrics-deadline";
import {
  parseOptions,
  type Metric,
  type MetricValue,
  type Traffic,
} from "@fabriclab/spec";
import {
  writtenContext,
  writtenJournal,
  writtenTraffic,
  type JournalEntry,
} from "@fabriclab/testing-conformance";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Ticks of 4 ns; a frame every 100 ticks. */
const PERIOD = 100;
/** Ticks of a measured interval in which all deadlines come due. */
const LONG = 1_000_000;

const video = (packets: number, streams = 1, receivers = 1): Traffic => ({
  ...writtenTraffic([2]),
  frames: {
    streams,
    periodTicks: PERIOD,
    packets: () => packets,
    ...(receivers === 1 ? {} : { receivers: () => receivers }),
  },
});

const make = (traffic: Traffic[], options: object = {}): Metric => {
  const metric = deadline.create(
    writtenContext({ traffic }),
    parseOptions(deadline, options),
  );
  metric.reset(0);
  return metric;
};

/** Frames of one packet each, frame i generated at 10 + 100 i and arriving at the tick given. */
const arriving = (ticks: readonly (number | undefined)[]): JournalEntry[] =>
  ticks.flatMap((time, frame) =>
    time === undefined
      ? []
      : [{ tag: frame, birth: 10 + PERIOD * frame, time, place: 3 }],
  );

function result(
  entries: readonly JournalEntry[],
  traffic: Traffic[],
  options: object = {},
): Readonly<Record<string, MetricValue>> {
  const metric = make(traffic, options);
  metric.observe(writtenJournal(entries, 7));
  return metric.result(LONG);
}

describe("deadlines", () => {
  // Deadlines 110, 210, then frame 2 is 40 late: 350 + 100 = 450, 550, then frame 5 is 1 late: 651 + 100.
  const arrivals = [110, 150, 350, 450, 550, 651, 700];

  it("follow one another by a period, and start anew from a frame that missed", () => {
    const seen = result(arriving(arrivals), [video(1)]);
    expect(seen["deadline"]).toEqual({
      value: 2 / 7,
      unit: "1",
      detail: { delivered: 7, missed: 2, damaged: 0, lost: 0, incomplete: 0 },
    });
    // (40 + 1) / 2 ticks of 4 ns.
    expect(seen["deadline.lateness"]!.value).toBe(82);
    expect(seen["deadline.lateness"]!.detail).toMatchObject({
      count: 2,
      max: 160,
    });
    // 100, 40, 140, 140, 140, 141, 90 ticks from generation.
    expect(seen["deadline.frame"]!.value).toBeCloseTo((791 / 7) * 4, 9);
    // Of seven in order of size the fourth, and the last.
    expect(seen["deadline.frame"]!.detail).toEqual({
      count: 7,
      p50: 140 * 4,
      p90: 141 * 4,
      p99: 141 * 4,
      max: 141 * 4,
    });
  });

  it("may begin with the first arrival", () => {
    // First arrival at 110: deadlines 210, 310, 410 and so on, by which frame 2 is in time, and so is every other.
    const seen = result(arriving(arrivals), [video(1)], {
      origin: "first-arrival",
    });
    expect(seen["deadline"]).toMatchObject({ value: 0 });
    expect(seen["deadline.lateness"]).toEqual({
      value: NaN,
      unit: "ns",
      absent: "no frame missed its deadline",
    });
    const late = result(arriving([110, 311]), [video(1)], {
      origin: "first-arrival",
    });
    expect(late["deadline.lateness"]!.value).toBe(4);
  });

  it("are told of every entry, where that is asked for", () => {
    const times = [110, 150, 350];
    const late = arriving(times);
    const early = arriving([50, 150]).map((one) => ({ ...one, traffic: 2 }));
    const traffic = [video(1), writtenTraffic([2]), video(1)];
    const seen = result([...late, ...early], traffic, { split: "traffic" });
    // The whole is as without a split.
    const { deadline: whole } = result([...late, ...early], traffic);
    expect(seen["deadline"]).toEqual(whole);
    expect(whole!.value).toBe(1 / 5);
    expect(seen["deadline.traffic0"]!.value).toBe(1 / 3);
    expect(seen["deadline.lateness.traffic0"]!.value).toBe(40 * 4);
    expect(seen["deadline.traffic2"]!.value).toBe(0);
    expect(seen["deadline.frame.traffic2"]!.value).toBe(40 * 4);
    expect(seen).not.toHaveProperty("deadline.traffic1");
  });

  it("pass over a frame of which nothing is known", () => {
    // Frame 1 is missing: frame 2 is due at 310.
    const seen = result(arriving([110, undefined, 312]), [video(1)]);
    expect(seen["deadline"]).toMatchObject({
      value: 1 / 2,
      detail: { delivered: 2, missed: 1 },
    });
    expect(seen["deadline.lateness"]!.value).toBe(8);
  });

  it("are each stream's and each destination's own", () => {
    const entries = [
      { tag: 0, birth: 10, time: 111, place: 3 },
      { tag: 0, birth: 10, time: 105, place: 4 },
      { tag: 1, birth: 50, time: 149, place: 3 },
      // Second frames: due at 211, at 210, at 250.
      { tag: 2, birth: 110, time: 211, place: 3 },
      { tag: 2, birth: 110, time: 211, place: 4 },
      { tag: 3, birth: 150, time: 250, place: 3 },
    ];
    const seen = result(entries, [video(1, 2, 2)]);
    expect(seen["deadline"]).toMatchObject({
      detail: { delivered: 6, missed: 2 },
    });
    expect(seen["deadline.lateness"]!.value).toBe(4);
  });
});

describe("frames", () => {
  it("arrive with their last packet", () => {
    const seen = result(
      [
        { tag: 0, birth: 10, time: 112, place: 3 },
        { tag: 0, birth: 10, time: 90, place: 3 },
        { tag: 0, birth: 10, time: 60, place: 3 },
        // Of the next, one packet is still on the way.
        { tag: 1, birth: 110, time: 140, place: 3 },
        { tag: 1, birth: 110, time: 150, place: 3 },
      ],
      [video(3)],
    );
    expect(seen["deadline"]).toMatchObject({
      value: 1,
      detail: { delivered: 1, missed: 1, incomplete: 1, damaged: 0 },
    });
    expect(seen["deadline.lateness"]!.value).toBe(8);
  });

  it("that lost packets on the way arrive damaged; those that lost all are lost", () => {
    const seen = result(
      [
        { tag: 0, birth: 10, time: 60, place: 3 },
        { kind: "dropped", tag: 0, birth: 10, time: 500, place: 17 },
        { tag: 0, birth: 10, time: 109, place: 3 },
        ...[0, 1, 2].map(() => ({
          kind: "dropped" as const,
          tag: 1,
          birth: 110,
          time: 130,
        })),
        // One dropped and two missing yet: neither.
        { kind: "dropped", tag: 2, birth: 210, time: 230 },
      ],
      [video(3)],
    );
    expect(seen["deadline"]).toEqual({
      value: 0,
      unit: "1",
      detail: { delivered: 1, missed: 0, damaged: 1, lost: 1, incomplete: 1 },
      failure: "1 of 2 frames lost all their packets",
    });
    expect(seen["deadline.damaged"]).toEqual({ value: 1, unit: "1" });
  });

  it("are those of receivers alone, whoever else gets copies", () => {
    const toThreeAndFour: Traffic = {
      ...video(1, 1, 2),
      isReceiver: (_, endport) => endport >= 3,
    };
    const copies = [2, 3, 4].map((place) => ({
      tag: 0,
      birth: 10,
      time: 60,
      place,
    }));
    const seen = result(copies, [toThreeAndFour]);
    expect(seen["deadline"]!.detail).toMatchObject({ delivered: 2 });
  });

  it("to several receivers that lost packets have arrived when all packets are accounted for everywhere", () => {
    const drop = (tag: number) => ({
      kind: "dropped" as const,
      tag,
      birth: 10 + PERIOD * tag,
      time: 50,
    });
    const entries = [
      // Frame 0: whole at 3, damaged at 4.
      { tag: 0, birth: 10, time: 60, place: 3 },
      { tag: 0, birth: 10, time: 61, place: 3 },
      { tag: 0, birth: 10, time: 60, place: 4 },
      drop(0),
      // Frame 1: whole at 4, one packet on the way to 3, one dropped for somebody.
      { tag: 1, birth: 110, time: 160, place: 4 },
      { tag: 1, birth: 110, time: 161, place: 4 },
      drop(1),
      // Frame 2: lost to both.
      ...[drop(2), drop(2), drop(2), drop(2)],
    ];
    expect(result(entries, [video(2, 1, 2)])["deadline"]!.detail).toEqual({
      delivered: 3,
      missed: 0,
      damaged: 1,
      lost: 2,
      incomplete: 1,
    });
    // A third receiver that nothing ever reached.
    const silent = [drop(0), drop(0)];
    expect(
      result([...entries.slice(0, 4), ...silent], [video(2, 1, 3)])["deadline"]!
        .detail,
    ).toEqual({ delivered: 2, missed: 0, damaged: 1, lost: 1, incomplete: 0 });
  });

  it("generated before the measured interval do not count, and deadlines begin with the first that does", () => {
    const metric = make([video(1)]);
    metric.observe(writtenJournal(arriving([300])));
    metric.reset(105);
    // Frame 0 arrives now, but was generated at 10; frame 1, of 110, is due at 210.
    metric.observe(
      writtenJournal([
        { tag: 0, birth: 10, time: 160, place: 3 },
        { tag: 1, birth: 110, time: 215, place: 3 },
      ]),
    );
    const seen = metric.result(LONG);
    expect(seen["deadline"]).toMatchObject({ detail: { delivered: 1 } });
    expect(seen["deadline.lateness"]!.value).toBe(20);
  });

  it("of other traffic are not looked at", () => {
    const plain = writtenTraffic([2]);
    const seen = result(
      [
        { tag: 0, birth: 10, time: 5000, place: 3, traffic: 0 },
        { tag: 0, birth: 10, time: 50, place: 3, traffic: 1 },
        { kind: "injected", tag: 0, birth: 10, time: 50, traffic: 1 },
      ],
      [plain, video(1)],
    );
    expect(seen["deadline"]).toMatchObject({
      value: 0,
      detail: { delivered: 1 },
    });
    expect(make([plain]).result(LONG)["deadline"]!.absent).toBe(
      "no traffic of this run has frames",
    );
    expect(make([video(1)]).result(LONG)["deadline"]!.absent).toBe(
      "no frame was delivered",
    );
  });
});

describe("parts of a run", () => {
  const entries = fc.array(
    fc.record({
      kind: fc.constantFrom("delivered" as const, "dropped" as const),
      tag: fc.integer({ min: 0, max: 9 }),
      birth: fc.integer({ min: 0, max: 900 }),
      time: fc.integer({ min: 900, max: 3000 }),
      place: fc.integer({ min: 3, max: 4 }),
    }),
    { maxLength: 40 },
  );

  it("are merged in any order", () => {
    const seen = (...lists: readonly JournalEntry[][]): Metric => {
      const metric = make([video(2, 2)]);
      for (const list of lists) metric.observe(writtenJournal(list));
      return metric;
    };
    fc.assert(
      fc.property(entries, entries, entries, (a, b, c) => {
        const whole = seen(a, b, c).result(LONG);
        const turned = seen(c);
        turned.merge(seen(a));
        turned.merge(seen(b));
        const right = seen(b);
        right.merge(seen(c));
        const left = seen(a);
        left.merge(right);
        for (const merged of [turned, left])
          expect(merged.result(LONG)).toEqual(whole);
      }),
    );
  });

  it("do not show its late frames, so that one observer must read it whole", () => {
    // Frame 0 takes until 400: its packets lie in two batches, and its deadline was 110.
    const [first, second] = [
      { tag: 0, birth: 10, time: 60, place: 3 },
      { tag: 0, birth: 10, time: 400, place: 3 },
    ];
    const detail = (entries: readonly JournalEntry[]) =>
      result(entries, [video(2)])["deadline"]!.detail;
    expect(detail([first!, second!])).toMatchObject({ missed: 1 });
    for (const batch of [[first!], [second!]])
      expect(detail(batch)).toMatchObject({ missed: 0, incomplete: 1 });
    expect(deadline.sequential).toBe(true);
  });

  it("are told by both origins side by side, each as it is alone", () => {
    // From generation: 110, 210, 310, then frame 3 is 5 late. From the first arrival, 60: 160, 260, 360, and frame 3 is not.
    const entries = arriving([60, 130, 250, 415, 460]);
    const alone = (origin: string) => result(entries, [video(1)], { origin });
    const [generation, arrival] = [alone("generation"), alone("first-arrival")];
    const both = result(entries, [video(1)], { origin: "both" });
    const { deadline, "deadline.lateness": lateness, ...rest } = both;
    expect(deadline).toEqual(generation["deadline"]);
    expect(lateness).toEqual(generation["deadline.lateness"]);
    expect(rest["deadline.first-arrival"]).toEqual(arrival["deadline"]);
    expect(rest["deadline.first-arrival.lateness"]).toEqual(
      arrival["deadline.lateness"],
    );
    expect(deadline!.value).toBe(1 / 5);
    expect(rest["deadline.first-arrival"]!.value).toBe(0);
  });

  it("agree with the rule written as the paper has it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 400 }), {
          minLength: 1,
          maxLength: 30,
        }),
        (delays) => {
          const arrivals = delays.map((delay, i) => 10 + PERIOD * i + delay);
          let due = 10 + PERIOD;
          let missed = 0;
          let late = 0;
          for (const arrival of arrivals) {
            if (arrival > due) {
              missed += 1;
              late += arrival - due;
              due = arrival + PERIOD;
            } else due += PERIOD;
          }
          const seen = result(arriving(arrivals), [video(1)]);
          expect(seen["deadline"]!.value).toBeCloseTo(
            missed / arrivals.length,
            12,
          );
          if (missed > 0)
            expect(seen["deadline.lateness"]!.value).toBeCloseTo(
              (late / missed) * 4,
              6,
            );
        },
      ),
    );
  });
});

describe("a run that ends before the first deadline", () => {
  // Frame 0 is generated at 10, and its deadline is 110.
  const early = (
    ticks: number,
    traffic: Traffic,
    more: readonly JournalEntry[] = [],
  ) => {
    const metric = make([traffic]);
    metric.observe(writtenJournal([...arriving([60]), ...more], 7));
    return metric.result(ticks);
  };
  const endless: Traffic = { ...video(1), finite: false };
  const finite: Traffic = { ...video(1), finite: true };

  it("has no share of missed frames", () => {
    const seen = early(109, endless);
    expect(seen["deadline"]).toMatchObject({
      value: NaN,
      absent: expect.stringContaining("no deadline came due") as string,
      detail: { delivered: 1 },
    });
    expect(seen["deadline.lateness"]!.absent).toContain("no deadline came due");
    expect(seen["deadline.damaged"]!.value).toBe(0);
  });

  it("has one as soon as a deadline came due", () => {
    const seen = early(110, endless);
    expect(seen["deadline"]!.value).toBe(0);
    expect(seen["deadline"]!.note).toBeUndefined();
  });

  it("has one where a packet that was under way at its end, and is in the journal, came after its deadline", () => {
    const metric = make([endless]);
    metric.observe(writtenJournal(arriving([60, 215]), 7));
    expect(metric.result(100)["deadline"]).toMatchObject({
      value: 1 / 2,
      detail: { delivered: 2, missed: 1 },
    });
  });

  it("has one with a note where all of finite traffic arrived before", () => {
    const seen = early(60, finite);
    expect(seen["deadline"]!.value).toBe(0);
    expect(seen["deadline"]!.note).toContain("no deadline came due");
  });

  it("has none where finite traffic is under way", () => {
    const two: Traffic = {
      ...finite,
      frames: { streams: 2, periodTicks: PERIOD, packets: (tag) => tag + 1 },
    };
    const seen = early(60, two, [{ tag: 1, birth: 20, time: 50, place: 4 }]);
    expect(seen["deadline"]).toMatchObject({
      value: NaN,
      detail: { delivered: 1, incomplete: 1 },
    });
  });
});
