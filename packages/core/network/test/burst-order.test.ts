import type { Traffic } from "@fabriclab/spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { play, scripted, type Shot } from "./scripted.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** A burst: ticks after the one before, and packets that are born together. */
type Burst = readonly [gap: number, packets: number];

/** The packets of the streams of one host and lane; the tag tells the stream and the place in it. */
const shotsOf = (streams: readonly (readonly Burst[])[]): Shot[][] =>
  streams.map((bursts, stream) => {
    let birth = 0;
    let place = 0;
    return bursts.flatMap(([gap, packets]) => {
      birth += gap;
      return Array.from({ length: packets }, () => ({
        source: 1,
        dlid: 2,
        birth,
        bytes: 64,
        tag: 1000 * stream + place++,
      }));
    });
  });

/** Tags in the order in which the host sends them; streams from `split` on are those of a second traffic. */
function sent(lists: readonly Shot[][], split: number): number[] {
  const { fabric, tables } = star(2);
  const traffic = [lists.slice(0, split), lists.slice(split)]
    .filter((some) => some.flat().length > 0)
    .map((some): Traffic => {
      const full = some.filter(({ length }) => length > 0);
      return {
        ...scripted(full.flat()),
        streams: full.flatMap((list) => scripted(list).streams),
      };
    });
  const network = createNetwork({
    fabric,
    tables,
    hca: plainHca,
    tickPs: 1000,
    checked: true,
    switchModels: [modelOf({ inputBuffer: { packets: 4 } })],
    traffic,
  });
  const seen = play(network, 1e6);
  expect(network.idle()).toBe(true);
  return seen.flatMap(({ kind, tag }) => (kind === "injected" ? [tag] : []));
}

/** The reference: by birth, then by the order in which streams were declared, then by the place in the stream. */
const merged = (lists: readonly Shot[][]): number[] =>
  lists
    .flatMap((list, stream) =>
      list.map(({ birth, tag = 0 }, place) => ({ birth, stream, place, tag })),
    )
    .sort(
      (a, b) => a.birth - b.birth || a.stream - b.stream || a.place - b.place,
    )
    .map(({ tag }) => tag);

describe("the streams of one host and lane", () => {
  it("send a burst whole before what is born later, and bursts of one birth in the order of the streams", () => {
    const lists = shotsOf([
      [
        [0, 2],
        [500, 1],
      ],
      [
        [0, 3],
        [499, 1],
        [1, 2],
      ],
      [
        [500, 1],
        [1, 1],
      ],
    ]);
    // 499 is the second stream's alone; at 500 all three have packets.
    expect(sent(lists, 3)).toEqual([
      0, 1, 1000, 1001, 1002, 1003, 2, 1004, 1005, 2000, 2001,
    ]);
  });

  it("send in the order of birth, whatever their bursts, in one traffic or two", () => {
    const burst = fc.tuple(
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.nat(400)),
      fc.integer({ min: 1, max: 4 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(burst, { maxLength: 8 }), {
          minLength: 2,
          maxLength: 5,
        }),
        fc.nat(5),
        (streams, split) => {
          const lists = shotsOf(streams);
          if (lists.flat().length === 0) return;
          expect(sent(lists, split)).toEqual(merged(lists));
        },
      ),
      { numRuns: 100, seed: 1 },
    );
  });
});
