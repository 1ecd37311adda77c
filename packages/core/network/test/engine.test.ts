import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SwitchModel, Traffic } from "@fabriclab/spec";
import type { Bytes, EndportIx, Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  chooseTick,
  createFreshNetwork,
  createNetwork,
  delaysOf,
  type NetworkConfig,
} from "../src/index.ts";
import { meshConfig, runToEnd, type MeshRun } from "./mesh-run.ts";
import {
  deliveries,
  play,
  scripted,
  type Happening,
  type Shot,
} from "./scripted.ts";
import { chain, star } from "./small-fabrics.ts";
import { meshFabric, meshTables, modelOf, plainHca } from "./yardstick.ts";

const mesh = (options: Partial<MeshRun> = {}): MeshRun => ({
  K: 16,
  lanes: 1,
  bytes: 256,
  load: 0.15,
  outputBuffer: { packets: 0 },
  ticks: 200_000,
  checked: true,
  ...options,
});

describe("the C++ reference", () => {
  const source = fileURLToPath(
    new URL("../../../../apps/bench/yardstick/yardstick.cc", import.meta.url),
  );
  let compiler = true;
  try {
    execFileSync("g++", ["--version"], { stdio: "ignore" });
  } catch {
    compiler = false;
  }
  const programs = new Map<number, string>();
  const program = (lanes: number): string => {
    let path = programs.get(lanes);
    if (path === undefined) {
      path = join(mkdtempSync(join(tmpdir(), "fabriclab-")), "limit");
      execFileSync("g++", ["-O2", `-DVL=${lanes}`, source, "-o", path]);
      programs.set(lanes, path);
    }
    return path;
  };

  it.skipIf(!compiler || !existsSync(source)).each([
    [1, 256, 0.15],
    [2, 32, 0.2],
    [4, 256, 0.3],
    [4, 2048, 0.15],
  ])(
    "prints the same hops, deliveries, injections, latency sum and maximum (%i lanes, %i B, load %f)",
    (lanes, bytes, load) => {
      const theirs = JSON.parse(
        execFileSync(
          program(lanes),
          [`bytes=${bytes}`, `load=${load}`, "hops=200000"],
          { encoding: "utf8" },
        ),
      ) as { endTick: number; sums: Record<string, number> };
      const run = mesh({ lanes, bytes, load, ticks: theirs.endTick });
      const ours = runToEnd(createNetwork(meshConfig(run)), run);
      expect([
        ours.hops,
        ours.delivered,
        ours.injected,
        ours.latency,
        ours.longest,
      ]).toEqual(Object.values(theirs.sums));
    },
    60_000,
  );
});

/** Records of one tick are written in no particular order. */
const inOrder = (happenings: readonly Happening[]): Happening[] =>
  [...happenings].sort(
    (a, b) =>
      a.time - b.time ||
      a.kind.localeCompare(b.kind) ||
      a.tag - b.tag ||
      a.place - b.place,
  );

describe("the engine", () => {
  it.each([
    [1, 0.15, 1.15],
    [4, 0.15, 1.25],
    [4, 0.2, 1.45],
    [4, 0.3, 1.9],
  ])(
    "needs few events: %i lanes, load %f, at most %f per hop",
    (lanes, load, most) => {
      const run = mesh({ lanes, load, ticks: 300_000, checked: false });
      const network = createNetwork(meshConfig(run));
      runToEnd(network, run);
      const { events, packetHops } = network.counts;
      expect(packetHops).toBeGreaterThan(50_000);
      expect(events / packetHops).toBeLessThan(most);
    },
  );

  it("gives the same bytes twice, in a fresh copy of the loop, and however the run is sliced", async () => {
    const run = mesh({
      K: 5,
      lanes: 2,
      load: 0.5,
      outputBuffer: { packets: 1 },
    });
    const first = play(createNetwork(meshConfig(run)), run.ticks);
    expect(first.length).toBeGreaterThan(4000);
    expect(play(createNetwork(meshConfig(run)), run.ticks)).toEqual(first);
    expect(play(await createFreshNetwork(meshConfig(run)), run.ticks)).toEqual(
      first,
    );
    const sliced = createNetwork(meshConfig(run));
    const pieces = [];
    for (let t = 0; t < run.ticks; t += 777)
      pieces.push(...play(sliced, Math.min(run.ticks, t + 777)));
    expect(pieces).toEqual(first);
  });

  it("does not depend on the length of a tick", () => {
    const K = 4;
    const fabric = meshFabric(K);
    const shots: Shot[] = Array.from({ length: 2000 }, (_, k) => ({
      source: 16 + (k % 16),
      dlid: 1 + ((k * 11 + 3) % 16),
      birth: 8 * ((k * k) % 40_000),
      bytes: 256,
      tag: k,
    })).filter((shot) => shot.dlid + 15 !== shot.source);
    shots.sort((a, b) => a.birth - b.birth);
    const times = [4000, 1000, 250].map((tickPs) => {
      const scaled = shots.map((shot) => ({
        ...shot,
        birth: (shot.birth * 1000) / tickPs,
      }));
      const network = createNetwork({
        fabric,
        tables: meshTables(K, fabric, 1),
        switchModels: [modelOf({ outputBuffer: { packets: 1 } })],
        hca: plainHca,
        traffic: [scripted(scaled)],
        tickPs,
        checked: true,
      });
      return deliveries(play(network, 1e6 * (1000 / tickPs)))
        .map((h) => [h.tag, h.time * tickPs])
        .sort((a, b) => a[0]! - b[0]!);
    });
    expect(times[0]).toHaveLength(shots.length);
    expect(times[1]).toEqual(times[0]);
    expect(times[2]).toEqual(times[0]);
  });

  it("goes on past 2^31 and 2^32 ticks, with sources that are silent for longer than 2^31", () => {
    const { fabric, tables } = chain(3, 1);
    const births = [
      0,
      5e8,
      1.0737e9,
      1.07374e9,
      2147481000,
      2147483640,
      4294967290,
      5e9,
      1e10 + 3,
    ];
    const shots = births.map((birth, tag) => ({
      source: 3,
      dlid: 3,
      birth,
      bytes: 256,
      tag,
    }));
    const network = createNetwork({
      fabric,
      tables,
      switchModels: [modelOf({ outputBuffer: { packets: 1 } })],
      hca: plainHca,
      traffic: [scripted(shots)],
      tickPs: 1000,
      checked: true,
    });
    expect(
      deliveries(play(network, 1.1e10)).map((h) => [h.tag, h.birth, h.time]),
    ).toEqual(
      births.map((birth, tag) => [tag, birth, birth + 1024 + 80 + 300]),
    );
    expect(network.now).toBe(1.1e10);
    expect(network.idle()).toBe(true);
  });

  it("moves the clock's base in the middle of traffic without a trace", () => {
    const K = 4;
    const run = (shift: number) => {
      const fabric = meshFabric(K);
      const shots: Shot[] = Array.from({ length: 3000 }, (_, k) => ({
        source: 16 + (k % 16),
        dlid: 1 + ((k * 7 + 5) % 16),
        birth: shift + Math.floor(k / 16) * 250,
        bytes: 256,
        sl: k % 2,
        tag: k,
      })).filter((shot) => shot.dlid + 15 !== shot.source);
      const network = createNetwork({
        fabric,
        tables: meshTables(K, fabric, 2),
        switchModels: [modelOf({ lanes: 2, outputBuffer: { packets: 1 } })],
        hca: plainHca,
        traffic: [scripted(shots)],
        tickPs: 1000,
        checked: true,
      });
      return inOrder(
        play(network, shift + 1e6).map((h) => ({
          ...h,
          time: h.time - shift,
          birth: h.birth - shift,
        })),
      );
    };
    const early = run(0);
    for (const rebase of [2 ** 30, 2 ** 31])
      expect(run(rebase - 20_000)).toEqual(early);
  });

  it("keeps the heap flat over 10^7 events", () => {
    const run = mesh({ bytes: 64, load: 0.2, checked: false });
    const network = createNetwork(meshConfig(run));
    const heaps: number[] = [];
    for (let step = 1; step <= 12; step++) {
      while (network.now < step * 300_000) {
        network.run(step * 300_000);
        network.clearJournal();
      }
      globalThis.gc?.();
      heaps.push(process.memoryUsage().heapUsed);
    }
    expect(network.counts.events).toBeGreaterThan(1e7);
    // Without forced collections the heap saws; its lowest points must not climb.
    const low = (from: number, to: number): number =>
      Math.min(...heaps.slice(from, to));
    expect(low(8, 12) - low(2, 6)).toBeLessThan(8e6);
  });

  it("counts packets and busy ticks per channel", () => {
    const { fabric, tables } = chain(2, 1);
    const shots = Array.from({ length: 7 }, () => ({
      source: 2,
      dlid: 2,
      birth: 0,
      bytes: 100,
    }));
    const network = createNetwork({
      fabric,
      tables,
      switchModels: [modelOf()],
      hca: plainHca,
      traffic: [scripted(shots)],
      tickPs: 1000,
      checked: true,
    });
    play(network, 1e5);
    const { packets, busyTicks } = network.takeChannelCounters();
    const hostPort = fabric.portStart[2]!;
    const path = [hostPort, fabric.portStart[0]! + 2, fabric.portStart[1]!];
    for (let port = 0; port < fabric.portCount; port++) {
      expect([packets[port], busyTicks[port]]).toEqual(
        path.includes(port) ? [7, 7 * 400] : [0, 0],
      );
    }
    expect(network.takeChannelCounters().packets.every((n) => n === 0)).toBe(
      true,
    );
  });

  it("divides a packet's time on a link among the intervals in which it passes", () => {
    const { fabric, tables } = chain(2, 1);
    const shots = [{ source: 2, dlid: 2, birth: 0, bytes: 100 }];
    const network = createNetwork({
      fabric,
      tables,
      switchModels: [modelOf()],
      hca: plainHca,
      traffic: [scripted(shots)],
      tickPs: 1000,
      checked: true,
    });
    const hostPort = fabric.portStart[2]!;
    // 400 ticks on the link from tick 0 on.
    const busy = [150, 390, 1000, 1e5].map((until) => {
      network.run(until);
      return network.takeChannelCounters().busyTicks[hostPort];
    });
    expect(busy).toEqual([150, 240, 10, 0]);
  });

  it("sends at each link's own rate, and never faster than the bytes come in", () => {
    // Host 0 on a slow link (SDR 1x), host 1 on a fast one (SDR 4x).
    const { fabric, tables } = star(3, (h) => (h === 1 ? { width: 4 } : {}));
    const one = (shots: Shot[], model: SwitchModel) =>
      deliveries(
        play(
          createNetwork({
            fabric,
            tables,
            switchModels: [model],
            hca: plainHca,
            traffic: [scripted(shots)],
            tickPs: 1000,
            checked: true,
          }),
          1e5,
        ),
      )[0]!.time;
    for (const outputBuffer of [{ packets: 0 }, { packets: 1 }]) {
      const model = modelOf({ outputBuffer });
      expect(one([{ source: 1, dlid: 3, birth: 0, bytes: 1000 }], model)).toBe(
        4000 + 140,
      );
      expect(one([{ source: 2, dlid: 3, birth: 0, bytes: 1000 }], model)).toBe(
        4000 + 140,
      );
      // Slow to fast: the last byte is in the switch at 4020 and takes the 100 ns through it that the first one takes, then 20 ns to the host.
      expect(one([{ source: 1, dlid: 2, birth: 0, bytes: 1000 }], model)).toBe(
        4000 + 140,
      );
      // The same of a packet shorter than the routing delay.
      expect(one([{ source: 1, dlid: 2, birth: 0, bytes: 16 }], model)).toBe(
        64 + 140,
      );
    }
  });

  it("adds the host adapter's delays", () => {
    const { fabric, tables } = star(2);
    const hca = {
      name: "slow",
      sendDelay: 400_000 as Ps,
      receiveDelay: 300_000 as Ps,
    };
    const network = createNetwork({
      fabric,
      tables,
      switchModels: [modelOf()],
      hca,
      traffic: [scripted([{ source: 1, dlid: 2, birth: 5, bytes: 64 }])],
      tickPs: 1000,
      checked: true,
    });
    expect(deliveries(play(network, 1e5))[0]!.time).toBe(
      5 + 400 + 256 + 140 + 300,
    );
  });

  it("follows SL2VL tables from lane to lane, also when two lanes of an input want the same one", () => {
    const { fabric, tables } = chain(2, 2);
    const radix = 4;
    // The first switch sends SL 0 and SL 1 towards the second (port 4) on VL 1; everything else keeps the VL of its SL.
    const first = Uint8Array.from(
      { length: (radix + 1) * (radix + 1) * 16 },
      (_, k) => (Math.floor(k / 16) % (radix + 1) === 4 ? 1 : (k % 16) % 2),
    );
    const second = Uint8Array.from(
      { length: (radix + 1) * (radix + 1) * 16 },
      (_, k) => (k % 16) % 2,
    );
    const shots: Shot[] = Array.from({ length: 400 }, (_, k) => ({
      source: 2 + (k % 2),
      dlid: 3 + ((k >> 1) % 2),
      birth: 0,
      bytes: 128,
      sl: (k >> 2) % 2,
      tag: k,
    }));
    for (const outputBuffer of [{ packets: 0 }, { packets: 1 }]) {
      const network = createNetwork({
        fabric,
        tables: { ...tables, lanes: 2, sl2vl: [first, second] },
        switchModels: [modelOf({ lanes: 2, outputBuffer })],
        hca: plainHca,
        traffic: [scripted(shots)],
        tickPs: 1000,
        checked: true,
      });
      const seen = deliveries(play(network, 1e6));
      expect(seen.map((h) => h.tag).sort((a, b) => a - b)).toEqual(
        shots.map((shot) => shot.tag),
      );
      expect(seen.every((h) => h.lane === (h.tag >> 2) % 2)).toBe(true);
      // All four flows share one link without a gap once it is busy.
      expect(
        Math.max(...seen.map((h) => h.time)) -
          Math.min(...seen.map((h) => h.time)),
      ).toBeLessThanOrEqual(400 * 512);
    }
  });
});

describe("configuration", () => {
  const { fabric, tables } = star(3);
  const traffic = scripted([{ source: 1, dlid: 2, birth: 0, bytes: 256 }]);
  const config: NetworkConfig = {
    fabric,
    tables,
    switchModels: [modelOf()],
    hca: plainHca,
    traffic: [traffic],
    tickPs: 1000,
    checked: true,
  };
  const code = (change: Partial<NetworkConfig>): string | undefined => {
    try {
      createNetwork({ ...config, ...change });
    } catch (error) {
      return (error as { code?: string }).code;
    }
    return undefined;
  };

  it("chooses the largest tick that divides all delays", () => {
    expect(
      chooseTick(
        delaysOf({ fabric, switchModels: [modelOf()], hca: plainHca }),
      ),
    ).toBe(4000);
    expect(
      chooseTick([
        { num: 38_400, den: 1 },
        { num: 3200, den: 1 },
        { num: 1600, den: 1 },
      ]),
    ).toBe(1600);
    expect(
      chooseTick([
        { num: 440, den: 3 },
        { num: 20_000, den: 1 },
      ]),
    ).toBe(1);
    expect(chooseTick([])).toBe(1);
  });

  it("refuses what it cannot simulate, with a code", () => {
    expect(code({ switchModels: [] })).toBe("E_NETWORK_MODELS");
    expect(code({ switchModels: [modelOf({ lanes: 17 })] })).toBe(
      "E_NETWORK_LANES",
    );
    expect(code({ tables: { ...tables, lanes: 2 } })).toBe("E_NETWORK_LANES");
    expect(
      code({ switchModels: [modelOf({ inputBuffer: { bytes: 128 } })] }),
    ).toBe("E_NETWORK_BUFFER");
    expect(
      code({ switchModels: [modelOf({ inputBuffer: { packets: 0 } })] }),
    ).toBe("E_NETWORK_BUFFER");
    expect(
      code({
        switchModels: [modelOf({ routingDelay: 0 as Ps })],
        link: { flightPs: 0 },
      }),
    ).toBe("E_NETWORK_DELAY");
    expect(code({ tickPs: 3000 })).toBe("E_NETWORK_TICK");
    expect(code({ link: { byteTimePs: -1 } })).toBe("E_NETWORK_BYTE_TIME");
    expect(
      code({
        traffic: [scripted([{ source: 99, dlid: 1, birth: 0, bytes: 64 }])],
      }),
    ).toBe("E_NETWORK_SOURCE");
    expect(
      code({
        traffic: [scripted([{ source: 1, dlid: 99, birth: 0, bytes: 64 }])],
      }),
    ).toBe("E_NETWORK_DRAFT");
    // Not its lower 32 bits.
    expect(
      code({
        traffic: [
          scripted([{ source: 1, dlid: 2 ** 32 + 1, birth: 0, bytes: 64 }]),
        ],
      }),
    ).toBe("E_NETWORK_DRAFT");
    const announced = scripted([{ source: 1, dlid: 1, birth: 0, bytes: 64 }]);
    expect(
      code({
        traffic: [
          {
            ...scripted([
              { source: 1, dlid: 1, birth: 0, bytes: 2 ** 32 + 64 },
            ]),
            minPacketBytes: announced.minPacketBytes,
            maxPacketBytes: announced.maxPacketBytes,
          },
        ],
      }),
    ).toBe("E_NETWORK_DRAFT");
    expect(
      code({
        switchModels: [modelOf({ lanes: 2 })],
        hca: { ...plainHca, slToVl: Array.from({ length: 16 }, () => 2) },
      }),
    ).toBe("E_NETWORK_SL_TO_VL");
  });

  it("stops at a full journal and refuses to go on until it is cleared", () => {
    const endless: Traffic = {
      streams: [
        {
          source: 1 as EndportIx,
          serviceLevels: [0],
          next: (draft) => (
            Object.assign(draft, {
              birth: 0,
              dlid: 2,
              bytes: 64,
              sl: 0,
              tag: 0,
              flags: 0,
            }),
            true
          ),
        },
      ],
      finite: false,
      maxPacketBytes: 64 as Bytes,
      minPacketBytes: 64 as Bytes,
    };
    const network = createNetwork({ ...config, traffic: [endless] });
    const reached = network.run(1e9);
    expect(reached).toBeLessThan(1e9);
    expect(() => network.run(1e9)).toThrow(
      expect.objectContaining({ code: "E_NETWORK_JOURNAL_FULL" }),
    );
    network.clearJournal();
    expect(network.run(1e9)).toBeGreaterThan(reached);
    expect(() => network.run(5)).toThrow(
      expect.objectContaining({ code: "E_NETWORK_TIME" }),
    );
  });
});
