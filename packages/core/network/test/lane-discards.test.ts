import { describe, expect, it } from "vitest";
import { createNetwork, type NetworkConfig } from "../src/index.ts";
import { discardsByLane } from "../src/lane-discards.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** A switch with hosts at ports 1 to 4, LIDs 1 to 4; SL2VL entries `[in, out, sl]` that say 15, the others 0. */
function starWith(
  discarded: readonly (readonly [number, number, number])[],
  shots: readonly Shot[],
  lanes: number,
): NetworkConfig {
  const { fabric, tables } = star(4);
  const sl2vl = new Uint8Array(5 * 5 * 16);
  for (const [into, out, sl] of discarded)
    sl2vl[(into * 5 + out) * 16 + sl] = 15;
  return {
    fabric,
    tables: {
      ...withMulticast(fabric, tables, [[[1, 2, 3, 4]]]),
      sl2vl: [sl2vl],
      lanes,
    },
    switchModels: [modelOf({ lanes })],
    hca: plainHca,
    traffic: [scripted(shots)],
    tickPs: 1000,
    checked: true,
  };
}

describe.each([1, 2])("an SL2VL entry of 15, %i lanes", (lanes) => {
  it("discards the unicast packets of its ports and SL, and no other", () => {
    const shots: Shot[] = [
      { source: 1, dlid: 2, birth: 0, bytes: 64, sl: 0, tag: 1 },
      { source: 1, dlid: 2, birth: 5000, bytes: 64, sl: 1, tag: 2 },
      { source: 1, dlid: 3, birth: 10_000, bytes: 64, sl: 1, tag: 3 },
      { source: 4, dlid: 2, birth: 15_000, bytes: 64, sl: 1, tag: 4 },
      { source: 1, dlid: 2, birth: 20_000, bytes: 64, sl: 0, tag: 5 },
    ];
    const network = createNetwork(starWith([[1, 2, 1]], shots, lanes));
    const seen = play(network, 100_000);
    expect(deliveries(seen).map(({ tag }) => tag)).toEqual([1, 3, 4, 5]);
    expect(
      seen.filter(({ kind }) => kind === "dropped").map(({ tag }) => tag),
    ).toEqual([2]);
    expect(network.idle()).toBe(true);
  });

  it("discards the copy of a multicast packet for its output, and the packet where no copy is left", () => {
    const shots: Shot[] = [
      { source: 1, dlid: 0xc000, birth: 0, bytes: 64, sl: 1, tag: 1 },
      { source: 2, dlid: 0xc000, birth: 5000, bytes: 64, sl: 1, tag: 2 },
    ];
    const network = createNetwork(
      starWith(
        [
          [1, 3, 1],
          [2, 1, 1],
          [2, 3, 1],
          [2, 4, 1],
        ],
        shots,
        lanes,
      ),
    );
    const seen = play(network, 100_000);
    expect(
      deliveries(seen)
        .map(({ tag, place }) => [tag, place])
        .sort(),
    ).toEqual([
      [1, 2],
      [1, 4],
    ]);
    expect(
      seen.filter(({ kind }) => kind === "dropped").map(({ tag }) => tag),
    ).toEqual([1, 2]);
    expect(network.counts).toMatchObject({ delivered: 2, dropped: 1 + 3 });
    expect(network.idle()).toBe(true);
  });
});

it("entries that no packet can meet do not count", () => {
  const shots: Shot[] = [{ source: 1, dlid: 2, birth: 0, bytes: 64, sl: 3 }];
  const meets = (entry: readonly [number, number, number]) =>
    discardsByLane(starWith([entry], shots, 1));
  expect(meets([1, 2, 3])).toBe(true);
  expect(meets([1, 2, 0])).toBe(false);
  expect(meets([2, 2, 3])).toBe(false);
  expect(meets([0, 2, 3])).toBe(false);
});
