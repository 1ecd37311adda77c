import { holdingBuffer } from "@fabriclab/switch-replication";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { dice } from "./random-runs.ts";
import { deliveries, play, scripted } from "./scripted.ts";
import { chain, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const SWITCHES = 4;
const HOSTS = 3;
const LEFT = HOSTS + 1;
const RIGHT = HOSTS + 2;

/** Ports of each switch of the chain through which a group is reached, from wherever it is sent. */
const masksOf = (members: readonly number[]): number[][] =>
  Array.from({ length: SWITCHES }, (_, sw) => {
    const at = members.map((h) => Math.floor(h / HOSTS));
    return [
      ...members
        .filter((_, k) => at[k] === sw)
        .map((member) => (member % HOSTS) + 1),
      ...(at.some((of) => of < sw) ? [LEFT] : []),
      ...(at.some((of) => of > sw) ? [RIGHT] : []),
    ];
  });

function crowd(seed: number) {
  const roll = dice(seed);
  const groups = Array.from({ length: 4 }, () => [
    ...new Set(
      Array.from({ length: 2 + roll(5) }, () => roll(SWITCHES * HOSTS)),
    ),
  ]);
  let birth = 0;
  const shots = Array.from({ length: 200 }, (_, tag) => {
    birth += roll(60);
    const source = roll(SWITCHES * HOSTS);
    const group = roll(groups.length);
    return {
      source: SWITCHES + source,
      dlid: roll(3) === 0 ? 1 + roll(SWITCHES * HOSTS) : 0xc000 + group,
      birth,
      bytes: [64, 256, 1000][roll(3)]!,
      sl: roll(2),
      tag,
    };
  }).filter(({ source, dlid }) => dlid !== source - SWITCHES + 1);
  return { groups, shots };
}

describe("a holding buffer per lane", () => {
  it("never closes a cycle on a chain, and every receiver gets its copy once", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(
          {},
          { outputBuffer: { packets: 1 } },
          { lanes: 2 },
          { lanes: 2, outputBuffer: { packets: 1 } },
          { lanes: 2, crossbar: "lane" as const },
        ),
        fc.integer({ min: 1, max: 3 }),
        (seed, datapath, packets) => {
          const { fabric, tables } = chain(SWITCHES, HOSTS);
          const { groups, shots } = crowd(seed);
          const byGroup = groups.map(masksOf);
          const network = createNetwork({
            fabric,
            tables: withMulticast(
              fabric,
              tables,
              Array.from({ length: SWITCHES }, (_, sw) =>
                byGroup.map((masks) => masks[sw]!),
              ),
            ),
            switchModels: [
              modelOf({
                ...datapath,
                inputBuffer: { packets },
                replication: holdingBuffer.build({ buffers: 0 }),
              }),
            ],
            hca: plainHca,
            traffic: [scripted(shots)],
            tickPs: 1000,
            checked: true,
          });
          const seen = play(network, 1e7);
          expect(network.idle()).toBe(true);
          const got = deliveries(seen).map(
            ({ tag, place }) => `${tag} ${place}`,
          );
          const due = shots.flatMap(({ tag, source, dlid }) =>
            (dlid < 0xc000 ? [dlid - 1] : groups[dlid - 0xc000]!)
              .filter((host) => host !== source - SWITCHES)
              .map((host) => `${tag} ${SWITCHES + host}`),
          );
          expect(got.sort()).toEqual(due.sort());
        },
      ),
      { numRuns: 60 },
    );
  });
});
