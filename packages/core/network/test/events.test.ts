import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createNetwork, type NetworkCounts } from "../src/index.ts";
import { meshConfig, runToEnd, type MeshRun } from "./mesh-run.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { chain, star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/**
 * Lanes, bytes, load; and what the C++ yardstick counts on the 16 x 16 mesh: its last tick, packet-hops, events. From apps/bench/yardstick:
 *
 *     g++ -O2 -DVL=<lanes> -DWAITS=1 yardstick.cc -o yardstick && ./yardstick bytes=<bytes> load=<load> hops=50000
 */
const COUNTED = [
  [1, 32, 0.05, 45394, 57433, 59539],
  [1, 32, 0.15, 15130, 54579, 60822],
  [1, 32, 0.2, 11348, 50067, 58548],
  [1, 256, 0.05, 363157, 58387, 60584],
  [1, 256, 0.15, 121052, 57403, 63860],
  [1, 256, 0.2, 90789, 54272, 62955],
  [1, 2048, 0.05, 2905262, 58497, 60629],
  [1, 2048, 0.15, 968420, 57741, 64223],
  [1, 2048, 0.2, 726314, 54836, 63522],
  [4, 32, 0.05, 45394, 57651, 60285],
  [4, 32, 0.15, 15130, 54809, 66802],
  [4, 32, 0.2, 11348, 51554, 69524],
  [4, 256, 0.05, 363157, 58510, 61131],
  [4, 256, 0.15, 121052, 57520, 69836],
  [4, 256, 0.2, 90789, 54960, 74316],
  [4, 256, 0.3, 86465, 64096, 100198],
  [4, 2048, 0.05, 2905262, 58574, 61197],
  [4, 2048, 0.15, 968420, 57825, 70339],
  [4, 2048, 0.2, 726314, 55412, 74777],
] as const;

describe("the number of events on the mesh", () => {
  it.each(COUNTED)(
    "is the C++ yardstick's: %i lanes, %i B, load %f, until tick %i: %i hops, %i events",
    (lanes, bytes, load, ticks, hops, events) => {
      const run: MeshRun = {
        K: 16,
        lanes,
        bytes,
        load,
        outputBuffer: { packets: 0 },
        ticks,
        checked: false,
      };
      const network = createNetwork(meshConfig(run));
      runToEnd(network, run);
      expect([network.counts.packetHops, network.counts.events]).toEqual([
        hops,
        events,
      ]);
    },
    60_000,
  );

  const source = fileURLToPath(
    new URL("../../../../apps/bench/yardstick/yardstick.cc", import.meta.url),
  );
  let compiler = true;
  try {
    execFileSync("g++", ["--version"], { stdio: "ignore" });
  } catch {
    compiler = false;
  }

  it.skipIf(!compiler || !existsSync(source)).each([1, 4])(
    "is what the yardstick prints when it is compiled anew, %i lanes",
    (lanes) => {
      const path = join(mkdtempSync(join(tmpdir(), "fabriclab-")), "yardstick");
      const flags = ["-O2", `-DVL=${lanes}`, "-DWAITS=1"];
      execFileSync("g++", [...flags, source, "-o", path]);
      for (const [its, bytes, load, ...counted] of COUNTED) {
        if (its !== lanes) continue;
        const printed = execFileSync(
          path,
          [`bytes=${bytes}`, `load=${load}`, "hops=50000"],
          { encoding: "utf8" },
        );
        const { endTick, events, sums } = JSON.parse(printed) as {
          endTick: number;
          events: number;
          sums: { hops: number };
        };
        expect([endTick, sums.hops, events]).toEqual(counted);
      }
    },
    60_000,
  );
});

/** Plays shots to the end on a fabric by hand. */
function counted(
  { fabric, tables }: ReturnType<typeof chain>,
  lanes: number,
  shots: readonly Shot[],
  buffered: boolean,
): NetworkCounts {
  const network = createNetwork({
    fabric,
    tables: { ...tables, lanes },
    switchModels: [
      modelOf({ lanes, outputBuffer: { packets: buffered ? 1 : 0 } }),
    ],
    hca: plainHca,
    traffic: [scripted([...shots])],
    tickPs: 1000,
    checked: true,
  });
  expect(deliveries(play(network, 1e6))).toHaveLength(shots.length);
  expect(network.idle()).toBe(true);
  return network.counts;
}

describe("the number of events in small", () => {
  const paths = [1, 2, 5, 9].flatMap((switches) =>
    [32, 256, 2048].flatMap((bytes) =>
      [1, 4].map((lanes) => ({ switches, bytes, lanes })),
    ),
  );

  // Nothing waits, so the only events are those of heads that become ready, one for each link that the packet takes: the host's and a switch's each.
  it.each(paths)(
    "is one per link on an idle path: $switches switches, $bytes B, $lanes lanes",
    ({ switches, bytes, lanes }) => {
      const links = switches + 1;
      const fabric = chain(switches, 2);
      for (const sl of [0, lanes - 1])
        for (const buffered of [false, true])
          for (const packets of [1, 7]) {
            // Born one by one, or all at once: then each follows the one before without waiting anywhere but in its host.
            for (const gap of [0, 50_000]) {
              const shots = Array.from({ length: packets }, (_, i) => ({
                source: switches,
                dlid: 2 * switches,
                birth: i * gap,
                bytes,
                sl,
              }));
              const { events, packetHops } = counted(
                fabric,
                lanes,
                shots,
                buffered,
              );
              expect([packetHops, events]).toEqual([
                packets * links,
                packets * links,
              ]);
            }
          }
    },
  );

  // k packets ask for one output in the same tick: two links each, and the output falls free k - 1 times while somebody waits.
  it.each([2, 3, 5, 8])(
    "is 3 k - 1 where k = %i hosts send to one at once",
    (k) => {
      const shots = Array.from({ length: k }, (_, i) => ({
        source: 1 + i,
        dlid: k + 1,
        birth: 10,
        bytes: 256,
      }));
      const { events, packetHops } = counted(star(k + 1), 1, shots, false);
      expect([packetHops, events]).toEqual([2 * k, 3 * k - 1]);
    },
  );
});
