import {
  portMask,
  portMaskWords,
  portsOf,
  type SelectFactory,
  type SwitchModel,
} from "@fabriclab/spec";
import { roundRobinLanes } from "@fabriclab/switch-arbiters";
import type { Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { networkOf } from "../src/create.ts";
import { createGeneralLoop } from "../src/general/loop.ts";
import { createNetwork, type NetworkConfig } from "../src/index.ts";
import { REBASE_TICKS } from "../src/rebase.ts";
import { dice, randomRun, randomShots } from "./random-runs.ts";
import { outcome, scripted } from "./scripted.ts";

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

/** Least used port with the most credits, of the lane; after a few switches the table's. */
const choosy = (needsCredits: boolean): SelectFactory => ({
  name: "choosy",
  needsCredits,
  create(switches, ports, lanes) {
    const used = new Float64Array(switches * ports * lanes);
    return {
      pick(sw, preferred, candidates, hops, credits, at, lane) {
        if (hops >= 3) return preferred;
        const cost = (port: number): number =>
          used[(sw * ports + port) * lanes + lane]! -
          (needsCredits ? Math.min(credits[at + port]!, 1000) : 0);
        return portsOf(candidates)
          .reverse()
          .reduce((best, port) => (cost(port) < cost(best) ? port : best));
      },
      granted(sw, port, lane) {
        used[(sw * ports + port) * lanes + lane]!++;
      },
    };
  },
});

/** A random run in which switches may send packets to each other by any port between them, not always towards their destination. */
function withChoice(seed: number): NetworkConfig {
  const run = randomRun(seed, 400, () => ({ select: choosy(seed % 2 === 0) }));
  const { fabric, tables } = run;
  const roll = dice(29 * seed + 1);
  const words = portMaskWords(fabric);
  const portSets = tables.lft.map((row, sw) => {
    const first = fabric.portStart[sw]! - 1;
    const trunks = Array.from(
      { length: fabric.portStart[sw + 1]! - first - 1 },
      (_, k) => k + 1,
    ).filter((port) => {
      const peer = fabric.portPeer[first + port]!;
      return peer >= 0 && fabric.portNode[peer]! < fabric.switchCount;
    });
    const sets = new Int32Array(row.length * words);
    row.forEach((port, lid) => {
      const other = trunks[roll(Math.max(1, trunks.length))];
      if (port !== 255 && other !== undefined)
        sets.set(portMask([port, other], words), lid * words);
    });
    return sets;
  });
  return { ...run, tables: { ...tables, portSets, portSetWords: words } };
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

  it.each(Array.from({ length: 44 }, (_, k) => 300 + k))(
    "does so with a choice among ports, run %i",
    (seed) => {
      const fast = outcome(createNetwork(withChoice(seed)), 3e6);
      expect(fast.happenings.length).toBeGreaterThan(50);
      expect(
        outcome(networkOf(withChoice(seed), createGeneralLoop), 3e6),
      ).toEqual(fast);
    },
  );

  it("is compared on runs in which the choice matters", () => {
    const differing = [302, 303, 304, 305, 306, 307].filter(
      (seed) =>
        JSON.stringify(outcome(createNetwork(withChoice(seed)), 3e6)) !==
        JSON.stringify(outcome(createNetwork(randomRun(seed, 400)), 3e6)),
    );
    expect(differing.length).toBeGreaterThan(1);
  });
});
