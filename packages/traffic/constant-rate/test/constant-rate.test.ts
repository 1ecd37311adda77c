import { randomStream } from "@fabriclab/kernel";
import {
  FabricError,
  PACKET_DROPPABLE,
  parseOptions,
  type PacketDraft,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { chain } from "@fabriclab/testing-fabrics";
import { pairs } from "@fabriclab/traffic-patterns";
import { sl, type EndportIx, type Lid } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { constantRate } from "../src/index.ts";

/** A chain of three with hosts A, B, C (endports 3, 4, 5), 4 ns a byte, ticks of 3 ns; SL = source + destination - 7. */
function traffic(
  options: object,
  listed: object = { A: "C" },
  several = false,
): Traffic {
  const context = {
    fabric: chain(3),
    hosts: [3, 4, 5] as EndportIx[],
    tickPs: 3000,
    bytePs: () => 4000,
    random: (name: string) => randomStream(1, name),
    tables: {
      pathLid: (_: EndportIx, to: EndportIx) => (to + 10) as Lid,
      pathSl: (from: EndportIx, to: EndportIx) => sl(from + to - 7),
      lanes: 1,
      engine: "chain",
      ...(several
        ? {
            multipath: {
              bits: 2,
              lid: (to: EndportIx, value: number) => 100 + 10 * to + value,
              adaptiveLid: (to: EndportIx) => 200 + to,
            },
          }
        : {}),
    },
  } as unknown as TrafficTablesContext;
  const pattern = pairs.create(
    3,
    parseOptions(pairs, { pairs: listed }),
    randomStream(1, "pattern"),
    ["A", "B", "C"],
  );
  return constantRate.create(context, parseOptions(constantRate, options), {
    pattern,
  });
}

function packets(made: Traffic, stream: number, count: number): PacketDraft[] {
  const draft: PacketDraft = {
    birth: 0,
    dlid: 0,
    bytes: 0,
    sl: 0,
    tag: 0,
    flags: 0,
    retryAt: -1,
  };
  return Array.from({ length: count }, () => {
    expect(made.streams[stream]?.next(draft)).toBe(true);
    return { ...draft };
  });
}

const births = (made: Traffic, stream: number, count: number): number[] =>
  packets(made, stream, count).map(({ birth }) => birth);

describe("constant-rate", () => {
  it("says which hosts have a start time and send nothing", () => {
    const said = (start: object | string, listed?: object) =>
      traffic({ load: 0.5, size: "100B", start }, listed).idle;
    expect(said({ A: "1us" })).toEqual([]);
    expect(said("1us")).toEqual([]);
    expect(said({ A: "1us", B: "1us" })).toEqual([
      "start of B has no effect: under the pattern this host sends nothing",
    ]);
    expect(said({ C: 0, B: "1us" })).toEqual([
      "start of B, C has no effect: under the pattern these hosts send nothing",
    ]);
    expect(said({ C: "1us", B: "1us" }, { B: "A", C: ["A"] })).toEqual([]);
  });

  it("makes a packet whenever the link has sent one, at load 1", () => {
    // 1 B = 4 ns = 4/3 ticks; 100 B = 133.3 ticks
    expect(births(traffic({ load: 1, size: "100B" }), 0, 4)).toEqual([
      0, 133, 267, 400,
    ]);
  });

  it("is not off by a tick after many packets", () => {
    const made = traffic({ load: 0.5, size: "1B" });
    // 8 ns each = 8/3 ticks
    expect(births(made, 0, 100_000).at(-1)).toBe(Math.round((99_999 * 8) / 3));
  });

  it("starts when it is told to, all hosts at once or each at its own time", () => {
    const both = { A: "C", B: "A" };
    const all = traffic({ load: 1, size: "3B", start: "30ns" }, both);
    expect([births(all, 0, 2), births(all, 1, 1)]).toEqual([[10, 14], [10]]);
    const own = traffic({ load: 1, size: "3B", start: { B: "60ns" } }, both);
    expect([births(own, 0, 2), births(own, 1, 2)]).toEqual([
      [0, 4],
      [20, 24],
    ]);
  });

  it("takes LID and service level of the pair, and declares the levels", () => {
    const made = traffic({ load: 1 }, { A: ["B", "C"] });
    expect(
      packets(made, 0, 4).map(({ dlid, sl: level }) => [dlid, level]),
    ).toEqual([
      // the question whether A sends at all has taken the first turn
      [15, 1],
      [14, 0],
      [15, 1],
      [14, 0],
    ]);
    expect(made.streams[0]?.serviceLevels).toEqual([0, 1]);
    // Nobody may declare a level that it never drafts: the engine waits for every lane.
    const one = traffic({ load: 1 }, { A: "C" });
    expect(one.streams[0]?.serviceLevels).toEqual([1]);
    const fixed = traffic({ load: 1, sl: 3 }, { A: ["B", "C"] });
    expect(fixed.streams[0]?.serviceLevels).toEqual([3]);
    expect(packets(fixed, 0, 2).map(({ sl: level }) => level)).toEqual([3, 3]);
  });

  it("counts silent hosts in the offered load", () => {
    const made = traffic({ load: 0.6 });
    expect(made.streams.map(({ source }) => source)).toEqual([3]);
    expect(made.offeredLoad).toBeCloseTo(0.2, 12);
  });

  it("takes one path, drawn path bits or the switches' choice, and marks what may be discarded", () => {
    const sent = (options: object): PacketDraft[] =>
      packets(traffic({ load: 1, ...options }, { A: "C" }, true), 0, 400);
    // C is endport 5.
    expect(new Set(sent({}).map(({ dlid }) => dlid))).toEqual(new Set([15]));
    expect(
      new Set(sent({ paths: "adaptive" }).map(({ dlid }) => dlid)),
    ).toEqual(new Set([205]));
    expect(new Set(sent({ paths: "random" }).map(({ dlid }) => dlid))).toEqual(
      new Set([150, 151, 152, 153]),
    );
    expect(sent({})[0]?.flags).toBe(0);
    expect(sent({ droppable: true })[0]?.flags).toBe(PACKET_DROPPABLE);
  });

  it.each([
    [{ load: 1, paths: "random" }, "E_SPEC_NO_MULTIPATH"],
    [{ load: 50 }, "E_CONSTANT_RATE_LOAD"],
    [{ load: 1.5 }, "E_CONSTANT_RATE_LOAD"],
    [{ load: 2.5, overload: true }, "E_CONSTANT_RATE_LOAD"],
    [{ load: 1, size: "0B" }, "E_CONSTANT_RATE_SIZE"],
    [{ load: 1, start: { D: "1us" } }, "E_CONSTANT_RATE_HOST"],
    [{ load: 1, start: { A: "1" } }, "E_SPEC_BAD_PARAMETER"],
  ])("refuses %j with %s", (options, code) => {
    let caught: unknown;
    try {
      traffic(options);
    } catch (error) {
      caught = error;
    }
    expect(FabricError.is(caught) ? caught.code : caught).toBe(code);
  });
});
