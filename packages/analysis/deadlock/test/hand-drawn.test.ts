import { describe, expect, it } from "vitest";
import {
  creditLoops,
  isDeadlockFree,
  roleOf,
} from "@fabriclab/analysis-deadlock";
import { FabricBuilder } from "@fabriclab/fabric";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import { ring, star } from "@fabriclab/testing-fabrics";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type Mlid,
  type Sl,
} from "@fabriclab/units";

/** Tables by a port per (switch, host); every endport has the LID of its number and one. */
function tablesBy(
  fabric: Fabric,
  port: (sw: number, host: number) => number,
  more: Partial<ForwardingTables> = {},
): ForwardingTables {
  const { endportCount, switchCount } = fabric;
  return {
    lids: lidTable(
      Uint16Array.from({ length: endportCount }, (_, i) => i + 1),
      new Uint8Array(endportCount),
    ),
    lft: Array.from({ length: switchCount }, (_, sw) =>
      Uint8Array.from({ length: endportCount + 1 }, (__, lid) =>
        lid <= switchCount ? NO_PORT : port(sw, lid - switchCount - 1),
      ),
    ),
    lanes: 1,
    engine: "drawn",
    pathLid: (_, destination) => (destination + 1) as Lid,
    pathSl: () => 0 as Sl,
    ...more,
  };
}

/**
 * Ring a-b-c-d of one host each, everybody clockwise. Cables in order a-b, b-c, c-d, d-a: a has b on 1 and d on 2, b has a on 1 and c on 2, c has b on 1
 * and d on 2, d has c on 1 and a on 2; hosts on 3.
 */
const square = ring(4);
const clockwise = (more: Partial<ForwardingTables> = {}): ForwardingTables =>
  tablesBy(
    square,
    (sw, host) => (sw === host ? 3 : ([1, 2, 2, 2][sw] ?? 0)),
    more,
  );
const [A, B, C, D] = [4, 5, 6, 7] as EndportIx[] as [
  EndportIx,
  EndportIx,
  EndportIx,
  EndportIx,
];

describe("a ring with everybody clockwise", () => {
  const { loops, ...rest } = creditLoops(square, clockwise());

  it("has one loop, of the four channels between switches", () => {
    expect(loops).toHaveLength(1);
    expect(loops[0]).toMatchObject({ vl: 0, channels: 4 });
    expect(loops[0]?.cycle.map(({ name }) => name)).toEqual([
      "a:1 VL0",
      "b:2 VL0",
      "c:2 VL0",
      "d:2 VL0",
    ]);
    // Four channels that lead to hosts are waited for too: 8 vertices; each channel waits for the next and for its host: 8 edges.
    expect(rest).toEqual({ vertexCount: 8, edgeCount: 8, untried: [] });
  });

  it("which is closed by all pairs that are two or three cables apart", () => {
    const { pairs, senders } = loops[0] ?? {};
    expect(pairs?.count).toBe(8);
    expect(pairs?.byRole).toEqual([
      { from: "channel adapter", to: "channel adapter", count: 8 },
    ]);
    expect(
      pairs?.examples
        .map(({ source, destination }) => (destination - source + 4) % 4)
        .sort(),
    ).toEqual([2, 2, 2, 2, 3, 3, 3, 3]);
    expect(senders).toEqual({ count: 0, examples: [] });
  });

  it("and opened by new roots, one more VL, or two hosts fewer", () => {
    const remedies = loops[0]?.remedies ?? [];
    expect(remedies.map(({ kind, pairsLost }) => [kind, pairsLost])).toEqual([
      ["other-roots", 0],
      ["more-lanes", 0],
      ["leave-out-endports", 10],
    ]);
    // Over each dependency go three pairs: two from its first switch, and one from the switch before.
    expect(remedies[1]).toMatchObject({
      lanes: 2,
      pairsMoved: 3,
      plan: [{ sl: 1, vl: 1, pairs: 3 }],
    });
    expect(remedies[2]?.endports).toHaveLength(2);
    const tables = remedies[1]?.tables?.();
    if (tables === undefined) throw new Error("no tables");
    expect(isDeadlockFree(square, tables)).toBe(true);
    expect(isDeadlockFree(square, tables, { slIgnored: true })).toBe(false);
    const moved = remedies[1]?.plan?.[0]?.pairsOn?.() ?? [];
    expect(moved).toHaveLength(3);
    const hosts = [A, B, C, D];
    for (const source of hosts)
      for (const destination of hosts)
        expect(tables.pathSl(source, destination)).toBe(
          moved.some(
            (pair) =>
              pair.source === source && pair.destination === destination,
          )
            ? 1
            : 0,
        );
  });

  it("says who closes it in the reader's own words", () => {
    const [loop] = creditLoops(square, clockwise(), {
      roles: (endport) => (endport === A ? "storage" : "compute"),
      examples: 1,
    }).loops;
    expect(loop?.pairs.byRole).toEqual([
      { from: "compute", to: "compute", count: 4 },
      { from: "compute", to: "storage", count: 2 },
      { from: "storage", to: "compute", count: 2 },
    ]);
    expect(loop?.pairs.examples).toHaveLength(1);
  });

  it("has none between two of the hosts, and none where every source has a VL", () => {
    expect(isDeadlockFree(square, clockwise(), { endports: [A, C] })).toBe(
      true,
    );
    const apart = clockwise({
      lanes: 4,
      pathSl: (source) => (source - 4) as Sl,
    });
    expect(isDeadlockFree(square, apart)).toBe(true);
    expect(isDeadlockFree(square, apart, { slIgnored: true })).toBe(false);
    expect(isDeadlockFree(square, apart, { endports: [B, D] })).toBe(true);
  });

  it("has no more VLs than its ports have", () => {
    const { loops: found, untried } = creditLoops(square, clockwise(), {
      remedies: { dataLanes: 1 },
    });
    expect(found[0]?.remedies.some(({ kind }) => kind === "more-lanes")).toBe(
      false,
    );
    expect(untried).toEqual([
      { kind: "more-lanes", why: "the paths use all data VLs" },
    ]);
  });

  it("gets a VL that SL2VL tables name and no path uses", () => {
    // As dumps have it: every SL on the VL of its number modulo 8. All paths are on SL 3.
    const identity = Uint8Array.from({ length: 4 * 4 * 16 }, (_, i) => i % 8);
    const tables = clockwise({
      lanes: 8,
      sl2vl: [0, 1, 2, 3].map(() => identity),
      pathSl: () => 3 as Sl,
    });
    const [loop] = creditLoops(square, tables).loops;
    expect(loop?.vl).toBe(3);
    const remedy = loop?.remedies.find(({ kind }) => kind === "more-lanes");
    expect(remedy).toMatchObject({ lanes: 2, plan: [{ sl: 0, vl: 0 }] });
    expect(isDeadlockFree(square, remedy?.tables?.() ?? tables)).toBe(true);
  });

  it("is listed with an engine that opens it, and without those that do not or refuse", () => {
    // Both ways round, but never over the cable between d and a.
    const line = tablesBy(square, (sw, host) =>
      sw === host
        ? 3
        : host > sw
          ? ([1, 2, 2, 2][sw] ?? 0)
          : ([2, 1, 1, 1][sw] ?? 0),
    );
    const [loop] = creditLoops(square, clockwise(), {
      remedies: {
        engines: [
          { name: "line", tables: () => line },
          { name: "again", tables: () => clockwise() },
        ],
      },
    }).loops;
    expect(
      loop?.remedies.filter(({ kind }) => kind === "other-engine"),
    ).toMatchObject([{ engine: "line", pairsLost: 0, lanes: 1 }]);
  });
});

describe("two loops", () => {
  it("on two VLs are two components, each with its own pairs", () => {
    const tables = clockwise({
      lanes: 2,
      pathSl: (source, destination) =>
        (source === A && destination === B ? 1 : source % 2) as Sl,
    });
    // Even sources A and C on VL 0, odd ones on VL 1: each pair of sources goes all the way round.
    const { loops } = creditLoops(square, tables, { remedies: false });
    expect(loops.map(({ vl, channels }) => [vl, channels])).toEqual([
      [0, 4],
      [1, 4],
    ]);
    expect(loops.map(({ pairs }) => pairs.count)).toEqual([4, 4]);
  });
});

/** Masks of one MLID on a star: all its ports, so that every host's packets go to all the others. */
function everybody(
  fabric: Fabric,
  sources: readonly EndportIx[],
): ForwardingTables {
  return tablesBy(fabric, (_, host) => host + 1, {
    multicast: {
      groups: [{ id: 0, name: "all", members: [], sources }],
      mlidCount: 1,
      firstMlid: 0,
      words: 1,
      masks: Int32Array.of(2 ** (fabric.hostCount + 1) - 2),
      mlids: () => [0xc000 as Mlid],
      plan: "drawn",
    },
  });
}

describe("multicast", () => {
  it("of one tree waits in no cycle unless switches copy to all outputs at once", () => {
    const fabric = star(3);
    const hosts = [1, 2, 3] as EndportIx[];
    const tables = everybody(fabric, hosts);
    const options = { traffic: "multicast" } as const;
    expect(isDeadlockFree(fabric, tables, options)).toBe(true);
    // A's packet owns the way to B and waits for C, B's owns C and waits for A, C's owns A and waits for B.
    const [loop] = creditLoops(fabric, tables, {
      ...options,
      synchronous: true,
    }).loops;
    expect(loop?.cycle.map(({ name }) => name).sort()).toEqual([
      "a:1 VL0",
      "a:2 VL0",
      "a:3 VL0",
    ]);
    expect(loop?.senders.count).toBe(3);
  });

  it("of two sources that share one receiver, or of one source, has none even then", () => {
    const fabric = star(3);
    const options = { traffic: "multicast", synchronous: true } as const;
    for (const sources of [[1], [1, 2]] as EndportIx[][])
      expect(isDeadlockFree(fabric, everybody(fabric, sources), options)).toBe(
        true,
      );
    // With four hosts, two sources share two receivers.
    const larger = star(4);
    expect(
      isDeadlockFree(larger, everybody(larger, [1, 2] as EndportIx[]), options),
    ).toBe(false);
  });

  it("that closes loops with unicast gets a VL of its own", () => {
    // The square without the cable d-a for unicast, and a tree b-a-d-c for multicast.
    const unicast = tablesBy(square, (sw, host) =>
      sw === host
        ? 3
        : host > sw
          ? ([1, 2, 2, 2][sw] ?? 0)
          : ([2, 1, 1, 1][sw] ?? 0),
    );
    const tables: ForwardingTables = {
      ...unicast,
      multicast: {
        groups: [{ id: 0, name: "all", members: [], sources: [A, B, C, D] }],
        mlidCount: 1,
        firstMlid: 0,
        words: 1,
        // Ports: a to b (1), to d (2); b to a (1); c to d (2); d to c (1), to a (2); hosts on 3.
        masks: Int32Array.of(0b1110, 0b1010, 0b1100, 0b1110),
        mlids: () => [0xc000 as Mlid],
        plan: "drawn",
      },
    };
    const free = (traffic: "unicast" | "multicast" | "both") =>
      isDeadlockFree(square, tables, { traffic });
    expect([free("unicast"), free("multicast"), free("both")]).toEqual([
      true,
      true,
      false,
    ]);
    const [loop] = creditLoops(square, tables, { traffic: "both" }).loops;
    expect(loop?.senders.count).toBeGreaterThan(0);
    expect(loop?.pairs.count).toBeGreaterThan(0);
    expect(loop?.remedies).toMatchObject([
      {
        kind: "multicast-lanes",
        text: "multicast on a VL of its own: SL 1, VL 1",
        pairsLost: 0,
        lanes: 2,
        plan: [{ sl: 1, vl: 1, mlids: [0xc000] }],
      },
    ]);
    const made = loop?.remedies[0]?.tables?.() ?? tables;
    const both = { traffic: "both" } as const;
    expect(isDeadlockFree(square, made, { ...both, multicastSl: 1 })).toBe(
      true,
    );
    expect(isDeadlockFree(square, made, both)).toBe(false);
  });
});

describe("unicast with a loop of its own, and multicast", () => {
  it("get one VL more each", () => {
    // Everybody clockwise, and a tree b-a-d-c.
    const tables = clockwise({
      multicast: {
        groups: [{ id: 0, name: "all", members: [], sources: [A, B, C, D] }],
        mlidCount: 1,
        firstMlid: 0,
        words: 1,
        masks: Int32Array.of(0b1110, 0b1010, 0b1100, 0b1110),
        mlids: () => [0xc000 as Mlid],
        plan: "drawn",
      },
    });
    const found = creditLoops(square, tables, { traffic: "both" });
    expect(found.loops[0]?.remedies).toMatchObject([
      {
        kind: "more-lanes",
        pairsLost: 0,
        pairsMoved: 3,
        lanes: 3,
        plan: [
          { sl: 1, vl: 1, pairs: 3 },
          { sl: 2, vl: 2, mlids: [0xc000] },
        ],
      },
    ]);
    const few = creditLoops(square, tables, {
      traffic: "both",
      remedies: { dataLanes: 2 },
    });
    expect(few.loops[0]?.remedies).toEqual([]);
    expect(few.untried).toEqual([
      { kind: "multicast-lanes", why: "the paths use all data VLs" },
    ]);
  });
});

describe("both where tables have no multicast", () => {
  it.each([
    ["none", {}],
    [
      "no MLID",
      {
        multicast: {
          groups: [],
          mlidCount: 0,
          firstMlid: 0,
          words: 1,
          masks: new Int32Array(),
          mlids: () => [],
          plan: "drawn",
        },
      },
    ],
  ])("have the remedies of unicast: %s", (_, more) => {
    const tables = clockwise(more);
    const textsOf = (traffic: "unicast" | "both") =>
      creditLoops(square, tables, { traffic }).loops.map(({ remedies }) =>
        remedies.map(({ text }) => text),
      );
    expect(textsOf("both")).toEqual(textsOf("unicast"));
    expect(textsOf("both")[0]?.length).toBeGreaterThan(1);
    expect(creditLoops(square, tables, { traffic: "both" }).untried).toEqual(
      [],
    );
  });
});

describe("multicast trees that close a loop among themselves", () => {
  it("are put on as many VLs as keep them apart", () => {
    // Three trees over the square, each without another cable: a-b-c-d, b-c-d-a and c-d-a-b. Clockwise they turn at b and c, c and d, d and a.
    const trees = [
      [0b1010, 0b1110, 0b1110, 0b1010],
      [0b1100, 0b1100, 0b1110, 0b1110],
      [0b1110, 0b1010, 0b1100, 0b1110],
    ];
    const tables = tablesBy(square, () => NO_PORT, {
      multicast: {
        groups: [{ id: 0, name: "all", members: [], sources: [A, B, C, D] }],
        mlidCount: 3,
        firstMlid: 0,
        words: 1,
        masks: Int32Array.from(
          [0, 1, 2, 3].flatMap((sw) => trees.map((tree) => tree[sw] ?? 0)),
        ),
        mlids: () => [0xc000, 0xc001, 0xc002] as Mlid[],
        plan: "drawn",
      },
    });
    const [loop] = creditLoops(square, tables, { traffic: "multicast" }).loops;
    // The first two never turn at a.
    expect(loop?.remedies).toMatchObject([
      {
        kind: "multicast-lanes",
        text: "multicast on 2 VLs of its own: 0xc000, 0xc001 on SL 1, VL 1; 0xc002 on SL 2, VL 2",
        pairsLost: 0,
        lanes: 2,
        plan: [
          { sl: 1, vl: 1, mlids: [0xc000, 0xc001] },
          { sl: 2, vl: 2, mlids: [0xc002] },
        ],
      },
    ]);
    expect(loop?.pairs.count).toBe(0);
  });
});

describe("roles", () => {
  it("are kind and rank: leaves are the switches with many hosts", () => {
    const builder = new FabricBuilder("two leaves under a spine");
    const leaves = ["left", "right"].map((name) => builder.addSwitch(name, 6));
    const spine = builder.addSwitch("spine", 3);
    for (const [i, leaf] of leaves.entries()) {
      for (let port = 1; port <= 5; port++)
        builder.connect(builder.addHost(`h${i}${port}`), 1, leaf, port);
      builder.connect(leaf, 6, spine, i + 1);
    }
    builder.connect(
      builder.addHost("Mellanox Technologies Aggregation Node"),
      1,
      spine,
      3,
    );
    const fabric = builder.build();
    const role = roleOf(fabric);
    expect(
      [0, 2, 3, fabric.endportCount - 1].map((endport) =>
        role(endport as EndportIx),
      ),
    ).toEqual([
      "switch port 0 at rank 1",
      "switch port 0 at rank 0",
      "channel adapter at rank 1",
      "aggregation node at rank 0",
    ]);
    expect(roleOf(square)(A)).toBe("channel adapter");
  });
});
