import type { SwitchModel } from "@fabriclab/spec";
import { roundRobinLanes } from "@fabriclab/switch-arbiters";
import type { Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { networkOf } from "../src/create.ts";
import { createGeneralLoop } from "../src/general/loop.ts";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "../src/index.ts";
import { REBASE_TICKS } from "../src/rebase.ts";
import { dice, randomRun, randomShots } from "./random-runs.ts";
import { play, scripted } from "./scripted.ts";

/** Everything that a network shows, in an order of its own: records of one tick come in no particular order. */
function outcome(network: Network, until: number) {
  const happenings = play(network, until).map((h) => JSON.stringify(h));
  const { events: _, ...counts } = network.counts;
  return {
    happenings: happenings.sort(),
    counts,
    counters: network.takeChannelCounters(),
    idle: network.idle(),
    cycle: network.diagnose(),
  };
}

/** Output buffers with a delay before the link, or lanes that cross in an order of their own, or both. */
function behindTheCrossbar(seed: number): Partial<SwitchModel> {
  const roll = dice(13 * seed + 5);
  const kind = roll(3);
  return {
    outputBuffer: { packets: 1 + roll(3) },
    crossbar: "port",
    ...(kind === 0
      ? {}
      : { outputDelay: (1000 * (1 + roll([30, 900][roll(2)]!))) as Ps }),
    ...(kind === 1 ? {} : { crossbarScheduler: roundRobinLanes.build({}) }),
  };
}

/** A random run with management packets on top. */
function withManagement(seed: number): NetworkConfig {
  const roll = dice(17 * seed + 3);
  const limited = roll(2) === 0;
  const run = randomRun(seed, 400, () => ({
    lanes: 16,
    ...(limited
      ? {}
      : {
          inputBuffer: { packets: 2 },
          inputBufferPerLane: Array.from({ length: 16 }, (_, lane) => ({
            packets: lane === 15 ? Infinity : 2,
          })),
        }),
  }));
  const traffic = scripted(
    randomShots(roll, {
      hosts: run.fabric.hostCount,
      firstHost: run.fabric.switchCount,
      groups: 3,
      packets: 200,
      gap: [40, 400, 3000][roll(3)]!,
      start: 0,
    }),
  );
  return {
    ...run,
    traffic: [
      ...run.traffic,
      {
        ...traffic,
        streams: traffic.streams.map((s) => ({ ...s, management: true })),
      },
    ],
  };
}

describe("the general loop", () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    "gives the results of the fast loop, run %i",
    (seed) => {
      const fast = outcome(createNetwork(randomRun(seed, 400)), 3e6);
      expect(fast.happenings.length).toBeGreaterThan(400);
      expect(
        outcome(networkOf(randomRun(seed, 400), createGeneralLoop), 3e6),
      ).toEqual(fast);
    },
  );

  it.each(Array.from({ length: 60 }, (_, k) => 100 + k))(
    "does so with delays and lane orders behind the crossbar, run %i",
    (seed) => {
      const start = seed % 3 === 0 ? REBASE_TICKS - 20_000 : 0;
      const config = () =>
        randomRun(seed, 400, () => behindTheCrossbar(seed), start);
      const fast = createNetwork(config());
      const seen = outcome(fast, start + 3e6);
      expect(seen.happenings.length).toBeGreaterThan(400);
      expect(
        outcome(networkOf(config(), createGeneralLoop), start + 3e6),
      ).toEqual(seen);
    },
  );

  it.each(Array.from({ length: 40 }, (_, k) => 200 + k))(
    "does so with management packets, whose lane has no limit or a buffer like the others, run %i",
    (seed) => {
      const config = () => withManagement(seed);
      const fast = createNetwork(config());
      const seen = outcome(fast, 3e6);
      expect(
        seen.happenings.filter((h) => h.includes('"lane":15')).length,
      ).toBeGreaterThan(50);
      expect(outcome(networkOf(config(), createGeneralLoop), 3e6)).toEqual(
        seen,
      );
    },
  );
});
