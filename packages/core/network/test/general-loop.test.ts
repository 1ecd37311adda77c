import { describe, expect, it } from "vitest";
import { networkOf } from "../src/create.ts";
import { createGeneralLoop } from "../src/general/loop.ts";
import { createNetwork, type Network } from "../src/index.ts";
import { randomRun } from "./random-runs.ts";
import { play } from "./scripted.ts";

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
});
