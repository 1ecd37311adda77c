import { FabricBuilder, withoutLinks } from "@fabriclab/fabric";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import { readVectors } from "@fabriclab/testing-golden";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { multipleLid } from "../src/index.ts";

const tree = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));
const assign = (fabric: Fabric, options: object = {}): LidTable =>
  multipleLid.assign(fabric, parseOptions(multipleLid, options));

function base(fabric: Fabric, lids: LidTable, name: string): number {
  return (
    lids.baseLid[fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1] ?? 0
  );
}

function refusal(run: () => unknown): FabricError {
  try {
    run();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("LIDs of IBFT(4,3)", () => {
  const fabric = tree(4, 3);

  it("are the paper's on request: P(300) owns 49 to 52 (T-001-3)", () => {
    const lids = assign(fabric, { variant: "paper" });
    expect(base(fabric, lids, "P(300)")).toBe(49);
    const owned = [...lids.owner.entries()]
      .filter(
        ([, owner]) =>
          owner === fabric.nodeEndport[fabric.findNode("P(300)") ?? -1],
      )
      .map(([lid]) => lid);
    expect(owned).toEqual([49, 50, 51, 52]);
  });

  it("begin at the printed base of every host (T-001-3)", () => {
    const lids = assign(fabric, { variant: "paper" });
    // 2^LMC PID + 1: what the columns of the table of all pairs begin with.
    const printed = {
      "P(000)": 1,
      "P(001)": 5,
      "P(010)": 9,
      "P(011)": 13,
      "P(100)": 17,
      "P(101)": 21,
      "P(110)": 25,
      "P(111)": 29,
      "P(200)": 33,
      "P(201)": 37,
      "P(210)": 41,
      "P(211)": 45,
      "P(300)": 49,
      "P(301)": 53,
      "P(310)": 57,
      "P(311)": 61,
    };
    expect(
      Object.fromEntries(
        Object.keys(printed).map((name) => [name, base(fabric, lids, name)]),
      ),
    ).toEqual(printed);
  });

  it("are aligned by default: P(300) owns 52 to 55", () => {
    const lids = assign(fabric);
    expect(base(fabric, lids, "P(300)")).toBe(52);
    for (
      let endport = fabric.switchCount;
      endport < fabric.endportCount;
      endport++
    ) {
      expect((lids.baseLid[endport] ?? 0) % 4).toBe(0);
      expect(lids.lmc[endport]).toBe(2);
    }
  });

  it("give every switch one LID after the last host's", () => {
    const lids = assign(fabric);
    expect(base(fabric, lids, "P(311)")).toBe(64);
    expect(Array.from(lids.baseLid.subarray(0, 20))).toEqual(
      Array.from({ length: 20 }, (_, i) => 68 + i),
    );
    expect(lids.topLid).toBe(87);
  });
});

const truth = readVectors("001");
describe.skipIf(truth === undefined)(
  "vectors.json (skipped where absent)",
  () => {
    it("has the same base LID for every host of IBFT(4,3)", () => {
      const fabric = tree(4, 3);
      const lids = assign(fabric, { variant: "paper" });
      const entries = Object.entries<number>(truth?.["base_lid"] ?? {});
      expect(entries).toHaveLength(16);
      for (const [digits, lid] of entries)
        expect(base(fabric, lids, `P(${digits})`), digits).toBe(lid);
    });

    it("has the same LMC for every tree", () => {
      for (const { m, n, lmc } of truth?.["counts"] ?? []) {
        const fabric = tree(m, n);
        expect(assign(fabric).lmc[fabric.switchCount], `IBFT(${m},${n})`).toBe(
          lmc,
        );
      }
    });
  },
);

describe("LMC", () => {
  it("is 2, 2 and 4 on IBFT(4,3), IBFT(8,2) and IBFT(8,3), and 0 on a tree of one switch (T-001-1)", () => {
    const lmc = (
      [
        [4, 3],
        [8, 2],
        [8, 3],
        [6, 1],
      ] as const
    ).map(([ports, levels]) => {
      const fabric = tree(ports, levels);
      return assign(fabric).lmc[fabric.switchCount];
    });
    expect(lmc).toEqual([2, 2, 4, 0]);
  });

  it("is whatever is asked for on any fabric", () => {
    const builder = new FabricBuilder("star");
    const hub = builder.addSwitch("hub", 3);
    for (let i = 0; i < 3; i++)
      builder.connect(hub, i + 1, builder.addHost(`h${i}`), 1);
    const lids = assign(builder.build(), { lmc: 3 });
    expect(Array.from(lids.baseLid)).toEqual([32, 8, 16, 24]);
    expect(Array.from(lids.lmc)).toEqual([0, 3, 3, 3]);
  });
});

describe("refusals", () => {
  it("name a fabric whose LMC does not follow from its shape", () => {
    const builder = new FabricBuilder("star");
    builder.connect(builder.addSwitch("hub", 1), 1, builder.addHost("h"), 1);
    const error = refusal(() => assign(builder.build()));
    expect(error.code).toBe("E_MULTIPLE_LID_UNSUPPORTED_FABRIC");
    expect(error.where.path).toBe("addressing.lmc");
    // Who asked for cyclic routing on a mesh did not ask for an LMC.
    expect(error.hint).toContain("cyclic routing");
  });

  it("name the port where a tree lacks a cable", () => {
    const whole = tree(4, 3);
    // As printed, SW<00,0>.1 <-> SW<00,1>.3.
    const root = whole.findNode("SW<00,0>") ?? -1;
    const link = whole.portLink[whole.portStart[root] ?? 0] ?? -1;
    const error = refusal(() => assign(withoutLinks(whole, [link])));
    expect(error.code).toBe("E_MULTIPLE_LID_UNSUPPORTED_FABRIC");
    expect(error.got).toMatch(
      / at SW<00,1>:3 no cable where a cable to SW<00,0>:1 would stand$/,
    );
  });

  it("say that m/2 must be a power of two", () => {
    const error = refusal(() => assign(tree(6, 3)));
    expect(error.code).toBe("E_MULTIPLE_LID_PORTS");
    expect(error.got).toBe("6");
    // zhou2007 with an LMC of at most 7 and 49151 LIDs: m = 16 and 32 fit with n = 2 alone, m = 64 never
    expect(error.expected).toBe(
      "twice a power of two: with 3 levels, LIDs suffice for 4, 8",
    );
    expect(refusal(() => assign(tree(6, 2))).expected).toBe(
      "twice a power of two: with 2 levels, LIDs suffice for 4, 8, 16, 32",
    );
    // 9 paths need 16 LIDs
    expect(error.hint).toContain("lmc: 4");
    expect(assign(tree(6, 3), { lmc: 4 }).lmc[45]).toBe(4);
  });

  it("say that the LMC has three bits", () => {
    const error = refusal(() => assign(tree(4, 9)));
    expect(error.code).toBe("E_MULTIPLE_LID_LMC");
    expect(error.got).toBe("8");
  });

  it("say how many LIDs IBFT(16,3) needs, how many there are, and which trees fit", () => {
    const error = refusal(() => assign(tree(16, 3), { variant: "paper" }));
    expect(error.code).toBe("E_MULTIPLE_LID_OVERFLOW");
    // SPEC: 1,024 hosts of 64 LIDs and 320 switches
    expect(error.got).toBe("65856 LIDs");
    expect(error.expected).toBe("at most 49151");
    expect(error.hint).toContain(
      "IBFT(4,n) with n <= 7, IBFT(8,n) with n <= 4, IBFT(16,n) with n <= 2, IBFT(32,n) with n <= 2",
    );
    // Aligned blocks lose the 63 LIDs below the first.
    expect(refusal(() => assign(tree(16, 3))).got).toBe("65919 LIDs");
  });

  it("do not touch the largest trees that fit", () => {
    expect(assign(tree(8, 4)).topLid).toBe(64 * 513 - 1 + 448);
    expect(assign(tree(32, 2)).topLid).toBe(16 * 513 - 1 + 48);
  });
});
