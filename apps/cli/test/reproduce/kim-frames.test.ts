import { runExperiment, use } from "@fabriclab/sim";
import {
  defineMetric,
  droppedCopies,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JournalKind,
  type Frames,
} from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { caseOf, type Case } from "../../src/reproduce/kim2007/case.ts";
import { REPLICATIONS } from "../../src/reproduce/kim2007/cases.ts";
import {
  describeCase,
  entriesOf,
} from "../../src/reproduce/kim2007/run/describe.ts";
import { experimentFor } from "../../src/reproduce/kim2007/run/task.ts";
import { SCHEME_NAMES } from "../../src/reproduce/kim2007/schemes.ts";

/** Packets of one frame, as the journal has them. */
interface FrameBook {
  /** Destination -> packets. */
  readonly delivered: Map<number, number>;
  /** Copies for all destinations. */
  dropped: number;
}

/** Frames of every video stream; streams begin anywhere in their group of pictures, so that there are some of each kind. */
const FRAMES = 1;

/** Runs a point and keeps a book of every frame beside the metric of deadlines, which is not asked. */
async function framesOf(part: Partial<Case>) {
  const point = caseOf({ load: 0.08, topology: "fig6like", ...part });
  const experiment = await experimentFor({
    point,
    seed: 3,
    frames: FRAMES,
    checked: true,
  });
  const { realTime } = entriesOf(describeCase(point, 3, FRAMES));
  const books = new Map<number, Map<number, FrameBook>>();
  const tables = new Map<number, Frames>();
  for (const index of realTime) books.set(index, new Map());
  const plugin = defineMetric({
    name: "frame-books",
    summary: "Counts the packets of every frame.",
    cites: [],
    params: z.object({}),
    claims: { unit: "1" },
    sequential: true,
    create: ({ traffic }) => {
      for (const index of realTime) tables.set(index, traffic[index]!.frames!);
      return {
        reset: () => undefined,
        merge: () => undefined,
        result: () => ({ "frame-books": { value: 0, unit: "1" } }),
        observe({ records, count }) {
          for (let i = 0; i < count; i++) {
            const at = (word: number) => records[i * JOURNAL_STRIDE + word]!;
            const word = at(JOURNAL_CLASS);
            const kept = books.get((word >>> 8) & 0xff);
            if (kept === undefined) continue;
            const tag = at(JOURNAL_TAG);
            const book = kept.get(tag) ?? { delivered: new Map(), dropped: 0 };
            kept.set(tag, book);
            if (at(JOURNAL_KIND) === JournalKind.dropped)
              book.dropped += droppedCopies(word);
            else if (at(JOURNAL_KIND) === JournalKind.delivered) {
              const to = at(JOURNAL_PLACE);
              book.delivered.set(to, (book.delivered.get(to) ?? 0) + 1);
            }
          }
        },
      };
    },
  });
  const { status, metrics } = await runExperiment({
    ...experiment,
    metrics: [...experiment.metrics, use(plugin)],
  });
  return {
    status,
    seen: metrics["deadline"]!.detail!,
    entries: realTime.map((index) => ({
      frames: tables.get(index)!,
      books: books.get(index)!,
    })),
  };
}

/** What all frames add up to; every one is held against the packets that it was cut into. */
async function conserved(part: Partial<Case>) {
  const { status, seen, entries } = await framesOf(part);
  expect(status).toBe("finished");
  const sums = { due: 0, packets: 0, delivered: 0, dropped: 0, damaged: 0 };
  for (const { frames, books } of entries) {
    expect(books.size).toBe(FRAMES * frames.streams);
    for (let tag = 0; tag < FRAMES * frames.streams; tag++) {
      const { delivered, dropped } = books.get(tag)!;
      const receivers = frames.receivers?.(tag % frames.streams) ?? 1;
      const packets = frames.packets(tag);
      const arrived = [...delivered.values()];
      const where = `frame ${tag}`;
      const all = arrived.reduce((sum, one) => sum + one, 0);
      expect(all + dropped, where).toBe(packets * receivers);
      // The first and the last packet are never dropped, so that every receiver has something of every frame.
      expect(delivered.size, where).toBe(receivers);
      for (const one of arrived) {
        expect(one, where).toBeGreaterThanOrEqual(Math.min(2, packets));
        expect(one, where).toBeLessThanOrEqual(packets);
        if (one < packets) sums.damaged += 1;
      }
      sums.due += receivers;
      sums.packets += packets * receivers;
      sums.delivered += all;
      sums.dropped += dropped;
    }
  }
  expect(seen).toMatchObject({
    delivered: sums.due,
    damaged: sums.damaged,
    lost: 0,
    incomplete: 0,
  });
  return sums;
}

describe("frames of kim2007 are conserved", () => {
  it("by every scheme: all of the same frames arrive, damaged only where a short lifetime drops packets of theirs", async () => {
    const cut = new Set<string>();
    for (const scheme of SCHEME_NAMES) {
      const sums = await conserved({ scheme, hv: 0 });
      cut.add(`${sums.due} frames, ${sums.packets} packets`);
      if (scheme.endsWith("-drop")) {
        expect(sums.dropped, scheme).toBeGreaterThan(0);
        expect(sums.damaged, scheme).toBeGreaterThan(0);
      } else expect([scheme, sums.dropped]).toEqual([scheme, 0]);
    }
    expect([...cut]).toHaveLength(1);
  }, 180_000);

  it("by every replication, to each member of a group, with drops and without", async () => {
    const cut = new Set<string>();
    for (const multicast of REPLICATIONS)
      for (const scheme of ["spf", "spf-drop"] as const) {
        const sums = await conserved({
          multicast,
          scheme,
          hv: 0,
        });
        cut.add(`${sums.due} frames, ${sums.packets} packets`);
        expect([multicast, scheme, sums.dropped > 0]).toEqual([
          multicast,
          scheme,
          scheme === "spf-drop",
        ]);
      }
    expect([...cut]).toHaveLength(1);
  }, 180_000);
});
