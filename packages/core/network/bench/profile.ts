/**
 * Times the engine on the reference's mesh: `node --conditions=fabriclab-source bench/profile.ts K=16 V=1 bytes=256 load=0.15 hops=8e6`.
 * Prints CPU time per packet-hop, events per hop and the sums that the reference prints. With `--cpu-prof` node writes a profile.
 */
import { createFreshNetwork, createNetwork } from "../src/index.ts";
import {
  meshFabric,
  meshTables,
  modelOf,
  plainHca,
  yardstickTraffic,
} from "../test/yardstick.ts";

const options = {
  K: 16,
  V: 1,
  bytes: 256,
  load: 0.15,
  hops: 8e6,
  tEnd: 0,
  checked: 0,
  out: 0,
  bufPk: 4,
  bufBytes: 0,
  tick: 1000,
  fresh: 0,
};
for (const argument of process.argv.slice(2)) {
  const [key, value] = argument.split("=");
  options[key as keyof typeof options] = Number(value);
}
const { K, V, bytes, load } = options;
const fabric = meshFabric(K);
const config = {
  fabric,
  tables: meshTables(K, fabric, V),
  switchModels: [
    modelOf({
      lanes: V,
      inputBuffer:
        options.bufBytes > 0
          ? { bytes: options.bufBytes }
          : { packets: options.bufPk },
      outputBuffer: { packets: options.out },
    }),
  ],
  hca: plainHca,
  traffic: [
    yardstickTraffic({
      K,
      lanes: V,
      bytes,
      load,
      switchCount: fabric.switchCount,
    }),
  ],
  tickPs: options.tick,
  link: { byteTimePs: 4000, flightPs: 20000 },
  checked: options.checked !== 0,
};
const built = performance.now();
const network = options.fresh
  ? await createFreshNetwork(config)
  : createNetwork(config);
const buildMs = performance.now() - built;
let latency = 0;
let longest = 0;
function advance(until: number): void {
  while (network.now < until) {
    network.run(until);
    const { records, count } = network.journal;
    for (let at = 0; at < count * 8; at += 8) {
      if (records[at] !== 0) continue;
      const lat = records[at + 1]! - records[at + 2]!;
      latency += lat;
      if (lat > longest) longest = lat;
    }
    network.clearJournal();
  }
}
if (options.tEnd > 0) {
  advance(options.tEnd);
  const c = network.counts;
  console.log(
    [c.packetHops, c.delivered, c.injected, latency, longest].join(","),
  );
  network.check();
} else {
  const average = 2 * (K / 3) + 2;
  const rate =
    (Math.min(load, (0.21 * 16) / K) * K * K * average) / (bytes * 4);
  const warm = Math.floor((0.15 * options.hops) / rate);
  const end = Math.floor(warm + options.hops / rate);
  advance(warm);
  const before = network.counts;
  const cpu = process.cpuUsage();
  const wall = performance.now();
  advance(end);
  const used = process.cpuUsage(cpu);
  const after = network.counts;
  const hops = after.packetHops - before.packetHops;
  console.log(
    JSON.stringify({
      V,
      bytes,
      load,
      nsHop: Number((((used.user + used.system) * 1000) / hops).toFixed(2)),
      wall: Number((((performance.now() - wall) * 1e6) / hops).toFixed(2)),
      evHop: Number(((after.events - before.events) / hops).toFixed(3)),
      buildMs: Number(buildMs.toFixed(1)),
    }),
  );
}
