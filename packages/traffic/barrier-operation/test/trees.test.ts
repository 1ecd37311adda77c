import { FabricBuilder } from "@fabriclab/fabric";
import { compose } from "@fabriclab/sim";
import { FabricError, lidTable, type ForwardingTables } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import {
  create,
  experiment,
  ibft,
  type Setting,
} from "../examples/laboratory.part.ts";

/** Switches A, B and C in a triangle at their ports 3 and 4, with hosts at ports 1 and 2: A1 A2 B1 B2 C1 C2. */
const triangle = (() => {
  const builder = new FabricBuilder("triangle");
  const refs = ["A", "B", "C"].map((name) => builder.addSwitch(name, 4));
  for (const [k, name] of ["A", "B", "C"].entries())
    for (const port of [1, 2])
      builder.connect(refs[k]!, port, builder.addHost(`${name}${port}`), 1);
  builder.connect(refs[0]!, 3, refs[1]!, 4);
  builder.connect(refs[1]!, 3, refs[2]!, 4);
  builder.connect(refs[2]!, 3, refs[0]!, 4);
  return builder.build();
})();

const refusal = (options: object, setting: Setting = {}): FabricError => {
  try {
    create(options, setting);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};
const registers = (...list: object[]) => ({ groups: [{ registers: list }] });
const onTriangle = { fabric: triangle };

describe("barrier trees", () => {
  it("of one switch have it for their root, or the host at the parent port", () => {
    expect(create({}).barriers!.top(0)).toBe(0);
    const { top, members } = create({ parent: 15 }).barriers!;
    expect(top(0)).toBe(16);
    expect(members(0)).toBe(15);
  });

  it("of a fat tree have a switch of the top level for their root, each group another", () => {
    const { barriers, streams } = create({ groups: 4 }, { fabric: ibft(4, 2) });
    // m-port 2-trees: switches 0 and 1 are the roots, 2 to 5 the leaves.
    expect([0, 1, 2, 3].map((g) => barriers!.top(g))).toEqual([0, 1, 0, 1]);
    expect(streams).toHaveLength(6 + 8);
  });

  it("are as small as their members allow", () => {
    const { barriers, streams } = create({ members: ["A1", "A2"] }, onTriangle);
    expect(barriers!.top(0)).toBe(0);
    expect(streams.map(({ source }) => source)).toEqual([0, 3, 4]);
  });

  it("are rooted where the user says, and take registers as they are", () => {
    expect(create({ root: "C" }, onTriangle).barriers!.top(0)).toBe(2);
    const traffic = create(
      registers(
        { switch: "A", parent: 3, children: [1, 2] },
        { switch: "B", parent: "none", children: [4, 1, 3] },
        { switch: "C", parent: 4, children: [2] },
      ),
      onTriangle,
    );
    expect(traffic.barriers!.top(0)).toBe(1);
    expect(traffic.barriers!.members(0)).toBe(4);
  });

  it("have members by name, index, count and share; a share is drawn for each group", () => {
    const count = (members: unknown): number =>
      create({ members }).barriers!.members(0);
    expect(count("all")).toBe(16);
    expect(count("50%")).toBe(8);
    expect(count(0.25)).toBe(4);
    expect(count([3, 5, 7])).toBe(3);
    expect(count(6)).toBe(6);
    expect(count(16)).toBe(16);
    const { streams } = create({ groups: 3, members: "20%" });
    expect(streams.length).toBeGreaterThan(1 + 3);
  });
});

describe("barriers refuse", () => {
  it.each<[string, string, object, Setting?]>([
    ["17 groups", "GROUPS", { groups: 17 }],
    ["a group of one", "GROUP_OF_ONE", { members: [3] }],
    ["a count of one host", "GROUP_OF_ONE", { members: 1 }],
    ["a count of none", "MEMBER", { members: 0 }],
    ["more members than hosts", "MEMBER", { members: 17 }],
    ["all hosts and a parent", "MEMBER", { members: 16, parent: 3 }],
    ["a fraction above one", "MEMBER", { members: 1.5 }],
    ["a share of more than all", "MEMBER", { members: "150%" }],
    ["a lone name that is not there", "MEMBER", { members: "H99" }],
    ["a share that is one host", "GROUP_OF_ONE", { members: 0.05 }],
    ["a member that is not there", "MEMBER", { members: ["H99", 1] }],
    ["an index that is not there", "MEMBER", { members: [1, 16] }],
    ["a member named twice", "MEMBER", { members: [1, 2, 1] }],
    ["a parent that is not there", "MEMBER", { parent: 99 }],
    [
      "a parent that is a member",
      "PARENT_IS_CHILD",
      { parent: 3, members: [1, 2, 3] },
    ],
    ["a root that is not there", "SWITCH", { root: "D" }, onTriangle],
    ["a parent and a root", "CONFLICT", { parent: 3, root: "A" }, onTriangle],
    [
      "registers and members",
      "CONFLICT",
      {
        groups: [
          {
            members: [1, 2],
            registers: [{ switch: "A", parent: "none", children: [1, 2] }],
          },
        ],
      },
      onTriangle,
    ],
    [
      "a parent port that is a child",
      "PARENT_IS_CHILD",
      registers({ switch: "A", parent: 1, children: [1, 2] }),
      onTriangle,
    ],
    [
      "a port that is not there",
      "PORT",
      registers({ switch: "A", parent: "none", children: [1, 5] }),
      onTriangle,
    ],
    [
      "a switch twice",
      "OVERLAP",
      registers(
        { switch: "A", parent: "none", children: [1, 2] },
        { switch: "A", parent: 3, children: [1] },
      ),
      onTriangle,
    ],
    [
      "a child port twice",
      "OVERLAP",
      registers({ switch: "A", parent: "none", children: [1, 1] }),
      onTriangle,
    ],
    [
      "a child of two switches",
      "OVERLAP",
      registers(
        { switch: "A", parent: "none", children: [1, 3] },
        { switch: "B", parent: 4, children: [1] },
        { switch: "C", parent: 3, children: [4] },
      ),
      onTriangle,
    ],
    [
      "a cable that is child at both ends",
      "OVERLAP",
      registers(
        { switch: "A", parent: "none", children: [1, 3] },
        { switch: "B", parent: "none", children: [1, 4] },
      ),
      onTriangle,
    ],
    [
      "a parent that knows nothing of it",
      "OVERLAP",
      registers({ switch: "A", parent: 3, children: [1, 2] }),
      onTriangle,
    ],
    [
      "a cycle",
      "TREE",
      registers(
        { switch: "A", parent: 3, children: [1, 4] },
        { switch: "B", parent: 3, children: [1, 4] },
        { switch: "C", parent: 3, children: [1, 4] },
      ),
      onTriangle,
    ],
    [
      "two trees",
      "TREE",
      registers(
        { switch: "A", parent: "none", children: [1, 2] },
        { switch: "B", parent: "none", children: [1, 2] },
      ),
      onTriangle,
    ],
    ["an interval of nothing", "TIME", { interval: 0 }],
    ["a packet of nothing", "SIZE", { size: "0B" }],
    ["links that lose all", "LOSS", { loss: 0.5, corruption: 0.5 }],
  ])("%s", (_, code, options, setting) => {
    const { code: thrown, where, got, expected } = refusal(options, setting);
    expect(thrown).toBe(`E_BARRIER_OPERATION_${code}`);
    expect(where?.path).toMatch(/./);
    expect([got, expected].every((text) => text !== undefined)).toBe(true);
  });

  it("unknown keys and wrong values inside a list of groups, by their place", () => {
    const inGroups = (one: object): string | undefined =>
      refusal({ groups: [one] }).expected;
    expect(refusal({ groups: [{ membres: [1, 2] }] })).toMatchObject({
      code: "E_SPEC_UNKNOWN_PARAMETER",
      got: "membres",
    });
    expect(
      inGroups({ registers: [{ switch: "A", parant: 1, children: [2] }] }),
    ).toBe("no key parant at 0.registers.0");
    expect(inGroups({ root: 5 })).toMatch(/at 0\.root/);
  });

  it("switches without a lane for barriers, unless a service level is named", () => {
    const model = { barrier: false };
    expect(refusal({}, { model })).toMatchObject({
      code: "E_BARRIER_OPERATION_LANE",
      where: { path: "traffic[0].sl" },
    });
    const levels = (options: object, setting: Setting) =>
      create(options, setting).streams[0]?.serviceLevels;
    expect(levels({ sl: 2 }, { model })).toEqual([2]);
    // Eight lanes for unicast, a mixed one, and that of barriers.
    expect(levels({}, { model: { unicastLanes: 8 } })).toEqual([9]);
  });

  it("timers below the round trip, and name the least that works", () => {
    // 16 up, 38.4, 16 down to the host, 9.6 in the barrier module; wires of 40 ns; one packet of 1 KiB: 1638.4.
    const wires = { flight: 40_000 };
    const least = Math.floor(16 + 38.4 + 9.6 + 16 + 2 * 40 + 1638.4) + 1;
    for (const timer of ["ack", "dun"]) {
      const { code, expected } = refusal({ [timer]: "1us" }, wires);
      expect(code).toBe("E_BARRIER_OPERATION_TIMER");
      expect(expected).toContain(`at least ${least}ns`);
      expect(() => create({ [timer]: `${least}ns` }, wires)).not.toThrow();
      expect(() => create({ [timer]: `${least - 1}ns` }, wires)).toThrow();
    }
    expect(refusal({}, { adapter: 400_000 }).code).toBe(
      "E_BARRIER_OPERATION_TIMER",
    );
    // The largest packet is that of the switches, unless said otherwise: 256 B take 409.6 ns.
    const small = { ...wires, model: { mtu: "256B" } };
    const sooner = Math.floor(16 + 38.4 + 9.6 + 16 + 2 * 40 + 409.6) + 1;
    expect(refusal({ ack: "100ns" }, small).expected).toContain(
      `at least ${sooner}ns`,
    );
    expect(refusal({ ack: "100ns", mtu: "1KiB" }, small).expected).toContain(
      `at least ${least}ns`,
    );
  });

  it("trees that the tables do not follow", () => {
    const of = (
      setting: Setting,
      options: object,
      change: (tables: ForwardingTables) => object,
    ): string => {
      const built = experiment(options, setting);
      const { tables } = compose(built);
      const given = { ...tables, ...change(tables) };
      try {
        compose({ ...built, tables: { given } });
      } catch (error) {
        if (FabricError.is(error)) return error.code;
        throw error;
      }
      return "nothing was refused";
    };
    const hostsOnly =
      (switches: number) =>
      ({ lids }: ForwardingTables): object => ({
        lids: lidTable(
          lids.baseLid.map((lid, endport) => (endport < switches ? 0 : lid)),
          lids.lmc,
        ),
      });
    expect(of({}, {}, hostsOnly(1))).toBe("E_BARRIER_OPERATION_NO_LID");
    expect(of(onTriangle, {}, hostsOnly(3))).toBe(
      "E_BARRIER_OPERATION_NO_TREE",
    );
    // A sends to B by way of C.
    const round = ({ lids, lft }: ForwardingTables): object => ({
      lft: lft.map((row, sw) =>
        row.map((port, lid) =>
          sw === 0 && lid === lids.baseLid[1] ? 4 : port,
        ),
      ),
    });
    expect(of(onTriangle, { root: "A" }, round)).toBe(
      "E_BARRIER_OPERATION_ROUTE",
    );
  });
});
