import {
  parseOptions,
  type OptionsInput,
  type PacketDraft,
} from "@fabriclab/spec";
import { control } from "@fabriclab/traffic-control";
import { starContext, starOf } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";

const five = starOf(["A", "B", "C", "D", "E"]);
const refused = (code: string, extra: object = {}) =>
  expect.objectContaining({ code, ...extra });

const make = (options: OptionsInput<typeof control.params>, on = five) =>
  control.create(starContext(on), parseOptions(control, options), {});

function take(
  traffic: ReturnType<typeof make>,
  host: number,
  count: number,
): PacketDraft[] {
  const draft: PacketDraft = {
    birth: -1,
    dlid: -1,
    bytes: -1,
    sl: -1,
    tag: -1,
    flags: -1,
    retryAt: -2,
  };
  return Array.from({ length: count }, () => {
    expect(traffic.streams[host]!.next(draft)).toBe(true);
    return { ...draft };
  });
}

describe("control packets", () => {
  it("come once per 33.3 ms and host, on VL15, never to be dropped", () => {
    const traffic = make({});
    expect(traffic.streams).toHaveLength(5);
    expect(control.management).toBe(true);
    for (const [host, stream] of traffic.streams.entries()) {
      expect(stream.management).toBe(true);
      const taken = take(traffic, host, 1001);
      // 33.3 ms are 8,325,000 ticks of 4 ns.
      expect(taken[0]!.birth).toBeLessThan(8_325_000);
      expect(taken[1000]!.birth - taken[0]!.birth).toBe(8_325_000_000);
      // A MAD of 256 bytes and the headers of a datagram.
      expect(new Set(taken.map(({ bytes }) => bytes))).toEqual(new Set([290]));
      expect(new Set(taken.map(({ flags }) => flags))).toEqual(new Set([0]));
    }
    // 290 bytes of 4 ns in 33.3 ms.
    expect(traffic.offeredLoad).toBeCloseTo(1160 / 33_300_000, 12);
  });

  it("start at a time of each host's own", () => {
    const traffic = make({});
    const starts = traffic.streams.map(
      (_, host) => take(traffic, host, 1)[0]!.birth,
    );
    expect(new Set(starts).size).toBe(5);
  });

  it("go to hosts drawn one by one, or to the manager", () => {
    const drawn = take(make({}), 1, 400).map(({ dlid }) => dlid);
    expect([...new Set(drawn)].sort()).toEqual([100, 102, 103, 104]);
    for (const to of [100, 102, 103, 104])
      // Binomial(400, 1/4): standard deviation 8.7.
      expect(
        Math.abs(drawn.filter((dlid) => dlid === to).length - 100),
      ).toBeLessThan(40);
    const managed = make({ manager: "C" });
    for (const host of [0, 1, 3, 4])
      expect(new Set(take(managed, host, 20).map(({ dlid }) => dlid))).toEqual(
        new Set([102]),
      );
    expect(new Set(take(managed, 2, 200).map(({ dlid }) => dlid))).toEqual(
      new Set([100, 101, 103, 104]),
    );
  });

  it("are padded to whole words under headers, and as asked without", () => {
    expect(take(make({ size: "61B" }), 0, 1)[0]!.bytes).toBe(64 + 34);
    expect(take(make({ size: "61B", headers: "none" }), 0, 1)[0]!.bytes).toBe(
      61,
    );
  });

  it("refuse impossible options", () => {
    expect(() => make({ period: "0" })).toThrow(refused("E_CONTROL_PERIOD"));
    // 290 bytes of 4 ns take 1160 ns.
    expect(make({ period: "1160ns" }).offeredLoad).toBe(1);
    expect(() => make({ period: "1159ns" })).toThrow(
      refused("E_CONTROL_PERIOD", {
        got: "1.159us",
        where: { path: "period" },
        expected:
          "at least 1.16us, which 290 bytes take on the slowest link of a host",
      }),
    );
    expect(() => make({ size: "0B" })).toThrow(refused("E_CONTROL_SIZE"));
    expect(() => make({ size: "8KiB" })).toThrow(refused("E_CONTROL_SIZE"));
    expect(() => make({ manager: "F" })).toThrow(refused("E_CONTROL_MANAGER"));
    expect(() => make({}, starOf(["A"]))).toThrow(refused("E_CONTROL_HOSTS"));
  });
});
