import fc from "fast-check";
import { expect, it } from "vitest";
import { FrameTable } from "../src/frame-table.ts";

interface Seen {
  readonly tag: number;
  readonly birth: number;
  /** -1 = dropped. */
  readonly place: number;
  readonly time: number;
}

/** What a frame is to a destination, by looking at everything. */
function expected(all: readonly Seen[], tag: number, place: number) {
  const frame = all.filter((seen) => seen.tag === tag);
  if (frame.length === 0) return undefined;
  const here = frame.filter((seen) => seen.place === place);
  return {
    birth: Math.min(...frame.map(({ birth }) => birth)),
    count: here.length,
    last: here.length === 0 ? NaN : Math.max(...here.map(({ time }) => time)),
    // Every drop is lost to two destinations.
    settled: frame.reduce((sum, seen) => sum + (seen.place < 0 ? 2 : 1), 0),
  };
}

const record = (table: FrameTable, { tag, birth, place, time }: Seen): void => {
  if (place < 0) table.dropped(tag, birth, 2);
  else table.delivered(tag, birth, place, time);
};

// Few tags near each other, and some pages away, before and after.
const tagOf = fc.oneof(
  fc.integer({ min: 5000, max: 5010 }),
  fc.integer({ min: 0, max: 40_000 }),
);
const seen = fc.record({
  tag: tagOf,
  birth: fc.integer({ min: 0, max: 2 ** 40 }),
  place: fc.integer({ min: -1, max: 4 }),
  time: fc.integer({ min: 0, max: 2 ** 40 }),
});

it("a table of frames knows what each destination saw, merged from parts or not", () => {
  fc.assert(
    fc.property(fc.array(seen), fc.array(seen), (first, second) => {
      const table = new FrameTable();
      const other = new FrameTable();
      for (const one of first) record(table, one);
      for (const one of second) record(other, one);
      table.merge(other);
      const all = [...first, ...second];
      const tags = new Set([...all.map(({ tag }) => tag), 17, 5005]);
      for (const tag of tags)
        for (const place of [0, 1, 2, 3, 4]) {
          const sight = { birth: 0, count: 0, last: 0, settled: 0 };
          const want = expected(all, tag, place);
          expect(table.look(tag, place, sight)).toBe(want !== undefined);
          if (want !== undefined) expect(sight).toEqual(want);
          expect(table.birth(tag)).toBe(want?.birth);
        }
      for (const { tag } of all) {
        expect(tag).toBeGreaterThanOrEqual(table.first);
        expect(tag).toBeLessThan(table.end);
      }
      table.clear();
      for (const tag of tags) expect(table.birth(tag)).toBeUndefined();
    }),
  );
});

it("knows many destinations of many frames", () => {
  const table = new FrameTable();
  for (let tag = 0; tag < 300; tag++)
    for (let place = 0; place < 9; place++)
      table.delivered(tag, tag, place, tag + place);
  const places: number[] = [];
  table.eachPlace(299, (place, count, last) => {
    places.push(place);
    expect([count, last]).toEqual([1, 299 + place]);
  });
  expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});
