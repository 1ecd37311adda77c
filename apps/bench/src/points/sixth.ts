/** One process: a configuration run alone, or as the sixth after five others. Argument: JSON { after: boolean, hops }. */
import { createFreshNetwork } from "@fabriclab/network";
import {
  meshFabric,
  meshTables,
  modelOf,
  plainHca,
  yardstickTraffic,
} from "../../../../packages/core/network/test/yardstick.ts";

const { after, hops } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly after: boolean;
  readonly hops: number;
};

/** CPU ns per packet-hop over the second half of a run. */
async function timed(
  K: number,
  lanes: number,
  bytes: number,
  load: number,
  wanted: number,
): Promise<number> {
  const fabric = meshFabric(K);
  const network = await createFreshNetwork({
    fabric,
    tables: meshTables(K, fabric, lanes),
    switchModels: [modelOf({ lanes })],
    hca: plainHca,
    traffic: [
      yardstickTraffic({
        K,
        lanes,
        bytes,
        load,
        switchCount: fabric.switchCount,
      }),
    ],
    tickPs: 1000,
    link: { byteTimePs: 4000, flightPs: 20_000 },
    checked: false,
  });
  const rate = (load * K * K * ((2 * K) / 3 + 2)) / (bytes * 4);
  const advance = (until: number): void => {
    while (network.now < until) {
      network.run(until);
      network.clearJournal();
    }
  };
  advance(Math.floor((0.5 * wanted) / rate));
  const before = network.counts.packetHops;
  const cpu = process.cpuUsage();
  advance(Math.floor(wanted / rate));
  const used = process.cpuUsage(cpu);
  return (
    ((used.user + used.system) * 1000) / (network.counts.packetHops - before)
  );
}

if (after) {
  await timed(8, 1, 32, 0.1, hops / 2);
  await timed(16, 4, 256, 0.15, hops / 2);
  await timed(8, 2, 2048, 0.1, hops / 2);
  await timed(16, 1, 32, 0.2, hops / 2);
  await timed(8, 4, 256, 0.2, hops / 2);
}
process.stdout.write(
  JSON.stringify({ nsPerHop: await timed(16, 1, 256, 0.15, hops) }),
);
