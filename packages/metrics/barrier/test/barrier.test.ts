import { barrier } from "@fabriclab/metrics-barrier";
import { parseOptions, type Barriers, type Metric } from "@fabriclab/spec";
import {
  writtenContext,
  writtenJournal,
  writtenTraffic,
  type JournalEntry,
} from "@fabriclab/testing-conformance";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";

/** Tags: number * 100 + group * 10 + kind; kinds 0 combine, 1 distribute, 2 acknowledgement, 3 combine again, 4 distribute that is lost. */
const barriers = (top: number): Barriers => ({
  groups: 2,
  members: () => 2,
  top: () => top as EndportIx,
  numberOf: (tag) => Math.floor(tag / 100),
  groupOf: (tag) => Math.floor(tag / 10) % 10,
  isCombine: (tag) => [0, 3].includes(tag % 10),
  isDistribute: (tag) => [1, 4].includes(tag % 10),
  isFirst: (tag) => tag % 10 !== 3,
  arrives: (tag) => tag % 10 !== 4,
});
const metricOf = (top: number): Metric =>
  barrier.create(
    writtenContext({
      traffic: [{ ...writtenTraffic([2, 3]), barriers: barriers(top) }],
    }),
    parseOptions(barrier, {}),
  );
const sent = (
  time: number,
  source: number,
  tag: number,
  birth = time,
): JournalEntry => ({
  kind: "injected",
  time,
  birth,
  source,
  tag,
  bytes: 5,
});
const came = (time: number, place: number, tag: number): JournalEntry => ({
  time,
  place,
  tag,
  bytes: 5,
});
const seen = (
  entries: readonly JournalEntry[],
  top = 0,
): ReturnType<Metric["result"]> => {
  const metric = metricOf(top);
  metric.observe(writtenJournal(entries));
  return metric.result(1);
};

// A tick is 4 ns, and 5 bytes take 5 ticks. Hosts 2 and 3 are at switch 0.
const underRoot = (tag: number, at: number): JournalEntry[] => [
  sent(at + 10, 2, tag, at + 8),
  sent(at + 20, 3, tag, at + 12),
  came(at + 40, 0, tag),
  came(at + 50, 0, tag),
  sent(at + 50, 0, tag + 1),
  came(at + 70, 2, tag + 1),
  came(at + 75, 3, tag + 1),
];

describe("barrier", () => {
  it("is from the last combine packet on a cable to the root, and on to the first bit at the last host", () => {
    const result = seen(underRoot(0, 0));
    // Combine 20 to 50; distribute 50 to 75 less the packet; entered by 12, released at 75.
    expect(result["barrier.combine"]!.value).toBe(30 * 4);
    expect(result["barrier.distribute"]!.value).toBe(20 * 4);
    expect(result["barrier"]).toEqual({
      value: 50 * 4,
      unit: "ns",
      percentiles: { 50: 200, 90: 200, 99: 200, 99.9: 200 },
      detail: { count: 1, groups: 1, min: 200, max: 200 },
    });
    expect(result["barrier.total"]!.value).toBe(63 * 4);
  });

  it("ends combining with the first bit at the parent where that is a host", () => {
    const result = seen(
      [
        ...underRoot(0, 0).slice(0, 4),
        sent(50, 0, 0),
        came(60, 4, 0),
        sent(60, 4, 1),
        came(80, 0, 1),
        sent(80, 0, 1),
        came(90, 2, 1),
        came(91, 3, 1),
      ],
      4,
    );
    // At the parent by 60 - 5; from 60 to 91 - 5.
    expect(result["barrier.combine"]!.value).toBe(35 * 4);
    expect(result["barrier.distribute"]!.value).toBe(26 * 4);
  });

  it("is the mean over groups of their means", () => {
    const slow = underRoot(10, 1000).map((entry) =>
      entry.tag === 11 && entry.kind === undefined
        ? { ...entry, time: entry.time! + 30 }
        : entry,
    );
    const result = seen([...underRoot(0, 0), ...underRoot(100, 500), ...slow]);
    expect(result["barrier"]!.value).toBe(((50 + 80) / 2) * 4);
    expect(result["barrier"]!.detail).toMatchObject({
      count: 3,
      groups: 2,
      min: 200,
      max: 320,
    });
    expect(result["barrier"]!.percentiles!["50"]).toBe(200);
  });

  it("counts neither repeated combine packets nor distribute packets that are lost", () => {
    const [first, second, third, ...rest] = underRoot(0, 0);
    const result = seen([
      first!,
      second!,
      third!,
      sent(30, 2, 3),
      ...rest.slice(0, 2),
      came(60, 0, 3),
      came(65, 2, 4),
      ...rest.slice(2),
    ]);
    expect(result["barrier"]!.value).toBe(50 * 4);
  });

  it("keeps two barriers of a group apart that overlap, and forgets those before a reset", () => {
    const early = underRoot(0, 0);
    const metric = metricOf(0);
    // Host 2 enters barrier 1 before host 3 is released from barrier 0.
    metric.observe(
      writtenJournal([...early.slice(0, 6), sent(72, 2, 100), early[6]!]),
    );
    expect(metric.result(1)["barrier"]!.value).toBe(50 * 4);
    metric.reset(80);
    expect(metric.result(1)["barrier"]!.absent).toBe(
      "no barrier was completed",
    );
    metric.observe(
      writtenJournal([came(90, 0, 200), came(95, 2, 201), came(95, 3, 201)]),
    );
    expect(metric.result(1)["barrier"]!.absent).toBe(
      "no barrier was completed",
    );
    metric.observe(writtenJournal(underRoot(300, 400)));
    expect(metric.result(1)["barrier"]!.detail!["count"]).toBe(1);
  });

  it("has no number where no traffic has barriers", () => {
    const metric = barrier.create(writtenContext(), parseOptions(barrier, {}));
    metric.observe(writtenJournal(underRoot(0, 0)));
    expect(metric.result(1)["barrier"]!.absent).toBe(
      "no barrier was completed",
    );
  });
});
