import type {
  HcaModel,
  LaneSchedulerFactory,
  ReceiveModel,
  SwitchModel,
} from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { splitInOrder } from "../src/split-in-order.ts";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "../src/index.ts";
import { REBASE_TICKS } from "../src/rebase.ts";
import { randomRun } from "./random-runs.ts";
import { deliveries, outcome, play, scripted, type Shot } from "./scripted.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** Links of 4 ns a byte, a flight of 20 ns, switches of 100 ns, ticks of 1 ns. */
const [BYTE, FLIGHT, ROUTING] = [4, 20, 100];

const receiving = (receive: Partial<ReceiveModel> = {}): HcaModel => ({
  ...plainHca,
  receive: {
    buffer: { packets: 4 },
    elementDelay: 0 as Ps,
    bytePs: { num: 1000, den: 1 },
    ...receive,
  },
});

/** One switch with hosts on LIDs 1, 2, …; endport 0 is the switch's. */
const networkOf = (
  hosts: number,
  shots: readonly Shot[],
  hca: HcaModel,
  model: Partial<SwitchModel> = {},
): Network =>
  createNetwork({
    ...star(hosts),
    switchModels: [modelOf(model)],
    hca,
    traffic: [scripted(shots)],
    tickPs: 1000,
    link: { byteTimePs: 1000 * BYTE, flightPs: 1000 * FLIGHT },
    checked: true,
  });

const burst = (
  source: number,
  dlid: number,
  count: number,
  bytes: number,
  more: Partial<Shot> = {},
): Shot[] =>
  Array.from({ length: count }, (_, tag) => ({
    source,
    dlid,
    birth: 0,
    bytes,
    tag,
    ...more,
  }));

const times = (network: Network, until = 1e6): [number, number][] =>
  deliveries(play(network, until)).map(({ tag, time }) => [tag, time]);

/** Tick at which the last bit of a packet that is born at 0 and meets nobody is at its host. */
const there = (bytes: number): number => 2 * FLIGHT + ROUTING + BYTE * bytes;

/** Three packets of VL0 for one of VL1; a lane without a packet loses its turn. */
const threeToOne: LaneSchedulerFactory = {
  name: "three to one",
  create(outputs) {
    const turn = new Uint8Array(outputs);
    return {
      pick: (output, ready) =>
        ready === 3 ? (turn[output] === 3 ? 1 : 0) : ready === 1 ? 0 : 1,
      granted(output, lane) {
        turn[output] = lane === 1 ? 0 : Math.min(3, turn[output]! + 1);
      },
    };
  },
};

describe("receive buffers of hosts", () => {
  it("keep a packet for an element's delay and its DMA", () => {
    const hca = {
      ...receiving({
        elementDelay: 300_000 as Ps,
        // 1.25 ns a byte: 1.6 times the link's rate
        bytePs: { num: 10_000, den: 8 },
      }),
      receiveDelay: 50_000 as Ps,
    };
    expect(times(networkOf(2, burst(1, 2, 1, 1000), hca))).toEqual([
      [0, there(1000) + 300 + 1250 + 50],
    ]);
  });

  it("round the DMA of a packet up, and never their sum", () => {
    // 10/3 ns a byte, a little faster than the link: 100 bytes take 333.33 ns
    const hca = receiving({
      elementDelay: 100_000 as Ps,
      bytePs: { num: 10_000, den: 3 },
    });
    const found = times(networkOf(2, burst(1, 2, 30, 100), hca));
    expect(found).toHaveLength(30);
    // The engine takes 433.33 ns for a packet, the link 400: once it has begun it never rests.
    found.forEach(([, time], k) => {
      expect(time).toBe(there(100) + Math.ceil(((k + 1) * 1300) / 3));
    });
  });

  it("hold their sender back: it sends what it has credits for, and the rate is the engine's", () => {
    const [count, bytes, dma] = [20, 500, 10];
    const hca = receiving({
      buffer: { packets: 2 },
      bytePs: { num: 1000 * dma, den: 1 },
    });
    const network = networkOf(2, burst(1, 2, count, bytes), hca);
    // Half way: of what was injected, at most the buffers of the switch and the host wait.
    network.run(there(bytes) + 10 * dma * bytes);
    const { injected, delivered } = network.counts;
    expect(injected - delivered).toBeLessThanOrEqual(4 + 2);
    expect(injected).toBeLessThan(count);
    network.clearJournal();
    const rest = times(network);
    expect(rest.at(-1)).toEqual([
      count - 1,
      there(bytes) + count * dma * bytes,
    ]);
    expect(network.idle()).toBe(true);
  });

  it("let a host that takes its time back up to others behind the same input", () => {
    // Host 1 sends to slow host 2 and then to host 3, which would take its packet at once.
    const shots = [
      ...burst(1, 2, 12, 500),
      ...burst(1, 3, 1, 500, { tag: 99 }),
    ];
    const last = (hca: HcaModel): number =>
      times(networkOf(3, shots, hca)).find(([tag]) => tag === 99)![1];
    const free = last(plainHca);
    expect(free).toBe(there(500) + 12 * BYTE * 500);
    const dma = 40 * 500;
    const slow = last(
      receiving({
        buffer: { packets: 2 },
        bytePs: { num: 40_000, den: 1 },
      }),
    );
    // The packet before it has room when ten are in memory and the credit is back; then both cross, and its own host's engine takes it.
    expect(slow).toBe(
      there(500) + 10 * dma + FLIGHT + 2 * BYTE * 500 + FLIGHT + dma,
    );
  });

  it("are served by weight, where several lanes have a packet", () => {
    // Two senders on two lanes; the engine is the bottleneck.
    const shots = [
      ...burst(1, 3, 60, 256, { sl: 0, tag: 0 }),
      ...burst(2, 3, 60, 256, { sl: 1, tag: 1 }),
    ];
    const hca = receiving({
      buffer: { packets: 3 },
      bytePs: { num: 20_000, den: 1 },
      laneScheduler: threeToOne,
    });
    const found = times(networkOf(3, shots, hca, { lanes: 2 }));
    expect(found).toHaveLength(120);
    const middle = found.slice(8, 72).map(([tag]) => tag);
    expect(middle.filter((tag) => tag === 0)).toHaveLength(48);
  });

  it("give VL15 the first turn, and never hold it back", () => {
    const data = burst(1, 3, 10, 1000);
    const management = scripted(
      burst(2, 3, 10, 100, { birth: 30_000, tag: 15 }),
    );
    const network = createNetwork({
      ...star(3),
      switchModels: [
        modelOf({
          lanes: 16,
          inputBufferPerLane: Array.from({ length: 16 }, (_, lane) => ({
            packets: lane === 15 ? Infinity : 4,
          })),
        }),
      ],
      hca: receiving({
        buffer: { packets: 2 },
        bytePs: { num: 20_000, den: 1 },
      }),
      traffic: [
        scripted(data),
        {
          ...management,
          streams: management.streams.map((s) => ({ ...s, management: true })),
        },
      ],
      tickPs: 1000,
      link: { byteTimePs: 1000 * BYTE, flightPs: 1000 * FLIGHT },
      checked: true,
    });
    const found = deliveries(play(network, 1e6));
    expect(found).toHaveLength(20);
    const order = found.map(({ tag }) => tag === 15);
    const first = order.indexOf(true);
    // Once they are there all ten are taken in a row: data waits, though it came first.
    expect(order.slice(first, first + 10)).toEqual(Array(10).fill(true));
    expect(first).toBeLessThan(5);
  });

  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    "that are large, with an engine of one tick, only come a tick later, run %i",
    (seed) => {
      // Why nothing answers: which of two deliveries of one tick uses up the last answer is left open.
      const unanswered = (): NetworkConfig => {
        const run = randomRun(seed, 300);
        return {
          ...run,
          traffic: run.traffic.map(({ delivered: _, ...open }) => open),
        };
      };
      const late = {
        ...unanswered(),
        hca: { ...plainHca, receiveDelay: 1000 as Ps },
      };
      const buffered = {
        ...unanswered(),
        hca: receiving({
          buffer: { packets: 64 },
          bytePs: { num: 0, den: 1 },
        }),
      };
      const found = outcome(createNetwork(late), 3e6);
      expect(found.happenings.length).toBeGreaterThan(300);
      expect(outcome(createNetwork(buffered), 3e6)).toEqual(found);
    },
  );

  const small = (run: NetworkConfig, bytes: boolean): NetworkConfig => ({
    ...run,
    hca: receiving({
      buffer: bytes ? { bytes: 2048 } : { packets: 1 },
      elementDelay: 70_000 as Ps,
      bytePs: { num: 7000, den: 1 },
    }),
  });

  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    "that are small and slow lose and invent nothing, run %i",
    (seed) => {
      const run = randomRun(seed, 300, () => ({
        ...(seed % 3 === 0 ? { creditPacketBytes: 8 } : {}),
      }));
      const network = createNetwork(small(run, seed % 2 === 0));
      while (!network.idle() && network.now < 2e7) {
        network.run(network.now + 5000);
        network.check();
        network.clearJournal();
      }
      const { injected, delivered, dropped, inFlight } = network.counts;
      expect(network.idle()).toBe(true);
      expect(inFlight).toBe(0);
      expect(delivered + dropped).toBeGreaterThanOrEqual(injected);
    },
  );

  it.each([3, 5, 8, 11])(
    "do not mind when the clock's base moves, run %i",
    (seed) => {
      const times = (start: number): string[] => {
        const run = small(randomRun(seed, 200, undefined, start), false);
        return play(createNetwork(run), start + 3e6)
          .map(
            ({ kind, time, tag, place }) =>
              `${kind} ${time - start} ${tag} ${place}`,
          )
          .sort();
      };
      expect(times(REBASE_TICKS - 20_000)).toEqual(times(0));
    },
  );

  it.each(Array.from({ length: 10 }, (_, seed) => seed))(
    "are accounted for by counters as by exact credits, run %i",
    (seed) => {
      const inputs = {
        inputBuffer: { bytes: 4096 },
        outputBuffer: { bytes: 0 },
      };
      const of = (creditAccounting: "exact" | "counters") =>
        outcome(
          createNetwork(
            small(
              randomRun(seed, 300, () => ({ ...inputs, creditAccounting })),
              true,
            ),
          ),
          3e6,
        );
      expect(of("counters")).toEqual(of("exact"));
    },
  );

  it("are counted in bytes where credits are counters", () => {
    const run = randomRun(1, 50, () => ({
      inputBuffer: { bytes: 4096 },
      outputBuffer: { bytes: 0 },
      creditAccounting: "counters" as const,
    }));
    expect(() => createNetwork(small(run, false))).toThrow(
      expect.objectContaining({ code: "E_NETWORK_UNSUPPORTED" }),
    );
  });

  it("that do not hold the largest packet are refused", () => {
    expect(() =>
      networkOf(2, burst(1, 2, 1, 1000), receiving({ buffer: { bytes: 512 } })),
    ).toThrow(
      expect.objectContaining({
        code: "E_NETWORK_BUFFER",
        got: "a receive buffer of 512 bytes on VL0",
      }),
    );
  });

  it("keep a run on one thread", () => {
    const run = {
      ...star(4),
      switchModels: [modelOf()],
      hca: receiving(),
      traffic: [scripted(burst(1, 2, 1, 100))],
      tickPs: 1000,
      checked: true,
    };
    expect(() =>
      createNetwork({
        ...run,
        partition: { partOf: splitInOrder(run, 2), part: 0 },
      }),
    ).toThrow(
      expect.objectContaining({
        code: "E_NETWORK_UNSUPPORTED",
        got: "receive buffers of hosts on several threads, set by the run",
      }),
    );
  });

  it("show their packets to who draws the network", () => {
    const hca = receiving({ bytePs: { num: 100_000, den: 1 } });
    const network = networkOf(2, burst(1, 2, 3, 100), hca);
    network.run(there(100) + 3 * BYTE * 100);
    const inside = network.packets();
    // The first is on its way to memory: it is delivered in advance.
    expect(network.counts.inFlight).toBe(2);
    expect(
      inside.map(({ stage, place, sent, length }) => [
        stage,
        place,
        sent,
        length,
      ]),
    ).toEqual([
      ["input", 0, FLIGHT + ROUTING + BYTE * 100, BYTE * 100],
      ["input", 1, FLIGHT + ROUTING + 2 * BYTE * 100, BYTE * 100],
    ]);
    expect(network.delivery(2, 100)).toBeUndefined();
    expect(network.shortestHop()).toBe(FLIGHT + ROUTING);
  });
});
