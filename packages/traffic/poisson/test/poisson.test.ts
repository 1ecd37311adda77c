import {
  PACKET_DROPPABLE,
  parseOptions,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import {
  hotspot,
  randomPermutation,
  shift,
  transpose,
  uniform,
} from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { starContext, starOf } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { blank, make, take } from "./drafts.ts";

const names = ["A", "B", "C", "D", "E", "F", "G", "H"];
const eight = starOf(names);
const refused = (code: string, extra: object = {}) =>
  expect.objectContaining({ code, ...extra });

describe("rate", () => {
  it("offers the asked load: wire bytes against ticks of the host link", () => {
    const n = 40_000;
    for (const load of [0.1, 0.5, 0.95]) {
      const traffic = make(starContext(eight), { load, size: "256B" }, uniform);
      expect(traffic.offeredLoad).toBe(load);
      for (const stream of traffic.streams.slice(0, 2)) {
        const last = take(stream, n).at(-1)!;
        // n exponentials of mean 256/load ticks (4 ns a byte, 4 ns a tick): relative standard deviation 1/sqrt(n).
        const mean = last.birth / n;
        expect(Math.abs((mean * load) / 256 - 1)).toBeLessThan(
          4.5 / Math.sqrt(n),
        );
      }
    }
  });

  it("keeps the mean when the time between packets is less than a tick", () => {
    const n = 40_000;
    // A tick of 1 us against a packet every 0.256 us: rounding every gap would give a mean of 0.22 or 1 ticks instead of 0.256.
    const traffic = make(
      starContext(eight, { tickPs: 1_000_000 }),
      { load: 0.5, size: "32B" },
      uniform,
    );
    const drafts = take(traffic.streams[0]!, n);
    expect(Math.abs(drafts.at(-1)!.birth / n / 0.256 - 1)).toBeLessThan(
      4.5 / Math.sqrt(n),
    );
    for (const { birth } of drafts) expect(Number.isInteger(birth)).toBe(true);
  });

  it("has births that never decrease and gaps with the variance of an exponential", () => {
    const births = take(
      make(
        starContext(eight, { tickPs: 1 }),
        { load: 0.4, size: "256B" },
        uniform,
      ).streams[3]!,
      40_001,
    ).map((d) => d.birth);
    const gaps = births.slice(1).map((birth, i) => birth - births[i]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    const mean = gaps.reduce((a, b) => a + b) / gaps.length;
    const variance =
      gaps.reduce((a, b) => a + (b - mean) ** 2, 0) / gaps.length;
    // Sample variance of an exponential: relative standard deviation sqrt(8/n).
    expect(Math.abs(variance / mean ** 2 - 1)).toBeLessThan(
      4.5 * Math.sqrt(8 / gaps.length) + 9 / Math.sqrt(gaps.length),
    );
  });

  it("counts headers into the load", () => {
    const n = 40_000;
    const traffic = make(
      starContext(eight),
      { load: 0.5, size: "256B", headers: "ud" },
      uniform,
    );
    const drafts = take(traffic.streams[0]!, n);
    expect(new Set(drafts.map((d) => d.bytes))).toEqual(new Set([290]));
    expect(Math.abs((drafts.at(-1)!.birth / n / 290) * 0.5 - 1)).toBeLessThan(
      4.5 / Math.sqrt(n),
    );
  });

  it("mixes sizes by their weights and keeps the load", () => {
    const n = 60_000;
    const mix = [
      { size: "64B", weight: 3 },
      { size: "1KiB", weight: 1 },
    ];
    const traffic = make(
      starContext(eight),
      { load: 0.5, sizes: mix },
      uniform,
    );
    const drafts = take(traffic.streams[0]!, n);
    const large = drafts.filter((d) => d.bytes === 1024).length;
    expect(Math.abs(large / n - 0.25)).toBeLessThan(
      4.5 * Math.sqrt((0.25 * 0.75) / n),
    );
    expect(drafts.filter((d) => d.bytes === 64)).toHaveLength(n - large);
    // Mean message 304 bytes.
    expect(Math.abs((drafts.at(-1)!.birth / n / 304) * 0.5 - 1)).toBeLessThan(
      4.5 / Math.sqrt(n),
    );
    expect([traffic.minPacketBytes, traffic.maxPacketBytes]).toEqual([
      64, 1024,
    ]);
  });

  it("offers nothing from silent hosts and says so in the mean load", () => {
    const nine = starOf([..."ABCDEFGHI"]);
    const traffic = make(starContext(nine), { load: 0.3 }, transpose);
    expect(traffic.streams).toHaveLength(6);
    expect(traffic.offeredLoad).toBeCloseTo(0.2, 12);
    expect(traffic.streams.map((s) => s.source)).toEqual([2, 3, 4, 6, 7, 8]);
  });
});

describe("packets", () => {
  it("cuts messages at the MTU into packets of one birth, LID and tag", () => {
    const traffic = make(
      starContext(eight),
      { load: 0.5, size: "2500B", mtu: "1KiB", headers: "rc" },
      uniform,
    );
    const drafts = take(traffic.streams[0]!, 9);
    expect(drafts.map((d) => d.bytes)).toEqual([
      1050, 1050, 478, 1050, 1050, 478, 1050, 1050, 478,
    ]);
    expect(drafts.map((d) => d.tag)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    for (const message of [0, 3, 6]) {
      for (const part of [1, 2]) {
        expect(drafts[message + part]!.birth).toBe(drafts[message]!.birth);
        expect(drafts[message + part]!.dlid).toBe(drafts[message]!.dlid);
      }
    }
    expect([traffic.minPacketBytes, traffic.maxPacketBytes]).toEqual([
      478, 1050,
    ]);
  });

  it("addresses the host that the pattern names", () => {
    const traffic = make(starContext(eight), { load: 0.5 }, shift, { by: 3 });
    traffic.streams.forEach((stream, i) => {
      for (const { dlid } of take(stream, 5))
        expect(dlid).toBe(100 + ((i + 3) % 8));
    });
  });

  it("draws destinations only from other hosts", () => {
    const traffic = make(starContext(eight), { load: 0.5 }, hotspot, {
      hosts: [2],
      fraction: 0.7,
    });
    const to = new Set(take(traffic.streams[2]!, 500).map((d) => d.dlid));
    expect([...to].sort()).toEqual([100, 101, 103, 104, 105, 106, 107]);
  });
});

describe("service levels", () => {
  const levels = (options: object, ctx = starContext(eight)): number[] =>
    take(make(ctx, { load: 0.5, ...options }, uniform).streams[0]!, 300).map(
      (d) => d.sl,
    );

  it("come from the routing when nothing is said, and are declared", () => {
    const ctx = starContext(eight, {
      lanes: 4,
      pathSl: (from, to) => (from + to) % 4,
    });
    const stream = make(ctx, { load: 0.5 }, uniform).streams[1]!;
    for (const { sl, dlid } of take(stream, 50))
      expect(sl).toBe((1 + dlid - 100) % 4);
    expect(stream.serviceLevels).toEqual([0, 1, 2, 3]);
  });

  it("take turns, fall at random, or follow the destination", () => {
    expect(levels({ sl: [0, 2, 5] }).slice(0, 7)).toEqual([
      0, 2, 5, 0, 2, 5, 0,
    ]);
    const random = levels({ sl: [1, 3], slChoice: "random" });
    // Binomial(300, 1/2): standard deviation 8.7.
    expect(Math.abs(random.filter((sl) => sl === 1).length - 150)).toBeLessThan(
      40,
    );
    const hashed = take(
      make(
        starContext(eight),
        { load: 0.5, sl: [0, 1], slChoice: "hash" },
        uniform,
      ).streams[0]!,
      300,
    );
    const byLid = new Map(hashed.map((d) => [d.dlid, d.sl]));
    for (const d of hashed) expect(d.sl).toBe(byLid.get(d.dlid));
    expect(new Set(byLid.values())).toEqual(new Set([0, 1]));
    expect(new Set(levels({ sl: 4 }))).toEqual(new Set([4]));
  });

  it("that no destination falls on are not declared: their lanes would be waited for", () => {
    for (const pattern of [shift, randomPermutation, uniform]) {
      const { streams } = make(
        starContext(eight),
        { load: 0.5, sl: [7, 0, 2, 3, 4, 5, 6], slChoice: "hash" },
        pattern,
      );
      for (const stream of streams) {
        const used = new Set(take(stream, 300).map(({ sl }) => sl));
        expect(new Set(stream.serviceLevels)).toEqual(used);
        if (pattern !== uniform) expect(used.size).toBe(1);
      }
    }
  });

  it("turn once per message, not per packet", () => {
    expect(
      levels({ sl: [0, 1], size: "512B", mtu: "256B" }).slice(0, 6),
    ).toEqual([0, 0, 1, 1, 0, 0]);
  });
});

describe("streams", () => {
  it("are the same for the same seed and differ between seeds and hosts", () => {
    const births = (seed: number, host: number): number[] =>
      take(
        make(starContext(eight, { seed }), { load: 0.5 }, uniform).streams[
          host
        ]!,
        20,
      ).map((d) => d.birth);
    expect(births(1, 0)).toEqual(births(1, 0));
    expect(births(1, 0)).not.toEqual(births(2, 0));
    expect(births(1, 0)).not.toEqual(births(1, 1));
  });

  it("of a host do not change when another host joins", () => {
    // A permutation's drawing depends on the number of hosts, a fixed shift does not.
    const few = make(
      starContext(starOf(names.slice(0, 5))),
      { load: 0.5 },
      shift,
      {
        by: 1,
      },
    );
    const more = make(starContext(eight), { load: 0.5 }, shift, { by: 1 });
    for (const host of [0, 1, 2, 3])
      expect(take(few.streams[host]!, 50)).toEqual(
        take(more.streams[host]!, 50),
      );
  });

  it("of hosts with one and the same name differ", () => {
    const [a, b] = make(
      starContext(starOf(["twin", "twin", "C"])),
      { load: 0.5 },
      uniform,
    ).streams;
    expect(take(a!, 10).map((d) => d.birth)).not.toEqual(
      take(b!, 10).map((d) => d.birth),
    );
  });

  it("of a pattern that falls silent end for good", () => {
    const ctx = starContext(starOf(["A", "B"]));
    const options = parseOptions(poisson, { load: 0.5 });
    let asked = 0;
    const pattern = {
      destination: (source: number) => (asked++ < 3 ? 1 - source : -1),
    };
    const stream = poisson.create(ctx, options, { pattern }).streams[0]!;
    const draft = blank();
    expect(stream.next(draft)).toBe(true);
    while (stream.next(draft));
    expect(draft.retryAt).toBe(-1);
    expect(stream.next(draft)).toBe(false);
  });

  it("random permutations reach every host once", () => {
    const traffic = make(starContext(eight), { load: 0.5 }, randomPermutation);
    const to = traffic.streams.map((s) => take(s, 1)[0]!.dlid);
    expect([...to].sort()).toEqual([100, 101, 102, 103, 104, 105, 106, 107]);
  });
});

describe("refusals", () => {
  const parse = (options: object) =>
    parseOptions(poisson, options, { path: "traffic[0]" });

  it("names the key of a load outside (0, 1] and mends a percentage", () => {
    for (const load of [0, -0.1, 1.01, 2.5, 1000]) {
      expect(() => parse({ load })).toThrow(
        refused("E_POISSON_LOAD", { where: { path: "traffic[0].load" } }),
      );
    }
    expect(() => parse({ load: 30 })).toThrow(
      refused("E_POISSON_LOAD", { hint: "30 % is written 0.3" }),
    );
    expect(() => parse({})).toThrow(refused("E_SPEC_BAD_PARAMETER"));
    expect(parse({ load: 1 }).load).toBe(1);
  });

  it("takes a load above 1, up to 2, only where an overload is said to be meant", () => {
    expect(() => parse({ load: 1.2 })).toThrow(
      refused("E_POISSON_LOAD", {
        got: "1.2",
        hint: "write overload: true beside it where the host's own link is meant to be overloaded",
      }),
    );
    expect(parse({ load: 1.2, overload: true }).load).toBe(1.2);
    expect(() => parse({ load: 2.1, overload: true })).toThrow(
      refused("E_POISSON_LOAD", { where: { path: "traffic[0].load" } }),
    );
  });

  it("refuses empty messages, also in a mix", () => {
    expect(() => parse({ load: 0.5, size: "0B" })).toThrow(
      refused("E_POISSON_SIZE"),
    );
    expect(() => parse({ load: 0.5, sizes: [{ size: 0, weight: 1 }] })).toThrow(
      refused("E_POISSON_SIZE"),
    );
    expect(() => parse({ load: 0.5, size: 256 })).toThrow(
      refused("E_UNITS_SIZE"),
    );
    expect(() =>
      parse({ load: 0.5, sizes: [{ size: "1B", weight: 0 }] }),
    ).toThrow(refused("E_SPEC_BAD_PARAMETER"));
    // Two of these have no finite sum.
    expect(() =>
      parse({ load: 0.5, sizes: [{ size: "1B", weight: 1e308 }] }),
    ).toThrow(refused("E_SPEC_BAD_PARAMETER"));
  });

  it("refuses MTUs that InfiniBand does not have and service levels above 15", () => {
    expect(() => parse({ load: 0.5, mtu: "1000B" })).toThrow(
      refused("E_POISSON_MTU"),
    );
    expect(() => parse({ load: 0.5, sl: 16 })).toThrow(
      refused("E_SPEC_BAD_PARAMETER"),
    );
    expect(() => parse({ load: 0.5, sl: [] })).toThrow(
      refused("E_SPEC_BAD_PARAMETER"),
    );
  });

  it("takes random path bits message by message, or the adaptive LID, at the same times and to the same hosts", () => {
    const world = starContext(eight);
    const tables = {
      ...world.tables,
      multipath: {
        bits: 2,
        lid: (to: number, value: number) => 1000 + 10 * to + value,
        adaptiveLid: (to: number) => 1009 + 10 * to,
        paths: () => [],
      },
    } as unknown as TrafficTablesContext["tables"];
    const drafts = (paths: "single" | "random" | "adaptive") =>
      take(
        make({ ...world, tables }, { load: 0.5, paths }, uniform).streams[0]!,
        4000,
      );
    const single = drafts("single");
    const hostOf = new Map<number, number>();
    const values = [0, 0, 0, 0];
    for (const [at, { dlid, birth }] of drafts("random").entries()) {
      expect(birth).toBe(single[at]!.birth);
      const host = Math.floor((dlid - 1000) / 10);
      expect(hostOf.get(single[at]!.dlid) ?? host).toBe(host);
      hostOf.set(single[at]!.dlid, host);
      values[(dlid - 1000) % 10]! += 1;
    }
    // Binomial, n = 4000, p = 1/4: standard deviation 27.4.
    for (const count of values)
      expect(Math.abs(count - 1000)).toBeLessThan(137);
    for (const [at, { dlid }] of drafts("adaptive").entries())
      expect(dlid).toBe(1009 + 10 * hostOf.get(single[at]!.dlid)!);
  });

  it("refuses random path bits where the tables have one path for a pair", () => {
    expect(() =>
      make(starContext(eight), { load: 0.5, paths: "random" }, uniform),
    ).toThrow(refused("E_SPEC_NO_MULTIPATH"));
  });

  it("marks its packets for drop policies where it is told to", () => {
    const flags = (options: object) =>
      take(
        make(starContext(eight), { load: 0.5, ...options }, uniform)
          .streams[0]!,
        3,
      ).map((draft) => draft.flags & PACKET_DROPPABLE);
    expect(flags({})).toEqual([0, 0, 0]);
    expect(flags({ droppable: true })).toEqual(Array(3).fill(PACKET_DROPPABLE));
  });

  it("needs a pattern", () => {
    expect(() =>
      poisson.create(starContext(eight), parse({ load: 0.5 }), {}),
    ).toThrow(refused("E_POISSON_NO_PATTERN"));
  });
});
