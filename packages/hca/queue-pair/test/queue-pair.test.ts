import { parseOptions } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { queuePair } from "../src/index.ts";
import { blank, build, pair, served } from "./drafted.ts";

/** 50 streams of two packets, and how often they were asked. */
function counted() {
  let asked = 0;
  const streams = Array.from({ length: 50 }, (_, tag) => {
    const stream = pair([
      { birth: tag, tag, sl: tag % 3 },
      { birth: 10 * tag, tag, sl: tag % 3 },
    ]);
    return {
      ...stream,
      next(draft: ReturnType<typeof blank>) {
        asked += 1;
        return stream.next(draft);
      },
    };
  });
  return { streams, asked: () => asked };
}

// One byte takes 1 ns in the DMA engine unless said otherwise, a tick is 1 ns, packets have 1000 bytes.

describe("a list with an entry for each level or lane", () => {
  it.each([
    ["slToVl", [0, 1], "16 entries, one for each SL from 0 to 15"],
    ["slToVl", Array(17).fill(0), "16 entries, one for each SL from 0 to 15"],
    ["laneWeights", [1], "16 entries, one for each VL from 0 to 15"],
  ])("%s says how many it takes", (name, list, expected) => {
    expect(() => parseOptions(queuePair, { [name]: list })).toThrow(
      expect.objectContaining({ expected }),
    );
  });
});

describe("the receiving side", () => {
  it("is refused a rate without a buffer", () => {
    expect(() => build({ receiveRate: "1Gb/s" })).toThrow(
      expect.objectContaining({
        code: "E_QUEUE_PAIR_RECEIVE",
        where: expect.objectContaining({ path: "receiveRate" }),
      }),
    );
  });

  it("is not there unless asked for", () => {
    expect(build().receive).toBeUndefined();
  });
});

describe("the DMA engine", () => {
  it("serves service levels by strict priority and without preemption, each first come, first served", () => {
    const a = pair([10, 11, 12].map((tag) => ({ birth: 0, sl: 1, tag })));
    const b = pair([
      { birth: 50, sl: 0, tag: 20 },
      { birth: 2000, sl: 0, tag: 21 },
    ]);
    // 20 ns for the element and 1000 for its bytes. At 2040, tag 21 is there and goes before 11; nothing is interrupted.
    expect(served([a, b], { wqeDelay: "20ns" })).toEqual([
      [10, 1020],
      [20, 2040],
      [21, 3060],
      [11, 4080],
      [12, 5100],
    ]);
  });

  it("takes levels in the order asked for, the others ascending after them", () => {
    const levels = [0, 3, 7, 9].map((sl) =>
      pair([{ birth: 0, sl, tag: sl, bytes: 1 }]),
    );
    const order = (priority: readonly number[]) =>
      served(
        [0, 3, 7, 9].map((sl) => pair([{ birth: 0, sl, tag: sl, bytes: 1 }])),
        { priority },
      ).map(([tag]) => tag);
    expect(served(levels).map(([tag]) => tag)).toEqual([0, 3, 7, 9]);
    expect(order([9, 3])).toEqual([9, 3, 0, 7]);
    expect(order([7])).toEqual([7, 0, 3, 9]);
  });

  it("serves management packets before all others, and says which they are", () => {
    const streams = () => [
      pair([{ birth: 0, sl: 0, tag: 1 }]),
      pair([{ birth: 0, sl: 5, tag: 2 }], true),
    ];
    expect(served(streams(), { priority: [0] })).toEqual([
      [2, 1000],
      [1, 2000],
    ]);
    const [stream] = build().adapt!(streams(), 1000);
    expect(stream!.management).toBe(true);
    expect(stream!.serviceLevels).toEqual([0]);
    const draft = blank();
    stream!.next(draft);
    expect(draft.management).toBe(true);
    stream!.next(draft);
    expect(draft.management).toBe(false);
  });

  it("serves several queue pairs of one level in the order of births, and of the streams where they tie", () => {
    const a = pair([
      { birth: 0, tag: 1 },
      { birth: 300, tag: 2 },
    ]);
    const b = pair([
      { birth: 0, tag: 3 },
      { birth: 200, tag: 4 },
    ]);
    expect(served([a, b]).map(([tag]) => tag)).toEqual([1, 3, 4, 2]);
  });

  it("lets no element of a queue pair hide behind one of another level", () => {
    const mixed = pair([
      { birth: 0, sl: 2, tag: 1 },
      { birth: 0, sl: 2, tag: 2 },
      { birth: 10, sl: 0, tag: 3 },
      { birth: 20, sl: 2, tag: 4 },
    ]);
    expect(served([mixed]).map(([tag]) => tag)).toEqual([1, 3, 2, 4]);
  });

  it("says that a level has ended when the last element of it is served, though its stream ended before", () => {
    const [stream] = build().adapt!(
      [
        pair([
          { birth: 0, sl: 1 },
          { birth: 0, sl: 1 },
          { birth: 0, sl: 0 },
        ]),
      ],
      1000,
    );
    const ended = () => [0, 1].map((level) => stream!.ended!(level));
    expect(ended()).toEqual([false, false]);
    stream!.next(blank());
    expect(ended()).toEqual([true, false]);
    stream!.next(blank());
    expect(ended()).toEqual([true, false]);
    stream!.next(blank());
    expect(ended()).toEqual([true, true]);
  });

  it("is idle until an element is born", () => {
    expect(served([pair([{ birth: 0 }, { birth: 5000 }])])).toEqual([
      [0, 1000],
      [0, 6000],
    ]);
  });

  it("limits the throughput to its rate: rounding to ticks never adds up", () => {
    // 3 Gb/s are 8/3 ns a byte: packet k of one byte is through after ceil(8 k / 3) ticks.
    const bytes = Array.from({ length: 300 }, () => ({ birth: 0, bytes: 1 }));
    expect(
      served([pair(bytes)], { dmaRate: "3Gb/s" }).map(([, ready]) => ready),
    ).toEqual(bytes.map((_, k) => Math.ceil((8 * (k + 1)) / 3)));
  });

  it("passes everything else of a packet on as it was", () => {
    const [stream] = build().adapt!(
      [pair([{ birth: 9, sl: 4, bytes: 77, tag: 5 }])],
      1000,
    );
    const draft = blank();
    expect(stream!.next(draft)).toBe(true);
    expect(draft).toEqual({
      birth: 9,
      dlid: 7,
      bytes: 77,
      sl: 4,
      tag: 5,
      flags: 1,
      traffic: 3,
      management: false,
      retryAt: -1,
      readyAt: 86,
    });
    expect(stream!.next(draft)).toBe(false);
    expect(draft.retryAt).toBe(-1);
  });

  it("asks a stream once for each packet, and once more for its end, however many streams there are", () => {
    const { asked, streams } = counted();
    expect(served(streams)).toHaveLength(100);
    expect(asked()).toBe(150);
  });

  it("has one engine for every host", () => {
    const streams = build().adapt!(
      [
        pair([{ birth: 0 }], false, 1),
        pair([{ birth: 0 }], false, 2),
        pair([{ birth: 0 }], false, 1),
      ],
      1000,
    );
    expect(streams.map(({ source }) => source)).toEqual([1, 2]);
    const draft = blank();
    streams[1]!.next(draft);
    expect(draft.readyAt).toBe(1000);
  });
});

describe("with traffic that reacts to deliveries", () => {
  it("makes no choice before its time", () => {
    let now = 0;
    const clock = { closedLoop: true, now: () => now };
    const answers: { birth: number; tag: number }[] = [];
    const closed = {
      ...pair([]),
      serviceLevels: [0],
      next(draft: ReturnType<typeof blank>) {
        const answer = answers.shift();
        draft.retryAt = -1;
        if (answer === undefined) return false;
        Object.assign(draft, { ...answer, sl: 0, bytes: 100, flags: 0 });
        return true;
      },
    };
    const [stream] = build().adapt!(
      [pair([{ birth: 1000, sl: 3, tag: 1 }]), closed],
      1000,
      clock,
    );
    const draft = blank();
    expect(stream!.next(draft)).toBe(false);
    expect(draft.retryAt).toBe(1000);
    // A delivery at 400 makes the other stream send: it is first after all.
    now = 400;
    answers.push({ birth: 400, tag: 2 });
    expect(stream!.next(draft)).toBe(true);
    expect([draft.tag, draft.readyAt]).toEqual([2, 500]);
    now = 1000;
    expect(stream!.next(draft)).toBe(true);
    expect([draft.tag, draft.readyAt]).toEqual([1, 2000]);
  });

  it("asks streams of other traffic that have ended no more", () => {
    const clock = { closedLoop: true, now: () => 1e9 };
    const other = counted();
    const reacts = () => false;
    expect(served(other.streams, {}, 1000, { ...clock, reacts })).toHaveLength(
      100,
    );
    expect(other.asked()).toBe(150);
    // Where the engine does not say which they are, any may have something again.
    const unknown = counted();
    expect(served(unknown.streams, {}, 1000, clock)).toHaveLength(100);
    expect(unknown.asked()).toBeGreaterThan(150);
  });

  it("asks again when a stream wants to be asked", () => {
    const timer = {
      ...pair([]),
      serviceLevels: [0],
      next(draft: ReturnType<typeof blank>) {
        draft.retryAt = 700;
        return false;
      },
    };
    const [stream] = build().adapt!([timer, pair([{ birth: 900 }])], 1000);
    const draft = blank();
    expect(stream!.next(draft)).toBe(false);
    expect(draft.retryAt).toBe(700);
  });
});

describe("parameters", () => {
  it("refuse a service level that is named twice", () => {
    expect(() => build({ priority: [3, 1, 3] })).toThrow(
      expect.objectContaining({ code: "E_QUEUE_PAIR_PRIORITY" }),
    );
  });

  it("give the lanes of the port weights", () => {
    const scheduler = build({
      laneWeights: [2, 1, ...Array.from({ length: 14 }, () => 1)],
    }).laneScheduler!.create(2, 3);
    const sent = (output: number, ready: number, bytes: number): number => {
      const lane = scheduler.pick(output, ready);
      scheduler.granted(output, lane, bytes);
      return lane;
    };
    // Lane 0 sends 128 bytes in its turn, the others 64.
    expect(Array.from({ length: 8 }, () => sent(0, 0b111, 64))).toEqual([
      0, 0, 1, 2, 0, 0, 1, 2,
    ]);
    // The last packet of a turn may be long; a lane that has nothing loses its turn; outputs are apart.
    expect(sent(1, 0b111, 65)).toBe(0);
    expect(sent(1, 0b111, 64)).toBe(1);
    expect(sent(1, 0b011, 64)).toBe(0);
    expect(sent(1, 0b110, 1000)).toBe(1);
    expect(sent(1, 0b111, 64)).toBe(2);
    expect(build().laneScheduler).toBeUndefined();
  });

  it("have weights of at least 1", () => {
    expect(() =>
      build({ laneWeights: Array.from({ length: 16 }, () => 0) }),
    ).toThrow(expect.objectContaining({ code: "E_SPEC_BAD_PARAMETER" }));
  });
});
