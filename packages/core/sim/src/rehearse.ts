import { createNetwork, type NetworkCounts } from "@fabriclab/network";
import { compose } from "./compose.ts";
import type { Experiment } from "./experiment.ts";
import { packetTicks } from "./packet-ticks.ts";

/** Links so many times slower: what is a light load otherwise fills every buffer. */
const SLOWER = 16;
/** Enough for everything to have happened, and a hundredth of a second. */
const PACKET_HOPS = 4000;
/** Packet times after which nothing more is expected of traffic that sends next to nothing. */
const LONGEST = 1000;
/** Packet times between two looks. */
const LOOK = 8;
/** Ticks of a network in which nothing happens: more than the coarse part of any wheel looks at. */
const IDLE_TICKS = 1 << 20;

/**
 * Runs an experiment's network for a moment with links that are far too slow, and forgets it.
 *
 * Why: V8 compiles the packet loop for what it has seen until then. At light loads a buffer is full once in some hundred runs; the first time, the compiled loop is
 * thrown away, and a second is made in half a second of a core. Nor is a network often so idle that the clock walks on by itself. Whoever is to do many short runs
 * rehearses one of them, and the loop is compiled once.
 *
 * @returns what happened in that moment; it is of no use as a result
 * @throws FabricError what composing the experiment throws
 */
export function rehearse(experiment: Experiment): NetworkCounts {
  const composition = compose(experiment);
  const { slowestBytePs, network: config } = composition;
  const network = createNetwork({
    ...config,
    link: { ...config.link, byteTimePs: slowestBytePs * SLOWER },
    checked: false,
  });
  createNetwork({ ...config, traffic: [], checked: false }).run(IDLE_TICKS);
  const step = LOOK * SLOWER * packetTicks(composition);
  for (
    let looks = 0;
    looks < LONGEST / LOOK && network.counts.packetHops < PACKET_HOPS;
    looks += 1
  ) {
    const until = network.now + step;
    // A full journal ends a call of `run` before.
    while (network.now < until) {
      network.run(until);
      network.clearJournal();
    }
  }
  return network.counts;
}
