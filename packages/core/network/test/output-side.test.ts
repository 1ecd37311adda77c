import type {
  HcaModel,
  LaneSchedulerFactory,
  PacketDraft,
  Stream,
  SwitchModel,
} from "@fabriclab/spec";
import { roundRobinLanes } from "@fabriclab/switch-arbiters";
import type { Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { chain, star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const burst = (
  source: number,
  dlid: number,
  sl: number,
  count: number,
  bytes: number,
  tag = 0,
): Shot[] =>
  Array.from({ length: count }, (_, k) => ({
    source,
    dlid,
    birth: 0,
    bytes,
    sl,
    tag: tag + k,
  }));

function networkOf(
  at: Pick<NetworkConfig, "fabric" | "tables">,
  shots: Shot[],
  model: Partial<SwitchModel>,
  hca: Partial<HcaModel> = {},
): Network {
  return createNetwork({
    ...at,
    switchModels: [modelOf(model)],
    hca: { ...plainHca, ...hca },
    traffic: [scripted(shots)],
    tickPs: 1000,
    checked: true,
  });
}

/** Prefers the lane of the highest number, for up to `most` packets in a row while another lane has some. */
const preferHigh = (most: number): LaneSchedulerFactory => ({
  name: "prefer-high",
  create(outputs) {
    const row = new Int32Array(outputs);
    const lowest = (lanes: number): number => 31 - Math.clz32(lanes & -lanes);
    return {
      pick: (output, lanes) =>
        row[output]! >= most ? lowest(lanes) : 31 - Math.clz32(lanes),
      granted: (output, lane) => {
        row[output] = lane === 0 ? 0 : row[output]! + 1;
      },
    };
  },
});

describe("a delay behind the crossbar", () => {
  it("adds to every switch on the way: 4L + 20(h+1) + (100 + 60)h", () => {
    const network = networkOf(chain(3, 1), burst(3, 3, 0, 1, 64), {
      outputBuffer: { packets: 1 },
      outputDelay: 60_000 as Ps,
    });
    expect(deliveries(play(network, 1e5))[0]!.time).toBe(256 + 80 + 3 * 160);
  });

  it.each([
    [1, 256 + 500],
    // Two buffers: two packets in 500 + 256 ns, and the next two when the first of them has left.
    [4, 256],
  ])(
    "keeps the packet in its output buffer: with room for %i a packet every %i ns",
    (packets, gap) => {
      const network = networkOf(star(2), burst(1, 2, 0, 12, 64), {
        inputBuffer: { packets: 4 },
        outputBuffer: { packets },
        outputDelay: 500_000 as Ps,
      });
      const times = deliveries(play(network, 1e5)).map((h) => h.time);
      expect(times).toEqual(
        Array.from({ length: 12 }, (_, k) => 120 + 500 + 256 + 20 + k * gap),
      );
    },
  );
});

describe("credit packets", () => {
  const model = { inputBuffer: { packets: 1 }, creditPacketBytes: 10 };

  it.each([{ packets: 0 }, { packets: 1 }])(
    "delay the credit by their own length: 4L + 140 + 4 * 40 ns between packets of 4 blocks (output buffers %o)",
    (outputBuffer) => {
      const network = networkOf(star(2), burst(1, 2, 0, 10, 256), {
        ...model,
        outputBuffer,
      });
      const times = deliveries(play(network, 1e5)).map((h) => h.time);
      expect(times).toEqual(
        Array.from(
          { length: 10 },
          (_, k) => 1024 + 140 + k * (1024 + 140 + 160),
        ),
      );
      // The channel from the switch to host 1 carries the credits and no packet.
      const { packets, busyTicks } = network.takeChannelCounters();
      expect([packets[0], busyTicks[0]]).toEqual([0, 10 * 160]);
    },
  );

  it.each([{ packets: 0 }, { packets: 2 }])(
    "cost the opposite direction 40 bytes in 296: two streams against each other share links at 256/296 (output buffers %o)",
    (outputBuffer) => {
      const network = networkOf(
        star(2),
        [...burst(1, 2, 0, 300, 256), ...burst(2, 1, 0, 300, 256)],
        { ...model, inputBuffer: { packets: 4 }, outputBuffer },
      );
      const seen = deliveries(play(network, 1e6));
      expect(seen).toHaveLength(600);
      const times = seen.map((h) => h.time).sort((a, b) => a - b);
      const middle = (times[549]! - times[49]!) / 250;
      expect(middle / 1024).toBeCloseTo(296 / 256, 2);
      const { busyTicks } = network.takeChannelCounters();
      expect([busyTicks[0], busyTicks[1]]).toEqual([
        300 * (1024 + 160),
        300 * (1024 + 160),
      ]);
    },
  );

  it("tell of each packet when it has left, also of one that leaves right behind another", () => {
    // Over 1000 ns of flight: host 2's 128 bytes keep output 4 until 1612 ns, and host 3's 192 bytes keep output 5 until 1868. Then host 1's first packet, to
    // host 4, has just left, and its second one, to host 5, goes.
    const long = star(5, () => ({ flight: "1us" }));
    const own = [4, 5, 4, 4].map((dlid, tag) => ({
      ...{ source: 1, dlid, birth: 256, bytes: 64, tag },
    }));
    const others = [
      { source: 2, dlid: 4, birth: 0, bytes: 128, tag: 10 },
      { source: 3, dlid: 5, birth: 0, bytes: 192, tag: 11 },
    ];
    const network = networkOf(long, [...own, ...others], {
      inputBuffer: { packets: 2 },
      creditPacketBytes: 10,
    });
    const times = deliveries(play(network, 1e5))
      .filter(({ tag }) => tag < 10)
      .map(({ tag, time }) => [tag, time]);
    const credit = 40 + 1000;
    const way = 1000 + 100 + 256 + 1000;
    expect(times).toEqual([
      [0, 1612 + 256 + 1000],
      [1, 1868 + 256 + 1000],
      [2, 1868 + credit + way],
      [3, 1868 + 256 + credit + way],
    ]);
  });

  it("are one per freed block, in buffers of bytes as well", () => {
    const network = networkOf(star(2), burst(1, 2, 0, 4, 100), {
      inputBuffer: { bytes: 128 },
      creditPacketBytes: 10,
    });
    const times = deliveries(play(network, 1e5)).map((h) => h.time);
    expect(times).toEqual([0, 1, 2, 3].map((k) => 540 + k * (400 + 140 + 80)));
  });
});

describe("a crossbar scheduler", () => {
  const order = (crossbarScheduler?: LaneSchedulerFactory): number[] => {
    const network = networkOf(
      star(3),
      [...burst(1, 3, 0, 4, 64, 0), ...burst(2, 3, 1, 4, 64, 10)],
      {
        lanes: 2,
        outputBuffer: { packets: 8 },
        ...(crossbarScheduler === undefined ? {} : { crossbarScheduler }),
      },
    );
    return deliveries(play(network, 1e5)).map((h) => h.tag);
  };

  it("decides which lane crosses next; without one they take turns", () => {
    expect(order()).toEqual([0, 10, 1, 11, 2, 12, 3, 13]);
    expect(order(roundRobinLanes.build({}))).toEqual(order());
    expect(order(preferHigh(100))).toEqual([10, 11, 12, 13, 0, 1, 2, 3]);
    expect(order(preferHigh(3))).toEqual([10, 11, 12, 0, 13, 1, 2, 3]);
  });
});

describe("the host adapter", () => {
  it("may have a lane scheduler of its own", () => {
    const order = (laneScheduler?: LaneSchedulerFactory): number[] => {
      const network = networkOf(
        star(2),
        [...burst(1, 2, 0, 3, 64), ...burst(1, 2, 1, 3, 64)],
        { lanes: 2 },
        laneScheduler === undefined ? {} : { laneScheduler },
      );
      return play(network, 1e5)
        .filter((h) => h.kind === "injected")
        .map((h) => h.lane);
    };
    expect(order()).toEqual([0, 1, 0, 1, 0, 1]);
    expect(order(preferHigh(100))).toEqual([1, 1, 1, 0, 0, 0]);
  });

  /** A FIFO per SL, the highest SL first, and a DMA engine that takes `ticks` per packet; one stream per host. */
  const dma =
    (ticks: number): NonNullable<HcaModel["adapt"]> =>
    (streams) => {
      const hosts = new Map<number, Stream[]>();
      for (const stream of streams)
        hosts.set(stream.source, [...(hosts.get(stream.source) ?? []), stream]);
      return [...hosts.values()].map((own): Stream => {
        const heads = own.map((): PacketDraft | undefined => undefined);
        let idleFrom = 0;
        return {
          source: own[0]!.source,
          serviceLevels: [...new Set(own.flatMap((s) => s.serviceLevels))],
          next(draft) {
            own.forEach((stream, k) => {
              if (heads[k] === undefined && stream.next(draft))
                heads[k] = { ...draft };
            });
            const waiting = heads.filter((head) => head !== undefined);
            if (waiting.length === 0) return false;
            const start = Math.max(
              idleFrom,
              Math.min(...waiting.map(({ birth }) => birth)),
            );
            const first = waiting
              .filter(({ birth }) => birth <= start)
              .reduce((best, head) => (head.sl > best.sl ? head : best));
            heads[heads.indexOf(first)] = undefined;
            idleFrom = start + ticks;
            Object.assign(draft, first, { readyAt: idleFrom });
            return true;
          },
        };
      });
    };

  it("puts queues between the traffic and the lanes: a FIFO per SL with strict priority, behind a DMA engine", () => {
    const { fabric, tables } = star(2);
    const network = createNetwork({
      fabric,
      tables,
      switchModels: [modelOf()],
      hca: { ...plainHca, adapt: dma(300) },
      traffic: [
        scripted(burst(1, 2, 0, 3, 64)),
        scripted([
          { source: 1, dlid: 2, birth: 50, bytes: 128, sl: 1, tag: 10 },
          { source: 1, dlid: 2, birth: 2000, bytes: 128, sl: 1, tag: 11 },
        ]),
      ],
      tickPs: 1000,
      checked: true,
    });
    const seen = play(network, 1e5);
    // DMA: 0-300 tag 0, 300-600 tag 10 (it overtakes), 600-900 tag 1, 900-1200 tag 2, 2000-2300 tag 11. The link is busy for 4 ns a byte.
    expect(
      seen
        .filter((h) => h.kind === "injected")
        .map((h) => [h.tag, h.time, h.birth]),
    ).toEqual([
      [0, 300, 0],
      [10, 600, 50],
      [1, 1112, 0],
      [2, 1368, 0],
      [11, 2300, 2000],
    ]);
    expect(network.idle()).toBe(true);
  });

  it("keeps whose traffic a packet is: sizes are checked against its own, and only its own hears of it", () => {
    const { fabric, tables } = star(2);
    const heard: number[] = [];
    const network = createNetwork({
      fabric,
      tables,
      switchModels: [modelOf()],
      hca: { ...plainHca, adapt: dma(100) },
      traffic: [
        scripted(burst(1, 2, 0, 2, 64)),
        {
          ...scripted(burst(1, 2, 0, 2, 256, 10)),
          delivered: ({ tag }) => {
            heard.push(tag);
            return [];
          },
        },
      ],
      tickPs: 1000,
      checked: true,
    });
    play(network, 1e5);
    expect(heard).toEqual([10, 11]);
    expect(network.idle()).toBe(true);
  });

  it("is told which streams are of traffic that reacts to deliveries", () => {
    const { fabric, tables } = star(2);
    const told: (boolean | undefined)[] = [];
    const curious: HcaModel["adapt"] = (streams, _, clock) => {
      told.push(...streams.map((stream) => clock?.reacts?.(stream)));
      // Of what it makes itself the engine knows nothing.
      told.push(clock?.reacts?.({ ...streams[0]! }));
      return streams;
    };
    createNetwork({
      fabric,
      tables,
      switchModels: [modelOf()],
      hca: { ...plainHca, adapt: curious! },
      traffic: [
        scripted(burst(1, 2, 0, 1, 64)),
        { ...scripted(burst(1, 2, 0, 1, 64)), delivered: () => [] },
      ],
      tickPs: 1000,
      checked: true,
    });
    expect(told).toEqual([false, true, true]);
  });

  it("must say whose traffic a packet is", () => {
    const { fabric, tables } = star(2);
    const forgetful: HcaModel["adapt"] = (streams) =>
      streams.map((stream) => ({
        ...stream,
        next(draft) {
          const some = stream.next(draft);
          delete draft.traffic;
          return some;
        },
      }));
    expect(() =>
      createNetwork({
        fabric,
        tables,
        switchModels: [modelOf()],
        hca: { ...plainHca, adapt: forgetful! },
        traffic: [scripted(burst(1, 2, 0, 1, 64))],
        tickPs: 1000,
        checked: true,
      }),
    ).toThrow(expect.objectContaining({ code: "E_NETWORK_DRAFT" }));
  });
});
