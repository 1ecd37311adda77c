import { drops } from "@fabriclab/metrics-drops";
import { DropCause, parseOptions, type Metric } from "@fabriclab/spec";
import {
  writtenContext,
  writtenJournal,
  type JournalEntry,
} from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";

const seen = (options: object, entries: readonly JournalEntry[]): Metric => {
  const metric = drops.create(writtenContext(), parseOptions(drops, options));
  metric.observe(writtenJournal(entries));
  return metric;
};
const gone = (
  cause: DropCause,
  more: Partial<JournalEntry> = {},
): JournalEntry => ({ kind: "dropped", cause, bytes: 100, ...more });

describe("drops", () => {
  const entries: readonly JournalEntry[] = [
    { sl: 1 },
    { sl: 1, traffic: 3 },
    { sl: 2, traffic: 3 },
    { kind: "injected", sl: 1 },
    gone(DropCause.headLifetime, { sl: 1, bytes: 40 }),
    gone(DropCause.headLifetime, { sl: 2, traffic: 3 }),
    gone(DropCause.linkDown, { sl: 2 }),
    gone(DropCause.stalled, { sl: 15, traffic: 255 }),
  ];

  it("are a share of the packets that came to an end, by cause", () => {
    const result = seen({}, entries).result(1);
    expect(result["drops"]).toEqual({
      value: 4 / 7,
      unit: "1",
      detail: {
        dropped: 4,
        delivered: 3,
        bytes: 340,
        unroutable: 0,
        "head-lifetime": 2,
        "switch-lifetime": 0,
        stalled: 1,
        "link-down": 1,
      },
    });
    expect(result["drops.head-lifetime"]!.value).toBe(2 / 7);
    expect(result["drops.switch-lifetime"]!.value).toBe(0);
    expect(result["drops.link-down"]!.detail).toEqual({ dropped: 1 });
    expect(Object.keys(result)).toHaveLength(6);
  });

  it("are of each service level or each traffic where that is asked for", () => {
    const bySl = seen({ split: "sl" }, entries).result(1);
    expect(bySl["drops.sl1"]!.value).toBe(1 / 3);
    expect(bySl["drops.sl2"]!.value).toBe(2 / 3);
    expect(bySl["drops.sl15"]!.value).toBe(1);
    expect(bySl["drops.sl2"]!.detail).toMatchObject({
      dropped: 2,
      "head-lifetime": 1,
      "link-down": 1,
    });
    const byTraffic = seen({ split: "traffic" }, entries).result(1);
    expect(byTraffic["drops.traffic0"]!.value).toBe(2 / 3);
    expect(byTraffic["drops.traffic3"]!.value).toBe(1 / 3);
    expect(byTraffic["drops.traffic255"]!.value).toBe(1);
  });

  it("are nothing where nothing came to an end", () => {
    const result = seen({}, [{ kind: "injected" }]).result(1);
    expect(result["drops"]).toMatchObject({
      value: NaN,
      absent: "no packet was delivered or discarded",
    });
  });
});
