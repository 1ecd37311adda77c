import {
  DropCause,
  type Drop,
  type DropFactory,
  type SwitchModel,
  type Traffic,
} from "@fabriclab/spec";
import type { Bytes, EndportIx, Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { chain, star } from "./small-fabrics.ts";
import { meshFabric, meshTables, modelOf, plainHca } from "./yardstick.ts";

const base = { hca: plainHca, tickPs: 1000, checked: true };
const both: SwitchModel[] = [
  modelOf(),
  modelOf({ outputBuffer: { packets: 1 } }),
];

describe.each(both)(
  "closed-loop traffic, output buffers of $outputBuffer.packets",
  (model) => {
    /** Two hosts play ping-pong: each sends when it has received. */
    function pingPong(
      rounds: number,
      thinkTicks: number,
    ): { traffic: Traffic; heard: number[] } {
      const heard: number[] = [];
      const ready = new Map<number, number>([[1, 0]]);
      let sent = 0;
      const stream = (source: number, dlid: number) => ({
        source: source as EndportIx,
        serviceLevels: [0],
        next(draft: Parameters<Traffic["streams"][number]["next"]>[0]) {
          const birth = ready.get(source);
          if (birth === undefined || sent === rounds) return false;
          ready.delete(source);
          Object.assign(draft, {
            birth,
            dlid,
            bytes: 64,
            sl: 0,
            tag: sent++,
            flags: 0,
          });
          return true;
        },
      });
      const traffic: Traffic = {
        streams: [stream(1, 2), stream(2, 1)],
        finite: true,
        maxPacketBytes: 64 as Bytes,
        minPacketBytes: 64 as Bytes,
        delivered(packet) {
          heard.push(packet.time);
          ready.set(packet.destination, packet.time + thinkTicks);
          return [packet.destination];
        },
      };
      return { traffic, heard };
    }

    it.each([0, 1, 777])(
      "answers %i ticks after each delivery, at the exact tick",
      (think) => {
        const { fabric, tables } = star(2);
        const { traffic, heard } = pingPong(50, think);
        const network = createNetwork({
          ...base,
          fabric,
          tables,
          switchModels: [model],
          traffic: [traffic],
        });
        play(network, 1e6);
        const trip = 256 + 140;
        expect(heard).toEqual(
          Array.from({ length: 50 }, (_, k) => trip + k * (trip + think)),
        );
        expect(network.idle()).toBe(true);
      },
    );

    it("asks a stream again at the tick it named", () => {
      const { fabric, tables } = star(2);
      const times = [5000, 5001, 9000];
      let asked = 0;
      const traffic: Traffic = {
        streams: [
          {
            source: 1 as EndportIx,
            serviceLevels: [0],
            next(draft) {
              const turn = asked++;
              draft.retryAt = -1;
              if (turn % 2 === 1) {
                Object.assign(draft, {
                  birth: times[(turn - 1) / 2],
                  dlid: 2,
                  bytes: 64,
                  sl: 0,
                  tag: turn,
                  flags: 0,
                });
                return true;
              }
              if (turn / 2 < times.length) draft.retryAt = times[turn / 2]!;
              return false;
            },
          },
        ],
        finite: true,
        maxPacketBytes: 64 as Bytes,
        minPacketBytes: 64 as Bytes,
        delivered: () => [],
      };
      const network = createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [model],
        traffic: [traffic],
      });
      expect(deliveries(play(network, 20_000)).map((h) => h.time)).toEqual([
        5000 + 396,
        5256 + 396,
        9000 + 396,
      ]);
      expect(network.idle()).toBe(true);
    });
  },
);

describe.each(both)(
  "a drop policy, output buffers of $outputBuffer.packets",
  (model) => {
    /** Drops heads that wait longer than `ticks`; records what happens. */
    function impatient(ticks: (sl: number) => number): {
      factory: DropFactory;
      log: string[];
    } {
      const log: string[] = [];
      const drop: Drop = {
        patience: (_, sl) => ticks(sl),
        dropped: (queue, now) => {
          log.push(`drop ${queue}@${now}`);
          return DropCause.headLifetime;
        },
        sent: () => {},
      };
      return { factory: { name: "impatient", create: () => drop }, log };
    }

    it("discards a head that waits longer than its patience and gives its space back", () => {
      const { fabric, tables } = star(3);
      const { factory, log } = impatient(() => 3000);
      // Host 1 holds output 3 for 16384 ns from tick 120; host 2's two packets wait behind it in turn.
      const shots: Shot[] = [
        { source: 1, dlid: 3, birth: 0, bytes: 4096, tag: 0 },
        { source: 2, dlid: 3, birth: 100, bytes: 64, tag: 1 },
        { source: 2, dlid: 3, birth: 100, bytes: 64, tag: 2 },
        { source: 2, dlid: 3, birth: 20_000, bytes: 64, tag: 3 },
      ];
      const network = createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [
          { ...model, inputBuffer: { packets: 1 }, drop: factory },
        ],
        traffic: [scripted(shots)],
      });
      const seen = play(network, 100_000);
      // Arrives at 120, dropped at 3120; its credit is back at 3140, the next arrives at 3160 and is dropped at 6160.
      expect(
        seen.filter((h) => h.kind === "dropped").map((h) => [h.tag, h.time]),
      ).toEqual([
        [1, 3120],
        [2, 6160],
      ]);
      expect(log).toHaveLength(2);
      expect(
        deliveries(seen)
          .map((h) => h.tag)
          .sort(),
      ).toEqual([0, 3]);
      expect(network.counts).toMatchObject({
        injected: 4,
        delivered: 2,
        dropped: 2,
        inFlight: 0,
      });
    });

    it("keeps every packet accounted for under overload, with patience that differs between lanes", () => {
      const K = 4;
      const fabric = meshFabric(K);
      const { factory } = impatient((sl) =>
        sl === 0 ? 900 : sl === 1 ? 2500 : -1,
      );
      const shots: Shot[] = Array.from({ length: 6000 }, (_, k) => ({
        source: 16 + (k % 16),
        dlid: ((k * 2654435761) >>> 7) % 3 === 0 ? 1 + (k % 15) : 6,
        birth: Math.floor(k / 16) * 150,
        bytes: [64, 256, 1024][k % 3]!,
        sl: k % 2,
        tag: k,
      })).filter((shot) => shot.dlid + 15 !== shot.source);
      const network = createNetwork({
        ...base,
        fabric,
        tables: meshTables(K, fabric, 2),
        switchModels: [
          { ...model, lanes: 2, inputBuffer: { bytes: 2048 }, drop: factory },
        ],
        traffic: [scripted(shots)],
      });
      const seen = play(network, 3e6);
      expect(network.idle()).toBe(true);
      const gone = seen.filter((h) => h.kind !== "injected").map((h) => h.tag);
      expect(gone.sort((a, b) => a - b)).toEqual(shots.map((shot) => shot.tag));
      expect(network.counts.dropped).toBeGreaterThan(100);
      expect(network.counts.delivered).toBeGreaterThan(100);
    });
  },
);

describe("injections", () => {
  it("are counted with their bytes and waits as the journal records them, recorded or not", () => {
    const K = 3;
    const fabric = meshFabric(K);
    const shots: Shot[] = Array.from({ length: 400 }, (_, k) => ({
      source: 9 + (k % 9),
      dlid: 1 + ((k * 5 + 1) % 9),
      birth: Math.floor(k / 9) * 300,
      bytes: [64, 300, 1024][k % 3]!,
      tag: k,
    })).filter((shot) => shot.dlid + 8 !== shot.source);
    const run = (injections: boolean) => {
      const network = createNetwork({
        ...base,
        fabric,
        tables: meshTables(K, fabric, 1),
        switchModels: [modelOf()],
        traffic: [scripted(shots)],
        injections,
      });
      return { seen: play(network, 1e6), counts: network.counts };
    };
    const told = run(true);
    const silent = run(false);
    const left = told.seen.filter((h) => h.kind === "injected");
    expect(left).toHaveLength(shots.length);
    expect(silent.seen).toEqual(told.seen.filter((h) => h.kind !== "injected"));
    expect(silent.counts).toEqual(told.counts);
    const born = new Map(shots.map(({ tag, birth }) => [tag, birth]));
    expect(told.counts.injectedBytes).toBe(
      shots.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    const wait = left.reduce((sum, h) => sum + h.time - born.get(h.tag)!, 0);
    expect(told.counts.sourceWait).toBe(wait);
    expect(wait).toBeGreaterThan(0);
  });
});

describe("injections of some traffic", () => {
  it.each([
    ["fast", false],
    ["general", true],
  ])("alone are recorded where asked (%s loop)", (_, changes) => {
    const { fabric, tables } = star(3);
    const shots = (source: number, dlid: number): Shot[] =>
      Array.from({ length: 50 }, (_, k) => ({
        source,
        dlid,
        birth: 100 * k,
        bytes: 64,
        tag: k,
      }));
    const run = (injections: boolean | ((traffic: number) => boolean)) =>
      play(
        createNetwork({
          ...base,
          fabric,
          tables,
          switchModels: [modelOf()],
          traffic: [scripted(shots(1, 2)), scripted(shots(2, 3))],
          injections,
          changes,
        }),
        1e6,
      );
    const all = run(true);
    const second = run((traffic) => traffic === 1);
    const ofFirst = all.filter((h) => h.kind === "injected" && h.source === 1);
    expect(ofFirst).toHaveLength(50);
    expect(second).toEqual(all.filter((h) => !ofFirst.includes(h)));
    expect(run(() => false)).toEqual(run(false));
  });
});

describe("streams that use several lanes", () => {
  it.each(both)(
    "send each packet on the lane of its SL, in order of birth per lane (output buffers of $outputBuffer.packets)",
    (model) => {
      const { fabric, tables } = star(3);
      const shots: Shot[] = Array.from({ length: 60 }, (_, k) => ({
        source: 1,
        dlid: 2 + (k % 2),
        birth: k * 100,
        bytes: 64,
        sl: (k * k) % 4,
        tag: k,
      }));
      const network = createNetwork({
        ...base,
        fabric,
        tables: { ...tables, lanes: 4 },
        switchModels: [{ ...model, lanes: 4 }],
        traffic: [scripted(shots)],
      });
      const seen = deliveries(play(network, 100_000));
      expect(
        seen.map((h) => [h.tag, h.lane]).sort((a, b) => a[0]! - b[0]!),
      ).toEqual(shots.map((shot) => [shot.tag, shot.sl]));
      for (const lane of [0, 1]) {
        const tags = seen.filter((h) => h.lane === lane).map((h) => h.tag);
        expect(tags).toEqual([...tags].sort((a, b) => a - b));
      }
      expect(network.idle()).toBe(true);
    },
  );

  it("refuse a stream that declares an SL it never uses", () => {
    const { fabric, tables } = star(3);
    const endless: Traffic = {
      streams: [
        {
          source: 1 as EndportIx,
          serviceLevels: [0, 1],
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
    expect(() =>
      createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [modelOf({ lanes: 2 })],
        traffic: [endless],
      }),
    ).toThrow(expect.objectContaining({ code: "E_NETWORK_STREAM_LANES" }));
  });
});

describe("show-ahead", () => {
  it.each(both)(
    "takes the short delay through idle outputs and the full one behind traffic (output buffers of $outputBuffer.packets)",
    (model) => {
      const { fabric, tables } = chain(3, 3);
      const quick = { ...model, idleRoutingDelay: 60_000 as Ps };
      // LID 7 is a host of the third switch; hosts 3, 4 are at the first, 9, 10 at the third.
      const shots: Shot[] = [
        { source: 3, dlid: 7, birth: 0, bytes: 64, tag: 0 },
        { source: 10, dlid: 7, birth: 10_000, bytes: 1024, tag: 1 },
        { source: 11, dlid: 7, birth: 14_090, bytes: 64, tag: 2 },
      ];
      const network = createNetwork({
        ...base,
        fabric,
        tables,
        switchModels: [quick],
        traffic: [scripted(shots)],
      });
      const seen = deliveries(play(network, 100_000));
      expect(seen[0]!.time).toBe(256 + 4 * 20 + 3 * 60);
      expect(seen[1]!.time).toBe(10_000 + 4096 + 2 * 20 + 60);
      // Its header comes at 14110; at 14170 the output is busy (until 14176), so it takes the full 100 ns.
      expect(seen[2]!.time).toBe(14_210 + 256 + 20);
    },
  );
});
