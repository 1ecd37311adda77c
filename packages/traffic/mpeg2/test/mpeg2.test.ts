import type { Lid } from "@fabriclab/units";
import { PACKET_DROPPABLE, parseOptions } from "@fabriclab/spec";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { starContext, starOf } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { codingOrder } from "../src/gop-pattern.ts";
import { exponential, naturalLog } from "../src/portable-exp.ts";
import { make, take } from "./drafts.ts";

const hosts = starOf(["A", "B", "C", "D", "E"]);
const refused = (code: string, extra: object = {}) =>
  expect.objectContaining({ code, ...extra });
/** Frames without chance, for answers that can be reckoned. */
const still = {
  activityCov: 0,
  noise: { I: 0, P: 0, B: 0 },
} as const;

describe("coding order", () => {
  const types = (gop: string) =>
    codingOrder(gop)
      .map(({ type, earlier }) => (earlier ? type.toLowerCase() : type))
      .join("");

  it("sends what a B frame refers to before it", () => {
    // Display order of the next frames: I0 B1 B2 P3 B4 B5 P6 B7 B8 P9 B10 B11 I12; sent: I0 (B-2 B-1) P3 B1 B2 P6 B4 B5 P9 B7 B8 I12 B10 B11.
    expect(types("IBBPBBPBBPBB")).toBe("IbbPBBPBBPBB");
    expect(types("IPPP")).toBe("IPPP");
    expect(types("I")).toBe("I");
    expect(types("IBP")).toBe("IPB");
    expect(types("IBBB")).toBe("Ibbb");
  });
});

describe("frames", () => {
  // 6 Mb/s at 30 frames a second are 25,000 bytes a frame: I 68,181.8, P 40,909.1, B 13,636.4.
  const options = {
    load: 0.0035,
    rates: ["6Mb/s"],
    headers: "none" as const,
    ...still,
  };

  it("have the sizes of their types, cut at the MTU", () => {
    const [stream] = make(starContext(hosts), options).streams;
    const taken = take(stream, 3000);
    const frames = new Map<number, number[]>();
    for (const { tag, bytes } of taken)
      frames.set(tag, [...(frames.get(tag) ?? []), bytes]);
    const sizes = [...frames.values()]
      .slice(0, -1)
      .map((packets) => packets.reduce((a, b) => a + b));
    const scale = 7e6 / 6e6;
    // Load 0.0035 of 2 Gb/s are 7 Mb/s: one stream, and a rest below half of 6 Mb/s that is added to it.
    const expected = { I: 68181.8, P: 40909.1, B: 13636.4 };
    for (const size of sizes)
      expect(
        Object.values(expected).some(
          (bytes) => Math.abs(size - bytes * scale) < 1,
        ),
      ).toBe(true);
    for (const packets of [...frames.values()].slice(0, -1)) {
      expect(new Set(packets.slice(0, -1))).toEqual(new Set([1024]));
      expect(packets.at(-1)).toBeLessThanOrEqual(1024);
    }
  });

  it("begin at any place of a group and at any time of a period", () => {
    const { streams, frames } = make(starContext(hosts), {
      ...options,
      load: 0.3,
    });
    // 300 periods of 8,333,333 ticks of 4 ns.
    expect(frames!.periodTicks).toBeCloseTo(1e12 / 30 / 4000, 3);
    const starts = streams.map((stream) => take(stream, 1)[0]!.birth);
    const mean =
      starts.reduce((a, b) => a + b) / starts.length / frames!.periodTicks;
    expect(Math.max(...starts)).toBeLessThanOrEqual(frames!.periodTicks + 1);
    // 500 uniform numbers: standard deviation 0.013.
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.06);
    const firstSizes = streams.map((_, i) => frames!.packets(i));
    // I frames are one in twelve, P one in four.
    const share = (from: number, to: number): number =>
      firstSizes.filter((packets) => packets >= from && packets < to).length /
      streams.length;
    expect(Math.abs(share(60, 80) - 1 / 12)).toBeLessThan(0.06);
    expect(Math.abs(share(35, 60) - 3 / 12)).toBeLessThan(0.09);
  });

  it("are one period apart, without rounding that adds up", () => {
    const { streams, frames } = make(starContext(hosts), options);
    const births = new Map<number, number>();
    for (const { tag, birth } of take(streams[2], 30_000))
      births.set((tag - 2) / streams.length, birth);
    const last = births.size - 1;
    expect(last).toBeGreaterThan(500);
    expect(
      Math.abs(births.get(last)! - births.get(0)! - last * frames!.periodTicks),
    ).toBeLessThanOrEqual(1);
  });

  it("say how many packets they have, whoever asks first", () => {
    const { frames } = make(starContext(hosts), { load: 0.01 });
    const counts = [900, 3, 41].map((tag) => frames!.packets(tag));
    const again = make(starContext(hosts), { load: 0.01 });
    const drafted = new Map<number, number>();
    for (const stream of again.streams)
      for (const { tag } of take(stream, 3000))
        drafted.set(tag, (drafted.get(tag) ?? 0) + 1);
    expect(counts).toEqual([900, 3, 41].map((tag) => drafted.get(tag)));
  });
});

describe("packets", () => {
  it("may be dropped when they are neither first nor last of a P or B frame", () => {
    const [stream] = make(starContext(hosts), { load: 0.01 }).streams;
    const frames = new Map<number, number[]>();
    for (const { tag, flags } of take(stream, 4000))
      frames.set(tag, [...(frames.get(tag) ?? []), flags & PACKET_DROPPABLE]);
    const whole = [...frames.values()].slice(0, -1);
    let never = 0;
    for (const flags of whole) {
      const inner = flags.slice(1, -1);
      if (inner.every((flag) => flag === 0)) never += 1;
      else {
        expect(new Set(inner)).toEqual(new Set([1]));
        expect([flags[0], flags.at(-1)]).toEqual([0, 0]);
      }
    }
    // One frame in twelve is an I frame; a B frame of up to two packets is never dropped either.
    expect(never / whole.length).toBeGreaterThan(1 / 20);
    expect(never / whole.length).toBeLessThan(1 / 6);
  });

  it("are born with their frame, or spread over its period", () => {
    const births = (pacing: "burst" | "spread") =>
      take(
        make(starContext(hosts), {
          load: 0.0035,
          rates: ["6Mb/s"],
          pacing,
          gop: "I",
          ...still,
        }).streams[0],
        64,
      );
    const burst = births("burst");
    const spread = births("spread");
    const period = 1e12 / 30 / 4000;
    const packets = burst.filter(({ tag }) => tag === 0).length;
    expect(packets).toBeGreaterThan(20);
    expect(burst[packets - 1]!.birth).toBe(burst[0]!.birth);
    for (let p = 0; p < packets; p++)
      expect(
        Math.abs(spread[p]!.birth - burst[0]!.birth - (p / packets) * period),
      ).toBeLessThanOrEqual(1);
    expect(spread[packets]!.birth).toBe(burst[packets]!.birth);
  });

  it("carry headers and padding: 34 bytes for a datagram, 26 on a connection", () => {
    const sizes = (headers: "ud" | "rc" | "none") =>
      take(
        make(starContext(hosts), {
          load: 0.0035,
          rates: ["6Mb/s"],
          gop: "I",
          headers,
          ...still,
        }).streams[0],
        200,
      ).map(({ bytes }) => bytes);
    expect(Math.max(...sizes("ud"))).toBe(1058);
    expect(Math.max(...sizes("rc"))).toBe(1050);
    expect(Math.max(...sizes("none"))).toBe(1024);
    // An LRH counts words of 4 bytes, and the VCRC of 2 bytes comes behind: 34 = 32 + 2.
    for (const bytes of sizes("ud")) expect(bytes % 4).toBe(2);
  });
});

describe("paths", () => {
  it("change nothing but addresses: the same frames at the same times to the same hosts", () => {
    const fabric = starOf(["A", "B", "C", "D"]);
    const plain = starContext(fabric);
    const hostOf = (dlid: number): number =>
      dlid < 200 ? dlid - 100 : Math.floor((dlid - 1000) / 10);
    const manyPaths = {
      ...plain,
      tables: {
        ...plain.tables,
        multipath: {
          bits: 2,
          lid: (to: number, value: number) =>
            (1000 + 10 * (to - fabric.switchCount) + value) as Lid,
          adaptiveLid: (to: number) => (100 + to) as Lid,
          paths: () => [],
        },
      },
    };
    const sent = (paths: "single" | "random") =>
      make(manyPaths, { load: 0.3, paths }).streams.map((stream) =>
        take(stream, 500).map(({ birth, bytes, tag, dlid }) => ({
          birth,
          bytes,
          tag,
          to: hostOf(dlid),
        })),
      );
    expect(sent("random")).toEqual(sent("single"));
  });
});

describe("arithmetic that every engine does alike", () => {
  it("agrees with the built-in exponential and logarithm", () => {
    for (let x = -12; x < 12; x += 0.0137)
      expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(2e-15);
    for (const y of [1, 1.16, 2, 10])
      expect(naturalLog(y)).toBeCloseTo(Math.log(y), 14);
  });
});

describe("refusals", () => {
  const parse = (options: object) =>
    parseOptions(mpeg2, options, { path: "traffic[0]" });

  it("names what is wrong with an option", () => {
    expect(() => parse({ load: 40 })).toThrow(
      refused("E_MPEG2_LOAD", { hint: "40 % is written 0.4" }),
    );
    expect(() => parse({ load: 0 })).toThrow(refused("E_MPEG2_LOAD"));
    expect(() => parse({ load: 1.01 })).toThrow(
      refused("E_MPEG2_LOAD", { where: { path: "traffic[0].load" } }),
    );
    expect(parse({ load: 1.01, overload: true }).load).toBe(1.01);
    expect(() => parse({ load: 0.5, mtu: "1500B" })).toThrow(
      refused("E_MPEG2_MTU"),
    );
    for (const gop of ["", "BBI", "IBI", "ixx"])
      expect(() => parse({ load: 0.5, gop })).toThrow(refused("E_MPEG2_GOP"));
    const long = `I${"B".repeat(999)}`;
    expect(parse({ load: 0.5, gop: long }).gop).toBe(long);
    expect(() => parse({ load: 0.5, gop: `${long}P` })).toThrow(
      refused("E_MPEG2_GOP", { got: "1001 letters" }),
    );
    expect(() => parse({ load: 0.5, frames: 0 })).toThrow(
      refused("E_SPEC_BAD_PARAMETER"),
    );
    expect(() => parse({ load: 0.5, rates: ["3"] })).toThrow(
      refused("E_UNITS_RATE"),
    );
    // A subnet has 16,383 MLIDs.
    parse({ load: 0.5, multicast: { groups: 16_383 } });
    expect(() => parse({ load: 0.5, multicast: { groups: 16_384 } })).toThrow(
      refused("E_SPEC_BAD_PARAMETER"),
    );
  });

  it("knows the keys inside an option, too", () => {
    for (const [options, path, hint] of [
      [
        { multicast: { member: [4] } },
        "traffic[0].multicast.member",
        "did you mean members?",
      ],
      [{ weights: { i: 9 } }, "traffic[0].weights.i", "did you mean I?"],
      [{ noise: { Q: 1 } }, "traffic[0].noise.Q", undefined],
      [
        { connection: { limits: 1 } },
        "traffic[0].connection.limits",
        "did you mean limit?",
      ],
    ] as const)
      expect(() => parse({ load: 0.5, ...options })).toThrow(
        refused("E_SPEC_UNKNOWN_PARAMETER", {
          where: { path },
          ...(hint === undefined ? {} : { hint }),
        }),
      );
    // Beyond this the mean of a lognormal factor is that of a few giants.
    expect(() => parse({ load: 0.5, noise: { I: 1000 } })).toThrow(
      refused("E_SPEC_BAD_PARAMETER"),
    );
  });

  it("refuses what the fabric has no room for", () => {
    expect(() => make(starContext(starOf(["A"])), { load: 0.5 })).toThrow(
      refused("E_MPEG2_HOSTS"),
    );
    expect(() =>
      make(starContext(hosts), { load: 0.5, multicast: { members: [6] } }),
    ).toThrow(refused("E_MPEG2_GROUP"));
    expect(() => make(starContext(hosts), { load: 1e-6 })).toThrow(
      refused("E_MPEG2_NO_STREAM"),
    );
  });

  it("refuses hosts that there are not, and groups that come to nothing", () => {
    const scheme = "replicated-unicast" as const;
    const named = (
      sourceAt: string | string[],
      multicast: { members: (string | number)[][]; groups?: number },
    ) =>
      make(starContext(hosts), {
        load: 0.5,
        sourceAt,
        multicast: { share: 1, scheme, ...multicast },
      });
    expect(() => named("Z", { members: [["B"]] })).toThrow(
      refused("E_MPEG2_NAMED_HOST", { where: { path: "sourceAt" } }),
    );
    expect(() => named("A", { members: [["B"], ["C", 9]] })).toThrow(
      refused("E_MPEG2_NAMED_HOST", {
        where: { path: "multicast.members[1]" },
        got: "9",
      }),
    );
    expect(() => named("A", { members: [["B", "B"]] })).toThrow(
      refused("E_MPEG2_NAMED_HOST"),
    );
    expect(() => named(["A", "B"], { members: [["B"]] })).toThrow(
      refused("E_MPEG2_GROUP", { where: { path: "multicast.members[0]" } }),
    );
    expect(() => named("A", { members: [["B"]], groups: 2 })).toThrow(
      refused("E_MPEG2_GROUP", { where: { path: "multicast.groups" } }),
    );
  });

  it("refuses groups without tables, and on connections", () => {
    expect(() =>
      make(starContext(hosts), { load: 0.5, multicast: {} }),
    ).toThrow(refused("E_MPEG2_NO_TABLES"));
    expect(() =>
      make(starContext(hosts), { load: 0.5, headers: "rc", multicast: {} }),
    ).toThrow(refused("E_MPEG2_HEADERS"));
  });
});

describe("a number of frames", () => {
  it("is refused at once where all frames of all streams have no numbers of 31 bits", () => {
    // 900 streams of 2 Mb/s at each of five hosts of 2 Gb/s, as good as filled: 477,218 frames of 4500 streams are 2^31.
    const many = { load: 0.9, rates: ["2Mb/s"], headers: "none" as const };
    expect(() =>
      make(starContext(hosts), { ...many, ...still, frames: 1_000_000 }),
    ).toThrow(
      refused("E_MPEG2_FRAMES", {
        where: { path: "frames" },
        got: "more than 477218 frames of each of 4500 streams",
      }),
    );
  });

  it("is a million at most: the sizes of all frames are kept", () => {
    const of = (frames: number) =>
      parseOptions(mpeg2, { load: 0.1, frames }).frames;
    expect(of(1_000_000)).toBe(1_000_000);
    for (const frames of [1_000_001, 1e12])
      expect(() => of(frames)).toThrow(/this value for frames/);
  });
});
