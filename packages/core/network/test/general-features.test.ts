import type { SwitchModel } from "@fabriclab/spec";
import { roundRobinLanes } from "@fabriclab/switch-arbiters";
import {
  bulletinBoard,
  centralQueue,
  holdingBuffer,
  synchronous,
} from "@fabriclab/switch-replication";
import { parseOptions } from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { REBASE_TICKS } from "../src/rebase.ts";
import { dice, randomRun } from "./random-runs.ts";
import { play, type Happening } from "./scripted.ts";

const mixtures: Record<string, (lanes: number) => Partial<SwitchModel>> = {
  "credit packets": () => ({ creditPacketBytes: 10 }),
  "a delay behind the crossbar, WRR over lanes": () => ({
    outputBuffer: { packets: 2 },
    crossbar: "port",
    outputDelay: 333_000 as Ps,
    crossbarScheduler: roundRobinLanes.build({}),
  }),
  "a lane without flow control": (lanes) => ({
    inputBufferPerLane: Array.from({ length: lanes }, (_, lane) =>
      lane === lanes - 1 ? { packets: Infinity } : { packets: 2 },
    ),
  }),
  "central queues with credit packets": () => ({
    replication: centralQueue.build(parseOptions(centralQueue, { packets: 2 })),
    creditPacketBytes: 6,
  }),
  "two holding buffers with lanes that differ": (lanes) => ({
    replication: holdingBuffer.build(
      parseOptions(holdingBuffer, { buffers: 2 }),
    ),
    inputBufferPerLane: Array.from({ length: lanes }, (_, lane) => ({
      packets: 1 + lane,
    })),
  }),
  "a holding buffer per lane with credit packets": () => ({
    replication: holdingBuffer.build({ buffers: 0 }),
    creditPacketBytes: 10,
  }),
  "a bulletin board with credit packets": () => ({
    replication: bulletinBoard.build(
      parseOptions(bulletinBoard, { patience: "1s" }),
    ),
    creditPacketBytes: 10,
  }),
};

/** Any of the features together, drawn by `seed`. */
function anything(seed: number): (lanes: number) => Partial<SwitchModel> {
  const roll = dice(7 * seed + 1);
  const replications = [
    () => centralQueue.build({ packets: 1 + roll(3) }),
    () => holdingBuffer.build({ buffers: roll(4) }),
    () => bulletinBoard.build({ patience: (1000 * (1 + roll(20_000))) as Ps }),
    () =>
      synchronous.build({
        order: roll(2) === 0 ? "first-come" : "round-robin",
      }),
  ];
  return (lanes) => {
    const replication = replications[roll(6)]?.();
    const delayed = roll(3) === 0;
    return {
      ...(replication === undefined ? {} : { replication }),
      ...(roll(2) === 0 ? {} : { creditPacketBytes: 1 + roll(20) }),
      ...(roll(3) > 0
        ? {}
        : {
            inputBufferPerLane: Array.from({ length: lanes }, () =>
              roll(4) === 0
                ? { packets: Infinity }
                : roll(2) === 0
                  ? { bytes: 2048 * (1 + roll(2)) }
                  : { packets: 1 + roll(3) },
            ),
          }),
      ...(delayed
        ? {
            outputBuffer: { packets: 1 + roll(3) },
            outputDelay: (1000 * roll(900)) as Ps,
            crossbar: "port",
            crossbarScheduler: roundRobinLanes.build({}),
          }
        : {}),
    };
  };
}

const reached = (seen: readonly Happening[]): string[] =>
  seen
    .filter((h) => h.kind !== "injected" && h.tag < 1_000_000)
    .map((h) => `${h.kind} ${h.tag} ${h.place}`)
    .sort();

describe.each([
  ...Object.entries(mixtures).map(
    ([name, change]) => [name, 12, () => change] as const,
  ),
  ["anything at once", 60, anything] as const,
])("random runs with %s", (_, count, changeOf) => {
  it.each(Array.from({ length: count }, (_, k) => 2000 + k))(
    "lose and repeat nothing, keep flows in order, and are the same at any time, run %i",
    (seed) => {
      const config = randomRun(seed, 250, changeOf(seed));
      const network = createNetwork(config);
      const { replication } = config.switchModels[0]!;
      const isCentral =
        replication.mode === "asynchronous" &&
        replication.centralPackets !== undefined;
      const seen = play(network, 1e8);
      const stuck = network.diagnose() !== undefined;
      expect(network.idle()).toBe(!stuck);
      const { injected, delivered, dropped, inFlight } = network.counts;
      expect(inFlight > 0).toBe(stuck);
      expect(injected + delivered + dropped).toBeGreaterThan(0);
      if (!stuck && config.switchModels[0]!.drop === undefined)
        expect(reached(seen)).toEqual(
          reached(play(createNetwork(randomRun(seed, 250)), 1e8)),
        );
      // Packets of a flow on one lane all the way keep their order.
      const last = new Map<string, number>();
      for (const h of seen) {
        if (h.kind !== "delivered" || config.tables.sl2vl !== undefined)
          continue;
        const answer = h.tag >= 1_000_000;
        // Central queues let multicast packets, whose tags are odd, go first.
        const kind = h.tag % (isCentral ? 2 : 1);
        const flow = `${h.source} ${h.place} ${h.lane} ${answer} ${kind}`;
        expect(h.tag).toBeGreaterThanOrEqual(last.get(flow) ?? -1);
        last.set(flow, h.tag);
      }
      // The clock's base moves in the middle of the later run: everything happens that much later, and nothing else changes.
      const start = REBASE_TICKS - 20_000;
      const later = createNetwork(randomRun(seed, 250, changeOf(seed), start));
      const shifted = play(later, 1e8 + start).map((h) => ({
        ...h,
        time: h.time - start,
        birth: h.birth - start,
      }));
      const inOrder = (list: readonly Happening[]): string[] =>
        list.map((h) => JSON.stringify(h)).sort();
      expect(inOrder(shifted)).toEqual(inOrder(seen));
    },
  );
});
