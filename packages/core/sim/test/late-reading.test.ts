import { JOURNAL_STRIDE, type Journal } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import type { Engine } from "../src/engine.ts";
import type { Injections } from "../src/injections.ts";
import { LateReading } from "../src/late-reading.ts";

/** A journal whose records begin with 0, 1, 2, … */
function journalOf(count: number): Journal {
  const records = new Int32Array(count * JOURNAL_STRIDE);
  for (let record = 0; record < count; record++)
    records[record * JOURNAL_STRIDE] = record;
  return { records, count, baseTick: 7, lateBirths: [] };
}

function reading(count: number) {
  const seen: number[] = [];
  const injected: number[] = [];
  let meanwhile = (): boolean => false;
  const engine: Pick<Engine, "takeJournal"> = {
    takeJournal(work) {
      meanwhile = work;
      return journalOf(count);
    },
  };
  const reader = {
    observe(journal: Journal, { packets }: Injections) {
      expect(journal.baseTick).toBe(7);
      for (let record = 0; record < journal.count; record++)
        seen.push(journal.records[record * JOURNAL_STRIDE]!);
      injected.push(packets);
    },
  };
  // What was injected is counted anew for the next slice in the same object.
  const injections = { packets: 5, bytes: 0, wait: 0 };
  const late = new LateReading(engine as Engine, [reader], injections, count);
  injections.packets = 99;
  return { late, seen, injected, meanwhile: () => meanwhile() };
}

const upTo = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => i);

describe("a journal that is read late", () => {
  it("gives every record once, in order, however much of it is read meanwhile", () => {
    for (const pieces of [0, 1, 2, 100]) {
      const { late, seen, meanwhile } = reading(21);
      for (let piece = 0; piece < pieces; piece++) meanwhile();
      late.finish();
      expect(seen).toEqual(upTo(21));
      expect(meanwhile()).toBe(false);
    }
  });

  it("tells what was injected once", () => {
    const { late, injected, meanwhile } = reading(21);
    meanwhile();
    meanwhile();
    late.finish();
    expect(injected).toEqual([5, 0, 0]);
  });

  it("reads nothing by itself", () => {
    expect(reading(21).seen).toEqual([]);
  });
});
