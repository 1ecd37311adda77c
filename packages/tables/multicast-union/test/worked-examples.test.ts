import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { sequential } from "@fabriclab/addressing-sequential";
import { flood } from "@fabriclab/paths";
import { cyclic } from "@fabriclab/routing-cyclic";
import { singleLid } from "@fabriclab/routing-single-lid";
import { xy } from "@fabriclab/routing-xy";
import {
  FabricError,
  parseOptions,
  type AddressingPlugin,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
  type RoutingPlugin,
  type RoutingRule,
  type TablesContext,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { readVectors } from "@fabriclab/testing-golden";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, Lid, Mlid, SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { multicastUnion } from "../src/index.ts";

function context(
  fabric: Fabric,
  addressing: AddressingPlugin,
  routing: RoutingPlugin,
  groups: readonly MulticastGroup[],
): TablesContext {
  const lids = addressing.assign(fabric, parseOptions(addressing, {}));
  const rule = routing.create({ fabric, lids }, {}) as RoutingRule;
  const base = {
    fabric,
    lids,
    routing: rule,
    routingName: routing.name,
    groups,
  };
  return { ...base, unicast: linear.build(base, {}) };
}

const tree = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));
const grid = (columns: number, rows: number): Fabric =>
  mesh.build(parseOptions(mesh, { columns, rows }));

function endport(fabric: Fabric, name: string): EndportIx {
  const node = fabric.findNode(name);
  if (node === undefined) throw new Error(`no node ${name}`);
  return (fabric.nodeEndport[node] ?? -1) as EndportIx;
}

function groupOf(
  fabric: Fabric,
  sources: string[],
  members: string[],
): MulticastGroup {
  const ends = (names: string[]) => names.map((name) => endport(fabric, name));
  return { id: 7, name: "G", members: ends(members), sources: ends(sources) };
}

/** Switch -> port numbers, for one MLID. */
function portsOf(
  fabric: Fabric,
  tables: MulticastTables,
  mlid: Mlid,
): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  const k = mlid - 0xc000 - tables.firstMlid;
  for (let sw = 0; sw < fabric.switchCount; sw++)
    for (let num = 1; num < 32; num++)
      if (
        ((tables.masks[(sw * tables.mlidCount + k) * tables.words] ?? 0) &
          (1 << num)) !==
        0
      )
        (found[fabric.nodeName[sw] ?? ""] ??= []).push(num);
  return found;
}

const perSource = parseOptions(multicastUnion, {});
const shared = parseOptions(multicastUnion, { plan: "shared" });

describe("the worked example of zhou2007 (Fig. 7)", () => {
  const fabric = tree(4, 3);
  const group = groupOf(
    fabric,
    ["P(000)"],
    ["P(200)", "P(201)", "P(210)", "P(211)"],
  );
  const tables = multicastUnion.build(
    context(fabric, multipleLid, cyclic, [group]),
    perSource,
  );

  it("sets the printed ports and no others", () => {
    const [mlid] = tables.mlids(endport(fabric, "P(000)"), 7);
    expect(portsOf(fabric, tables, mlid as Mlid)).toEqual({
      "SW<00,2>": [3],
      "SW<00,1>": [3],
      "SW<00,0>": [3],
      "SW<20,1>": [1, 2],
      "SW<20,2>": [1, 2],
      "SW<21,2>": [1, 2],
    });
  });
});

describe("the worked example of zhou2010 (Figs 6-9)", () => {
  const fabric = grid(5, 5);
  const source = "H(2,2)";
  const group = groupOf(
    fabric,
    [source],
    ["H(0,3)", "H(0,4)", "H(3,3)", "H(4,0)", "H(4,2)"],
  );
  const tables = multicastUnion.build(
    context(fabric, sequential, xy, [group]),
    perSource,
  );
  const [mlid] = tables.mlids(endport(fabric, source), 7);

  it("sets the printed ports, and the host ports that the paper leaves out", () => {
    expect(portsOf(fabric, tables, mlid as Mlid)).toEqual({
      "N(2,2)": [1, 3],
      "N(1,2)": [3],
      "N(0,2)": [2],
      "N(0,3)": [2, 5],
      "N(0,4)": [5],
      "N(3,2)": [1, 2],
      "N(3,3)": [5],
      "N(4,2)": [4, 5],
      "N(4,1)": [4],
      "N(4,0)": [5],
    });
  });

  it("reaches every member once in ten switch visits", () => {
    const { deliveries, channels, dead, loop } = flood(
      fabric,
      tables,
      endport(fabric, source),
      mlid as Mlid,
    );
    expect(loop).toBeUndefined();
    expect(dead).toBe(0);
    expect(group.members.map((member) => deliveries[member])).toEqual([
      1, 1, 1, 1, 1,
    ]);
    const visits = channels.filter(
      (channel) =>
        (fabric.portNode[fabric.portPeer[channel] ?? -1] ?? 0) <
        fabric.switchCount,
    );
    expect(visits).toHaveLength(10);
  });
});

const truth000 = readVectors("000");
const truth001 = readVectors("001");
describe.skipIf(truth000 === undefined || truth001 === undefined)(
  "vectors.json (skipped where absent)",
  () => {
    it("has the mesh's union", () => {
      const union = truth000?.["union"];
      const fabric = grid(5, 5);
      const lids = sequential.assign(fabric, parseOptions(sequential, {}));
      // T-000-2: with as many rows as columns the paper's LIDs x·n + y + 1 are the hosts' place in the fabric.
      const members = (union.dlids as number[]).map(
        (lid) => (lids.owner[lid] ?? -1) as EndportIx,
      );
      const source = endport(fabric, `H(${union.src.join(",")})`);
      const tables = multicastUnion.build(
        context(fabric, sequential, xy, [
          { id: 1, name: "G", members, sources: [source] },
        ]),
        perSource,
      );
      const expected = Object.entries<number[]>(union.mft_with_host).map(
        ([at, ports]) => [`N(${at})`, ports],
      );
      expect(
        portsOf(fabric, tables, tables.mlids(source, 1)[0] as Mlid),
      ).toEqual(Object.fromEntries(expected));
    });

    it("has the fat tree's union", () => {
      const union = truth001?.["union_from_000"];
      const fabric = tree(4, 3);
      const group = groupOf(
        fabric,
        ["P(000)"],
        ["P(200)", "P(201)", "P(210)", "P(211)"],
      );
      const tables = multicastUnion.build(
        context(fabric, multipleLid, cyclic, [group]),
        perSource,
      );
      const expected = Object.entries<number[]>(union.mft).map(
        ([at, ports]) => [`SW<${at}>`, ports],
      );
      expect(
        portsOf(
          fabric,
          tables,
          tables.mlids(endport(fabric, "P(000)"), 7)[0] as Mlid,
        ),
      ).toEqual(Object.fromEntries(expected));
    });
  },
);

/** The papers' wording: every switch contributes its port towards every destination LID, on the way or not. */
function literalUnion(
  ctx: TablesContext,
  source: EndportIx,
  members: readonly EndportIx[],
): MulticastTables {
  const { fabric, routing } = ctx;
  const masks = new Int32Array(fabric.switchCount);
  const out = new Uint8Array(255);
  for (let sw = 0; sw < fabric.switchCount; sw++)
    for (const member of members) {
      const lid =
        routing.pathLid?.(source, member) ??
        ((ctx.lids.baseLid[member] ?? 0) as Lid);
      routing.candidates(sw as SwitchIx, lid, out);
      masks[sw] = (masks[sw] ?? 0) | (1 << (out[0] ?? 0));
    }
  return {
    groups: [],
    mlidCount: 1,
    firstMlid: 0,
    words: 1,
    masks,
    mlids: () => [0xc000 as Mlid],
    plan: "literal",
  };
}

describe("the union as the papers word it, over all switches", () => {
  it("loops on IBFT(4,3) for P(011) to {P(010), P(200)} (T-001-10)", () => {
    const fabric = tree(4, 3);
    const group = groupOf(fabric, ["P(011)"], ["P(010)", "P(200)"]);
    const ctx = context(fabric, multipleLid, cyclic, [group]);
    const source = endport(fabric, "P(011)");
    expect(
      flood(
        fabric,
        literalUnion(ctx, source, group.members),
        source,
        0xc000 as Mlid,
      ).loop,
    ).toBeDefined();
    const tables = multicastUnion.build(ctx, perSource);
    const { deliveries, loop } = flood(fabric, tables, source, 0xc000 as Mlid);
    expect(loop).toBeUndefined();
    expect(group.members.map((member) => deliveries[member])).toEqual([1, 1]);
  });

  it("loops in the mesh paper's own example (T-000-7)", () => {
    const fabric = grid(5, 5);
    const group = groupOf(
      fabric,
      ["H(2,2)"],
      ["H(0,3)", "H(0,4)", "H(3,3)", "H(4,0)", "H(4,2)"],
    );
    const ctx = context(fabric, sequential, xy, [group]);
    const source = endport(fabric, "H(2,2)");
    expect(
      flood(
        fabric,
        literalUnion(ctx, source, group.members),
        source,
        0xc000 as Mlid,
      ).loop,
    ).toBeDefined();
  });
});

describe("leaves that send up by three ports (Fig. 3c, T-001-8)", () => {
  it("deliver three copies to each of P(10), P(11), P(12)", () => {
    const fabric = tree(8, 2);
    const masks = new Int32Array(fabric.switchCount);
    const set = (name: string, ports: number[]): void => {
      masks[fabric.findNode(name) ?? -1] = ports.reduce(
        (mask, num) => mask | (1 << num),
        0,
      );
    };
    set("SW<0,1>", [5, 6, 7]);
    for (const root of ["SW<0,0>", "SW<1,0>", "SW<2,0>"]) set(root, [2]);
    set("SW<1,1>", [1, 2, 3]);
    const tables: MulticastTables = {
      groups: [],
      mlidCount: 1,
      firstMlid: 0,
      words: 1,
      masks,
      mlids: () => [],
      plan: "Fig. 3c",
    };
    const { deliveries } = flood(
      fabric,
      tables,
      endport(fabric, "P(00)"),
      0xc000 as Mlid,
    );
    expect(
      ["P(10)", "P(11)", "P(12)"].map(
        (name) => deliveries[endport(fabric, name)],
      ),
    ).toEqual([3, 3, 3]);
  });
});

describe("the plan of MLIDs", () => {
  it("takes one per (group, source), or one per (group, suffix) when shared", () => {
    const fabric = tree(4, 3);
    const all = Array.from(
      { length: 16 },
      (_, i) => (fabric.switchCount + i) as EndportIx,
    );
    const groups = [0, 1].map((id) => ({
      id,
      name: `g${id}`,
      members: all,
      sources: all,
    }));
    const ctx = context(fabric, multipleLid, cyclic, groups);
    expect(multicastUnion.build(ctx, perSource).mlidCount).toBe(32);
    const few = multicastUnion.build(ctx, shared);
    // 2^LMC roots for each of two groups
    expect(few.mlidCount).toBe(8);
    expect(few.mlids(endport(fabric, "P(000)"), 0)).toEqual(
      few.mlids(endport(fabric, "P(300)"), 0),
    );
    expect(few.mlids(endport(fabric, "P(000)"), 0)).not.toEqual(
      few.mlids(endport(fabric, "P(001)"), 0),
    );
    expect(few.mlids(endport(fabric, "P(000)"), 0)).not.toEqual(
      few.mlids(endport(fabric, "P(000)"), 1),
    );
  });

  it("takes one per (group, row) on a mesh when shared", () => {
    const fabric = grid(4, 6);
    const all = Array.from(
      { length: 24 },
      (_, i) => (fabric.switchCount + i) as EndportIx,
    );
    const ctx = context(fabric, sequential, xy, [
      { id: 0, name: "all", members: all, sources: all },
    ]);
    expect(multicastUnion.build(ctx, shared).mlidCount).toBe(6);
  });
});

function refusal(run: () => unknown): FabricError {
  try {
    run();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("refusals", () => {
  const fabric = tree(4, 3);
  const build = (
    group: Partial<MulticastGroup>,
    routing: RoutingPlugin = cyclic,
    options = perSource,
  ) => {
    const whole = {
      ...groupOf(fabric, ["P(000)"], ["P(000)", "P(200)"]),
      ...group,
    };
    return multicastUnion.build(
      context(fabric, multipleLid, routing, [whole]),
      options,
    );
  };

  it("names a group of one whose only member is the source", () => {
    const error = refusal(() => build(groupOf(fabric, ["P(000)"], ["P(000)"])));
    expect(error.code).toBe("E_TABLES_GROUP_TOO_SMALL");
    expect(error.where.path).toBe("G");
    expect(error.message).toContain("P(000)");
  });

  it("names a group without members", () => {
    expect(refusal(() => build({ members: [] })).got).toBe("no members");
  });

  it("accepts a source that is no member: a send-only member, which receives nothing", () => {
    const tables = build(groupOf(fabric, ["P(000)"], ["P(200)"]));
    const { deliveries } = flood(
      fabric,
      tables,
      endport(fabric, "P(000)"),
      0xc000 as Mlid,
    );
    expect(deliveries.reduce((sum, copies) => sum + copies, 0)).toBe(1);
    expect(deliveries[endport(fabric, "P(200)")]).toBe(1);
  });

  it("refuses to name an MLID for a source that was not declared", () => {
    const tables = build({});
    const error = refusal(() => tables.mlids(endport(fabric, "P(200)"), 7));
    expect(error.code).toBe("E_TABLES_NOT_A_SOURCE");
    expect(refusal(() => tables.mlids(endport(fabric, "P(000)"), 8)).code).toBe(
      "E_TABLES_NOT_A_SOURCE",
    );
  });

  it("refuses a switch as a member, and two groups of one id", () => {
    expect(refusal(() => build({ members: [0 as EndportIx] })).code).toBe(
      "E_TABLES_BAD_MEMBER",
    );
    const group = groupOf(fabric, ["P(000)"], ["P(200)"]);
    expect(
      refusal(() =>
        multicastUnion.build(
          context(fabric, multipleLid, cyclic, [group, group]),
          perSource,
        ),
      ).code,
    ).toBe("E_TABLES_GROUP_TWICE");
  });

  it("refuses a routing whose climb depends on the destination", () => {
    const error = refusal(() =>
      build(groupOf(fabric, ["P(000)"], ["P(100)", "P(101)"]), singleLid),
    );
    expect(error.code).toBe("E_MULTICAST_UNION_NOT_A_TREE");
    expect(error.where.path).toBe("SW<10,2>");
    expect(error.message).toContain("P(000)");
  });

  it("refuses to share where the routing names no classes", () => {
    expect(refusal(() => build({}, singleLid, shared)).code).toBe(
      "E_MULTICAST_UNION_NO_CLASSES",
    );
  });

  it("refuses classes that are wrong: one MLID for all sources fails", () => {
    const all = Array.from(
      { length: 16 },
      (_, i) => (fabric.switchCount + i) as EndportIx,
    );
    const ctx = context(fabric, multipleLid, cyclic, [
      { id: 0, name: "all", members: all, sources: all },
    ]);
    const routing = { ...ctx.routing, sharedClass: () => 0 };
    const error = refusal(() =>
      multicastUnion.build({ ...ctx, routing }, shared),
    );
    expect(error.code).toBe("E_MULTICAST_UNION_NOT_SHARABLE");
  });

  it("says how many MLIDs there are when they run out", () => {
    const all = Array.from(
      { length: 16 },
      (_, i) => (fabric.switchCount + i) as EndportIx,
    );
    const ctx = context(fabric, multipleLid, cyclic, [
      { id: 0, name: "all", members: all, sources: all },
    ]);
    const error = refusal(() =>
      multicastUnion.build(
        ctx,
        parseOptions(multicastUnion, { firstMlid: 16383 - 15 }),
      ),
    );
    expect(error.code).toBe("E_MULTICAST_UNION_MLID_OVERFLOW");
    expect(error.got).toContain("16 MLIDs");
    expect(error.expected).toBe("at most 15");
    // one for each of the (4/2)^2 = 4 suffixes
    expect(error.hint).toBe(
      "plan: shared lets sources of one class share an MLID, and needs 4",
    );
  });

  it.each([
    ["perSource", 16],
    ["shared", 4],
  ] as const)(
    "names a first MLID that fits where the plan %s needs %i and sharing would not do",
    (plan, needed) => {
      const all = Array.from(
        { length: 16 },
        (_, i) => (fabric.switchCount + i) as EndportIx,
      );
      const ctx = context(fabric, multipleLid, cyclic, [
        { id: 0, name: "all", members: all, sources: all },
      ]);
      const build = (firstMlid: number) =>
        multicastUnion.build(
          ctx,
          parseOptions(multicastUnion, { plan, firstMlid }),
        );
      const error = refusal(() => build(16383 - 3));
      expect(error.got).toBe(`${needed} MLIDs for 1 group`);
      expect(error.hint).toBe(
        `MLIDs have to start lower: firstMlid: ${16383 - needed} or less`,
      );
      expect(() => build(16383 - needed)).not.toThrow();
      expect(() => build(16383 - needed + 1)).toThrow();
    },
  );
});
