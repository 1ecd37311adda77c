import { parseOptions } from "@fabriclab/spec";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { describe, expect, it } from "vitest";
import { all, groupsOf, make, type Written } from "./operations.ts";
import { context, hosts, star } from "./star.ts";

const fat = context(hosts(128));
const ten = context(hosts(10));
const refused = (code: string, extra: object = {}) =>
  expect.objectContaining({ code, ...extra });
const indices = (list: readonly number[]): number[] =>
  list.map((endport) => endport - 1);

describe("how many", () => {
  it("rounds shares to the nearest host: 13, 51, 90, 128 of 128 and 102 of 256", () => {
    for (const [group, members] of [
      ["10%", 13],
      ["40%", 51],
      ["70%", 90],
      ["100%", 128],
      [0.1, 13],
      [0.7, 90],
      ["all", 128],
      [17, 17],
      ["17", 17],
    ] as const) {
      expect(groupsOf(fat, { group })[0]!.members).toHaveLength(members);
      expect(
        make(fat, { sources: group, send: "unicast" }).streams,
      ).toHaveLength(members);
    }
    expect(make(context(hosts(256)), { sources: "40%" }).streams).toHaveLength(
      102,
    );
  });

  it("takes a whole number as a count: 1 is one source, not all", () => {
    expect(make(fat, { sources: 1 }).streams).toHaveLength(1);
    expect(make(fat).streams).toHaveLength(1);
  });

  it("makes the paper's one-source unicast operation send 12 and 127 copies to groups of 10 % and 100 %", () => {
    expect(
      all(make(fat, { group: "10%", send: "unicast" }).streams[0]!),
    ).toHaveLength(12);
    expect(
      all(make(fat, { group: "100%", send: "unicast" }).streams[0]!),
    ).toHaveLength(127);
  });
});

describe("own groups", () => {
  it("have their source among the members", () => {
    const groups = groupsOf(fat, { sources: "40%", group: "10%" });
    expect(groups).toHaveLength(51);
    for (const { members, sources } of groups) {
      expect(sources).toHaveLength(1);
      expect(members).toContain(sources[0]);
      expect(new Set(members).size).toBe(13);
    }
    expect(new Set(groups.map(({ members }) => members.join())).size).toBe(51);
  });

  it("leave membership to chance when asked: a source is a member as often as any host", () => {
    let member = 0;
    for (let seed = 0; seed < 40; seed++) {
      const groups = groupsOf(context(hosts(50), { seed }), {
        sources: "all",
        group: "40%",
        sourceMember: "chance",
      });
      member += groups.filter(({ members, sources }) =>
        members.includes(sources[0]!),
      ).length;
    }
    // Binomial(2000, 0.4): standard deviation 21.9.
    expect(Math.abs(member - 800)).toBeLessThan(4.5 * 21.9);
  });

  it("choose every other host equally often", () => {
    const count = new Array<number>(20).fill(0);
    for (let seed = 0; seed < 2000; seed++) {
      const [group] = groupsOf(context(hosts(20), { seed }), {
        sourceAt: 0,
        group: 5,
      });
      for (const host of indices(group!.members)) count[host]! += 1;
    }
    expect(count[0]).toBe(2000);
    // Each of 19 others with chance 4/19: standard deviation 18.2.
    for (const c of count.slice(1))
      expect(Math.abs(c - 2000 * (4 / 19))).toBeLessThan(4.5 * 18.3);
  });
});

describe("the same group", () => {
  it("is one group with every source", () => {
    const groups = groupsOf(fat, {
      sources: "40%",
      group: "10%",
      groups: "same",
    });
    expect(groups).toHaveLength(1);
    expect(groups[0]!.members).toHaveLength(13);
    expect(groups[0]!.sources).toHaveLength(51);
  });

  it("gets the packet whole from a source outside, and without its own member from one inside", () => {
    const options: Written = { sources: "all", group: "10%", groups: "same" };
    const members = new Set(groupsOf(fat, options)[0]!.members);
    const traffic = make(fat, { ...options, send: "unicast" });
    for (const stream of traffic.streams)
      expect(all(stream)).toHaveLength(members.has(stream.source) ? 12 : 13);
    expect(traffic.expectedDeliveries).toBe(13 * 12 + 115 * 13);
  });

  it("can be listed by name or index", () => {
    const [group] = groupsOf(ten, { members: ["h3", 7, "h1"], sourceAt: "h7" });
    expect(indices(group!.members)).toEqual([1, 3, 7]);
    expect(indices(group!.sources)).toEqual([7]);
  });

  it("refuses a listed group without its source, unless a send-only join is allowed", () => {
    const options: Written = { members: ["h3", "h1"], sourceAt: "h7" };
    expect(() => groupsOf(ten, options)).toThrow(
      refused("E_MULTICAST_OPERATION_SOURCE_NOT_MEMBER", {
        got: "h7",
        where: { path: "members" },
      }),
    );
    expect(
      make(ten, { ...options, allowNonMember: true }).expectedDeliveries,
    ).toBe(2);
  });
});

describe("multicast", () => {
  it("drafts one jumbo packet of the size on the wire, to the group's MLID", () => {
    const traffic = make(ten, { sources: 3, group: 4, size: "128KiB" });
    traffic.streams.forEach((stream, i) => {
      expect(all(stream)).toEqual([
        {
          birth: 0,
          dlid: 0xc000 + i,
          bytes: 131072,
          sl: 0,
          tag: i,
          flags: 0,
          retryAt: -2,
        },
      ]);
    });
    expect(traffic).toMatchObject({
      finite: true,
      operations: 3,
      expectedDeliveries: 9,
      maxPacketBytes: 131072,
      minPacketBytes: 131072,
    });
  });

  it("cuts at the MTU with 74 bytes of headers, the global route header included", () => {
    const traffic = make(ten, { group: 4, size: "5000B", framing: "mtu" });
    expect(all(traffic.streams[0]!).map((d) => d.bytes)).toEqual([
      2122, 2122, 978,
    ]);
    expect(traffic).toMatchObject({
      expectedDeliveries: 9,
      maxPacketBytes: 2122,
      minPacketBytes: 978,
    });
  });

  it("sends a copy to every MLID that the tables name for a group", () => {
    const two = context(hosts(10), { mlids: () => [0xc005, 0xc009] });
    expect(all(make(two, { group: 5 }).streams[0]!).map((d) => d.dlid)).toEqual(
      [0xc005, 0xc009],
    );
  });

  it("needs tables with a multicast part; unicast does not, and asks for no group", () => {
    const bare = context(hosts(10), { multicast: false });
    expect(() => make(bare)).toThrow(
      refused("E_MULTICAST_OPERATION_NO_TABLES"),
    );
    expect(make(bare, { send: "unicast" }).streams).toHaveLength(1);
    expect(groupsOf(bare, { send: "unicast" })).toEqual([]);
  });
});

describe("replicated unicast", () => {
  const members: Written = {
    members: [0, 2, 5, 9],
    sourceAt: 2,
    send: "unicast",
  };

  it("sends to the members of the multicast group of the same seed, but not to itself", () => {
    const options: Written = { sources: 4, group: 5 };
    const groups = groupsOf(ten, options);
    make(ten, { ...options, send: "unicast" }).streams.forEach((stream, i) => {
      expect(
        all(stream)
          .map((d) => 2000 - d.dlid + 1)
          .sort((a, b) => a - b),
      ).toEqual(groups[i]!.members.filter((m) => m !== stream.source));
    });
  });

  it("goes by ascending LID when asked, with the routing's service level", () => {
    const drafts = all(make(ten, { ...members, order: "lid" }).streams[0]!);
    expect(drafts.map((d) => d.dlid)).toEqual([1991, 1995, 2000]);
    expect(drafts.map((d) => d.sl)).toEqual([1, 5, 0]);
    expect(
      all(make(ten, { ...members, sl: 3 }).streams[0]!).map((d) => d.sl),
    ).toEqual([3, 3, 3]);
  });

  it("draws every order equally often", () => {
    const seen = new Map<string, number>();
    for (let seed = 0; seed < 1200; seed++) {
      const order = all(make(context(hosts(10), { seed }), members).streams[0]!)
        .map((d) => d.dlid)
        .join();
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    expect(seen.size).toBe(6);
    // Multinomial: standard deviation sqrt(1200 * 5/36) = 12.9.
    for (const n of seen.values())
      expect(Math.abs(n - 200)).toBeLessThan(4.5 * 12.9);
  });

  it("finishes a member's segments before the next member", () => {
    const drafts = all(
      make(ten, {
        ...members,
        order: "lid",
        framing: "mtu",
        mtu: "256B",
        size: "300B",
      }).streams[0]!,
    );
    expect(drafts.map((d) => [d.dlid, d.bytes])).toEqual([
      [1991, 290],
      [1991, 78],
      [1995, 290],
      [1995, 78],
      [2000, 290],
      [2000, 78],
    ]);
  });
});

describe("service levels", () => {
  const levels = (extra: Written, seed = 1): number[][] =>
    make(context(hosts(40), { seed }), {
      sources: 4,
      group: "all",
      send: "unicast",
      ...extra,
    }).streams.map((stream) => {
      const found = all(stream).map((draft) => draft.sl);
      expect(stream.serviceLevels).toEqual([...new Set(found)].sort());
      return found;
    });

  it("go round packet by packet, the packets of a message and of the next operation included", () => {
    for (const found of levels({
      sl: [0, 1, 3],
      repeats: 2,
      framing: "mtu",
      mtu: "256B",
      size: "600B",
    })) {
      expect(found).toHaveLength(2 * 39 * 3);
      const turn = [0, 1, 3];
      const first = turn.indexOf(found[0]!);
      expect(found).toEqual(found.map((_, i) => turn[(first + i) % 3]));
    }
  });

  it("begin at each level equally often, so that single packets of many sources are spread", () => {
    const count = [0, 0, 0, 0];
    for (let seed = 0; seed < 50; seed++) {
      for (const stream of make(context(hosts(40), { seed }), {
        sources: "all",
        group: 5,
        sl: [0, 1, 2, 3],
      }).streams)
        count[all(stream)[0]!.sl]! += 1;
    }
    // Binomial(2000, 1/4): standard deviation 19.4.
    for (const n of count) expect(Math.abs(n - 500)).toBeLessThan(4.5 * 19.4);
  });

  it("are drawn, or follow the destination, when asked", () => {
    const random = levels({ sl: [2, 5], slChoice: "random" }).flat();
    expect(new Set(random)).toEqual(new Set([2, 5]));
    expect(levels({ sl: [2, 5], slChoice: "random" }, 2).flat()).not.toEqual(
      random,
    );
    const traffic = make(ten, {
      sources: "all",
      group: "all",
      send: "unicast",
      sl: [0, 1],
      slChoice: "hash",
    });
    const byLid = new Map<number, number>();
    for (const draft of traffic.streams.flatMap(all)) {
      expect(draft.sl).toBe(byLid.get(draft.dlid) ?? draft.sl);
      byLid.set(draft.dlid, draft.sl);
    }
    expect(new Set(byLid.values())).toEqual(new Set([0, 1]));
  });

  it("are declared where packets get them: of seven by hash, those of the few receivers", () => {
    const traffic = make(ten, {
      sources: "all",
      group: 3,
      send: "unicast",
      sl: [0, 1, 2, 3, 4, 5, 6],
      slChoice: "hash",
    });
    for (const stream of traffic.streams) {
      const declared = stream.serviceLevels;
      const used = new Set(all(stream).map((draft) => draft.sl));
      expect(new Set(declared)).toEqual(used);
      expect(used.size).toBeLessThanOrEqual(3);
    }
  });

  it("leave sources, groups and order as they are", () => {
    const dlids = (extra: Written) =>
      make(ten, {
        sources: 4,
        group: 5,
        send: "unicast",
        ...extra,
      }).streams.map((stream) => all(stream).map((draft) => draft.dlid));
    expect(dlids({ sl: [0, 1] })).toEqual(dlids({}));
    expect(dlids({ sl: [0, 1], slChoice: "random" })).toEqual(dlids({}));
  });

  it("are between 0 and 15", () => {
    for (const sl of [[], [16], -1])
      expect(() => parseOptions(multicastOperation, { sl })).toThrow(
        refused("E_SPEC_BAD_PARAMETER"),
      );
  });
});

describe("time", () => {
  it("repeats operations with the same group, a tag each, at the interval", () => {
    const traffic = make(ten, {
      sources: 2,
      group: 3,
      repeats: 3,
      interval: "100ns",
      start: "10ns",
    });
    // Ticks of 4 ns: the start is rounded up, the interval is 25 ticks.
    const drafts = traffic.streams.map(all);
    expect(drafts[0]!.map((d) => [d.tag, d.birth])).toEqual([
      [0, 3],
      [1, 28],
      [2, 53],
    ]);
    expect(drafts[1]!.map((d) => d.tag)).toEqual([3, 4, 5]);
    expect(new Set(drafts[1]!.map((d) => d.dlid)).size).toBe(1);
    expect(traffic).toMatchObject({ operations: 6, expectedDeliveries: 12 });
  });
});

describe("determinism", () => {
  it("draws the same groups for `groups` and `create`, and others for another seed", () => {
    const options: Written = { sources: "40%", group: "40%" };
    expect(groupsOf(context(hosts(30)), options)).toEqual(
      groupsOf(context(hosts(30)), options),
    );
    expect(groupsOf(context(hosts(30), { seed: 2 }), options)).not.toEqual(
      groupsOf(context(hosts(30)), options),
    );
  });
});

describe("refusals", () => {
  it("refuses a group of one, drawn or listed, and tells where", () => {
    for (const options of [
      { group: 1 },
      { group: "5%" },
      { group: 1, groups: "same" },
      { members: ["h1"], sourceAt: "h1" },
    ] satisfies Written[]) {
      expect(() => groupsOf(ten, options)).toThrow(
        refused("E_MULTICAST_OPERATION_GROUP_OF_ONE"),
      );
      expect(() => make(ten, { ...options, send: "unicast" })).toThrow(
        refused("E_MULTICAST_OPERATION_GROUP_OF_ONE"),
      );
    }
  });

  it("refuses more members or sources than hosts, and none", () => {
    expect(() => groupsOf(ten, { group: 11 })).toThrow(
      refused("E_MULTICAST_OPERATION_GROUP"),
    );
    expect(() => groupsOf(ten, { sources: 11 })).toThrow(
      refused("E_MULTICAST_OPERATION_SOURCES"),
    );
    // 0.1 of a host
    expect(() => groupsOf(ten, { sources: "1%" })).toThrow(
      expect.objectContaining({
        code: "E_MULTICAST_OPERATION_SOURCES",
        hint: expect.stringContaining("rounded to the nearest"),
      }),
    );
  });

  it("refuses shares that are none, messages of zero and MTUs that do not exist", () => {
    const parse = (options: object) =>
      parseOptions(multicastOperation, options, { path: "traffic[0]" });
    for (const sources of [0, -1, 1.5, "140%", "0%", "many", "-3", ""]) {
      expect(() => parse({ sources })).toThrow(
        refused("E_MULTICAST_OPERATION_SHARE", {
          where: { path: "traffic[0].sources" },
        }),
      );
    }
    for (const size of ["0B", 0])
      expect(() => parse({ size })).toThrow(
        refused("E_MULTICAST_OPERATION_SIZE"),
      );
    expect(() => parse({ mtu: "3KiB" })).toThrow(
      refused("E_MULTICAST_OPERATION_MTU"),
    );
    expect(() => parse({ repeats: 0 })).toThrow(
      refused("E_SPEC_BAD_PARAMETER"),
    );
  });

  it("says that members are a list of hosts, and where a share belongs", () => {
    expect(() =>
      parseOptions(
        multicastOperation,
        { members: 0.5 },
        { path: "traffic[0]" },
      ),
    ).toThrow(
      refused("E_SPEC_BAD_PARAMETER", {
        where: { path: "traffic[0].members" },
        expected:
          "a list of hosts, each a name or an index (the size of a group, or its share of the hosts, is `group`)",
      }),
    );
  });

  it("names the nearest host for a misspelt one, and refuses doubles", () => {
    expect(() =>
      groupsOf(context(star(["alpha", "beta", "gamma"])), {
        group: 2,
        sourceAt: "betta",
      }),
    ).toThrow(
      refused("E_MULTICAST_OPERATION_HOST", {
        hint: "did you mean beta?",
        where: { path: "sourceAt" },
      }),
    );
    expect(() => groupsOf(ten, { sourceAt: 10 })).toThrow(
      refused("E_MULTICAST_OPERATION_HOST"),
    );
    expect(() => groupsOf(ten, { members: ["h1", 1], sourceAt: 1 })).toThrow(
      refused("E_MULTICAST_OPERATION_HOST"),
    );
  });

  it("refuses a count of sources that contradicts the list", () => {
    expect(() => groupsOf(ten, { sources: 3, sourceAt: [0, 1] })).toThrow(
      refused("E_MULTICAST_OPERATION_SOURCE_AT"),
    );
    expect(
      make(ten, { sources: 2, sourceAt: [4, 1] }).streams.map((s) => s.source),
    ).toEqual([2, 5]);
    expect(make(ten, { sourceAt: [4, 1] }).streams).toHaveLength(2);
  });
});
