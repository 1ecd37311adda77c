/** Wall time of one 16x16 mesh on one and on two threads, in turn: `node --conditions=fabriclab-source bench/threads.ts bytes=256 hops=1e7`. */
import { createNetwork } from "../src/index.ts";
import { meshConfig, runToEnd } from "../test/mesh-run.ts";
import { runOnThreads } from "../test/threads.ts";

const options = {
  K: 16,
  lanes: 1,
  bytes: 256,
  load: 0.15,
  hops: 1e7,
  rounds: 3,
};
for (const argument of process.argv.slice(2)) {
  const [key, value] = argument.split("=");
  options[key as keyof typeof options] = Number(value);
}
const { K, lanes, bytes, load } = options;
const perTick =
  (Math.min(load, (0.21 * 16) / K) * K * K * (2 * (K / 3) + 2)) / (bytes * 4);
const warmTicks = Math.floor((0.15 * options.hops) / perTick);
const run = {
  K,
  lanes,
  bytes,
  load,
  outputBuffer: { packets: 0 },
  warmTicks,
  ticks: Math.floor(warmTicks + options.hops / perTick),
  checked: false,
};
for (let round = 0; round < options.rounds; round++) {
  const one = runToEnd(createNetwork(meshConfig(run)), run);
  const two = await runOnThreads(run, 2);
  const same =
    one.hops === two.hops &&
    one.latency === two.latency &&
    one.longest === two.longest &&
    one.delivered === two.delivered;
  const ns = (sums: typeof one): number =>
    (sums.milliseconds * 1e6) / sums.timedHops;
  console.log(
    `one ${ns(one).toFixed(1)} ns/hop, two ${ns(two).toFixed(1)} ns/hop, ${(ns(one) / ns(two)).toFixed(2)}x, ${same ? "identical" : "DIFFERENT"}`,
  );
}
