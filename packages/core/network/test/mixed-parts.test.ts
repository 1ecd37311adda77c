import { matrix, roundRobin } from "@fabriclab/switch-arbiters";
import type { Arbiter, ArbiterFactory } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { mixArbiters } from "../src/mixed-parts.ts";
import {
  meshFabric,
  meshTables,
  modelOf,
  plainHca,
  yardstickTraffic,
} from "./yardstick.ts";

/** Always the highest (or lowest) requesting input. */
const fixed = (
  name: string,
  choose: (requests: number) => number,
): ArbiterFactory => ({
  name,
  create: (): Arbiter => ({
    pick: (_, requests) => choose(requests),
    pickWide: (_, words, at) => choose(words[at]!),
    granted: () => undefined,
  }),
});
/** Nobody asks. */
const heads = { birth: () => 0 };
const highest = fixed("highest", (requests) => 31 - Math.clz32(requests));
const lowest = fixed(
  "lowest",
  (requests) => 31 - Math.clz32(requests & -requests),
);

describe("arbiters of several kinds in one network", () => {
  it("decide for their own outputs only", () => {
    const arbiter = mixArbiters([highest, lowest, highest], 2, 5, heads);
    expect(
      [0, 1, 2, 3, 4, 5].map((slot) => arbiter.pick(slot, 0b10110)),
    ).toEqual([4, 4, 1, 1, 4, 4]);
  });

  it("may be of five kinds, not more", () => {
    const kinds = ["a", "b", "c", "d", "e", "f"].map((name, k) =>
      fixed(name, () => k),
    );
    const five = mixArbiters(kinds.slice(0, 5), 1, 8, heads);
    expect([0, 1, 2, 3, 4].map((slot) => five.pick(slot, 1))).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(() => mixArbiters(kinds, 1, 8, heads)).toThrow(
      expect.objectContaining({ code: "E_NETWORK_KINDS" }) as Error,
    );
  });

  it("give the results of one kind where all are equal, and other results where they are not", () => {
    const K = 4;
    const fabric = meshFabric(K);
    const run = (factories: readonly ArbiterFactory[]): number[] => {
      const network = createNetwork({
        fabric,
        tables: meshTables(K, fabric, 1),
        switchModels: factories.map((arbiter) => modelOf({ arbiter })),
        modelOf: Uint8Array.from(
          { length: K * K },
          (_, sw) => sw % factories.length,
        ),
        hca: plainHca,
        traffic: [
          yardstickTraffic({
            K,
            lanes: 1,
            bytes: 256,
            load: 0.6,
            switchCount: K * K,
          }),
        ],
        tickPs: 1000,
        link: { byteTimePs: 4000, flightPs: 20_000 },
        checked: true,
      });
      network.run(300_000);
      return Array.from(
        network.journal.records.subarray(0, 8 * network.journal.count),
      );
    };
    const plain = run([roundRobin.build({})]);
    const copy = { ...roundRobin.build({}) };
    expect(run([roundRobin.build({}), copy, { ...copy }])).toEqual(plain);
    expect(run([roundRobin.build({}), matrix.build({}), highest])).not.toEqual(
      plain,
    );
  });
});
