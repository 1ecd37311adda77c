import { parseOptions, type Traffic } from "@fabriclab/spec";
import { traceFile, type TraceFrames } from "@fabriclab/traffic-mpeg2";
import { starContext, starOf } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { take } from "./drafts.ts";

const two = starOf(["A", "B"]);
const refused = (code: string, extra: object = {}) =>
  expect.objectContaining({ code, ...extra });

/** 25 frames a second, 10,000 bytes on average: 2 Mb/s, 0.001 of a link of 2 Gb/s. */
const trace: TraceFrames = {
  bytes: [22_000, 9000, 4000, 5000],
  types: ["I", "P", "B", "B"],
  fps: 25,
};

function make(
  options: object,
  traces: Readonly<Record<string, TraceFrames>> = { a: trace },
): Traffic {
  const plugin = traceFile((path) => traces[path] as TraceFrames);
  return plugin.create(
    starContext(two),
    parseOptions(plugin, { headers: "none", files: ["a"], ...options }),
    {},
  );
}

const frameSizes = (traffic: Traffic, stream: number): number[] => {
  const sizes = new Map<number, number>();
  for (const { tag, bytes } of take(traffic.streams[stream], 1e4))
    sizes.set(tag, (sizes.get(tag) ?? 0) + bytes);
  return [...sizes.values()];
};

describe("a trace", () => {
  it("is played frame by frame, and again from the first when it ends", () => {
    const traffic = make({ load: 0.001, frames: 6, begin: "first" });
    expect(traffic.frames!.periodTicks).toBe(10_000_000);
    expect(frameSizes(traffic, 0)).toEqual([
      22_000, 9000, 4000, 5000, 22_000, 9000,
    ]);
  });

  it("begins anywhere, unless it is to begin with the first frame", () => {
    const traffic = make({ load: 0.05, frames: 1 });
    const firsts = new Set(
      traffic.streams.map((_, i) => frameSizes(traffic, i)[0]),
    );
    expect([...firsts].sort((a, b) => a! - b!)).toEqual([
      4000, 5000, 9000, 22_000,
    ]);
  });

  it("is scaled in the last stream so that the load comes out", () => {
    // 3 Mb/s: one stream of 2 Mb/s and one of half its size.
    const traffic = make({ load: 0.0015, frames: 4, begin: "first" });
    expect(traffic.streams).toHaveLength(4);
    expect(frameSizes(traffic, 1)).toEqual([11_000, 4500, 2000, 2500]);
  });

  it("keeps its I frames from being dropped", () => {
    const flags = take(
      make({ load: 0.001, frames: 4, begin: "first" }).streams[0],
      1e4,
    ).map(({ flags }) => flags);
    // 22 + 9 + 4 + 5 packets.
    expect(flags).toHaveLength(40);
    const inner = (packets: number) => [
      0,
      ...Array.from({ length: packets - 2 }, () => 1),
      0,
    ];
    expect(flags).toEqual([
      ...Array.from({ length: 22 }, () => 0),
      ...inner(9),
      ...inner(4),
      ...inner(5),
    ]);
  });

  it("takes a packet for a frame that the encoder skipped", () => {
    const skipped = { ...trace, bytes: [22_000, 0, 4000, 5000] };
    const traffic = make(
      { load: 0.00078, frames: 4, begin: "first" },
      { a: skipped },
    );
    expect(traffic.frames!.packets(2)).toBe(1);
  });

  it.each([
    ["packets of a frame each", [99]],
    ["a byte each, padded", [1]],
    ["just over a packet", [1025, 1025, 1025]],
    ["some skipped", [0, 0, 0, 5000]],
    ["of all sizes", [22_000, 9000, 4000, 5000, 17, 1024, 3]],
  ])(
    "has its load on the wire, not that of frames that spread over many packets: %s",
    (_, bytes) => {
      const sizes: TraceFrames = { bytes, types: ["I"], fps: 1000 };
      // 0.0107 of 2 Gb/s, not a whole number of streams.
      const load = 0.0107;
      const traffic = make(
        { load, headers: "rc", begin: "first" },
        { a: sizes },
      );
      const seconds = 0.02 * bytes.length;
      const packets = bytes.reduce(
        (sum, b) => sum + Math.ceil(b / 1024) + 1,
        0,
      );
      let wire = 0;
      for (const stream of traffic.streams)
        for (const draft of take(stream, 20 * packets)) {
          // Each stream's frames of that time, which its phase shifts.
          if (draft.tag >= 20 * bytes.length * traffic.frames!.streams) break;
          wire += draft.bytes;
        }
      const offered = wire / 2 / seconds / 250e6;
      // The last stream cannot be scaled to parts of bytes and packets.
      expect(offered / load).toBeGreaterThan(0.97);
      expect(offered / load).toBeLessThan(1.0001);
      expect(traffic.offeredLoad! / offered).toBeCloseTo(1, 6);
    },
  );

  it("goes with others of the same number of frames a second only", () => {
    expect(() =>
      make(
        { load: 0.5, files: ["a", "b"] },
        { a: trace, b: { ...trace, fps: 30 } },
      ),
    ).toThrow(refused("E_TRACE_FILE_FPS", { where: { path: "files[1]" } }));
    expect(() =>
      make({ load: 0.5 }, { a: { ...trace, bytes: [0, 0, 0, 0] } }),
    ).toThrow(refused("E_TRACE_FILE_EMPTY"));
  });
});
