import { parseOptions, type ReplicationFactory } from "@fabriclab/spec";
import { bulletinBoard } from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { dice } from "./random-runs.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const HOSTS = 8;
const GROUPS = 12;
const PACKETS = 240;
const BYTES = 256;
/** Ticks of a packet on its link. */
const LENGTH = BYTES * 4;
const PATIENCE = 20 * LENGTH;

const board = bulletinBoard.build(
  parseOptions(bulletinBoard, { patience: `${PATIENCE}ns` }),
);

/** Takes outputs one by one as they fall free, each input in an order of its own, and keeps them until it has all: what a bulletin board avoids. */
const hoarding: ReplicationFactory = {
  name: "hoarding",
  mode: "gang",
  create: () => {
    const wanted = new Map<number, number>();
    const owned = new Map<number, number>();
    const taken = (): number =>
      [...owned.values()].reduce((sum, mask) => sum | mask, 0);
    return {
      request: (_, slot, mask) => {
        wanted.set(slot, mask[0]!);
        owned.set(slot, 0);
      },
      pick: () => {
        for (const [slot, mask] of wanted)
          for (let k = 0; k < HOSTS; k += 1) {
            const output = 1 << (1 + ((k + slot) % HOSTS));
            if ((mask & output & ~taken()) === 0) continue;
            owned.set(slot, owned.get(slot)! | output);
            // One at a time, so that inputs take turns.
            break;
          }
        for (const [slot, mask] of wanted)
          if (owned.get(slot) === mask) return slot;
        return -1;
      },
      held: (_, __, outputs) => {
        outputs[0] = taken();
      },
      granted: (_, slot) => {
        wanted.delete(slot);
        owned.delete(slot);
      },
      holder: (_, output) =>
        [...owned].find(([, mask]) => (mask & (1 << output)) !== 0)?.[0] ?? -1,
    };
  },
};

/** Random groups of ports, and as many multicasts at once as hosts can send. */
function load(seed: number) {
  const roll = dice(seed);
  const groups = Array.from({ length: GROUPS }, () => {
    const ports = Array.from({ length: HOSTS }, (_, k) => k + 1).filter(
      () => roll(2) === 0,
    );
    return ports.length > 2 ? ports : [1, 2, 3];
  });
  const shots = Array.from({ length: PACKETS }, (_, tag): Shot => ({
    source: 1 + (tag % HOSTS),
    dlid: 0xc000 + roll(GROUPS),
    birth: 0,
    bytes: BYTES,
    tag,
  }));
  return { groups, shots };
}

function run(seed: number, replication: ReplicationFactory) {
  const { groups, shots } = load(seed);
  const { fabric, tables } = star(HOSTS);
  const network = createNetwork({
    fabric,
    tables: withMulticast(fabric, tables, [groups]),
    switchModels: [modelOf({ replication, inputBuffer: { packets: 1 } })],
    hca: plainHca,
    traffic: [scripted(shots)],
    tickPs: 1000,
    checked: true,
  });
  const seen = deliveries(play(network, 1e7));
  const copies = shots.reduce(
    (sum, { dlid, source }) =>
      sum + groups[dlid - 0xc000]!.filter((port) => port !== source).length,
    0,
  );
  return { network, seen, copies };
}

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

describe("multicasts of random masks through one full switch", () => {
  it.each(SEEDS)(
    "all arrive by the bulletin board, and nobody starves, masks %i",
    (seed) => {
      const { network, seen, copies } = run(seed, board);
      expect(network.diagnose()).toBeUndefined();
      expect(network.idle()).toBe(true);
      expect(seen.length).toBe(copies);
      // A head waits for its patience, then for one packet that is being sent, and for the other inputs, which lost patience before it.
      const heads = new Map<number, number>();
      for (const { tag, time } of seen)
        heads.set(tag, Math.max(heads.get(tag) ?? 0, time));
      for (let source = 0; source < HOSTS; source += 1) {
        const ends = [...heads]
          .filter(([tag]) => tag % HOSTS === source)
          .map(([, time]) => time)
          .sort((a, b) => a - b);
        const longest = Math.max(
          ...ends.map((end, k) => end - (ends[k - 1] ?? 0)),
        );
        expect(longest).toBeLessThan(PATIENCE + (HOSTS + 2) * 2 * LENGTH);
      }
    },
  );

  it("stand still where outputs are taken one by one, and the watchdog names the cycle", () => {
    const stuck = SEEDS.map((seed) => run(seed, hoarding)).filter(
      ({ network }) => network.diagnose() !== undefined,
    );
    expect(stuck.length).toBeGreaterThan(0);
    for (const { network, seen, copies } of stuck) {
      expect(seen.length).toBeLessThan(copies);
      expect(network.diagnose()!.every(({ reason }) => reason === "gang")).toBe(
        true,
      );
    }
  });
});
