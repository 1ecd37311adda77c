import type { ArbiterFactory } from "@fabriclab/spec";
import { matrix, oldestFirst, roundRobin } from "@fabriclab/switch-arbiters";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkOf } from "../src/create.ts";
import { createGeneralLoop } from "../src/general/loop.ts";
import { createNetwork, type NetworkConfig } from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { chain, star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const LENGTH = 4 * 256;

const loops = [
  ["fast", createNetwork],
  ["general", (config: NetworkConfig) => networkOf(config, createGeneralLoop)],
] as const;

describe.each(loops)("an arbiter by age, %s loop", (_, create) => {
  const built = (
    at: Pick<NetworkConfig, "fabric" | "tables">,
    shots: readonly Shot[],
    arbiter: ArbiterFactory,
    packets: number,
  ) =>
    create({
      ...at,
      switchModels: [modelOf({ arbiter, inputBuffer: { packets } })],
      hca: plainHca,
      traffic: [scripted(shots)],
      tickPs: 1000,
      checked: true,
    });

  it("sends packets that wait for one link in the order of their births", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1000, max: 100_000 }), {
          minLength: 2,
          maxLength: 24,
        }),
        fc.array(fc.integer({ min: 2, max: 5 }), {
          minLength: 24,
          maxLength: 24,
        }),
        (births, sources) => {
          // All come while the link to host 0 is busy with a long packet of host 1, and have room at the switch.
          const shots = births
            .map((birth, k) => ({ source: sources[k]!, birth }))
            .sort((a, b) => a.birth - b.birth)
            .map((shot) => ({ ...shot, dlid: 1, bytes: 64 }));
          const network = built(
            star(5),
            [{ source: 2, dlid: 1, birth: 0, bytes: 65_536 }, ...shots],
            oldestFirst.build({}),
            24,
          );
          const seen = deliveries(play(network, 1e6)).map(({ birth }) => birth);
          expect(seen).toEqual([0, ...births.toSorted((a, b) => a - b)]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("shares the end of a line of switches among all that send there; one by turns halves it at every switch", () => {
    // Hosts 0, 1 and 2 send to host 3 at the end of the line as fast as they can, a packet for each time that one takes.
    const line = chain(4, 1);
    const shots = Array.from({ length: 300 }, (_, k) =>
      [4, 5, 6].map((source) => ({
        source,
        dlid: 4,
        birth: k * LENGTH + source,
        bytes: 256,
      })),
    ).flat();
    const counts = (arbiter: ArbiterFactory): number[] => {
      const seen = deliveries(
        play(built(line, shots, arbiter, 2), 300 * LENGTH),
      );
      return [4, 5, 6].map(
        (source) => seen.filter((one) => one.source === source).length,
      );
    };
    const byAge = counts(oldestFirst.build({}));
    expect(byAge[0]! + byAge[1]! + byAge[2]!).toBeGreaterThan(290);
    for (const count of byAge) expect(Math.abs(count - 99)).toBeLessThan(4);
    for (const arbiter of [roundRobin, matrix]) {
      const [first, second, third] = counts(arbiter.build({}));
      expect(Math.abs(third! - 149)).toBeLessThan(5);
      expect(Math.abs(second! - 74)).toBeLessThan(5);
      expect(Math.abs(first! - 74)).toBeLessThan(5);
    }
  });
});
