import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { sequential } from "@fabriclab/addressing-sequential";
import { withoutLinks } from "@fabriclab/fabric";
import {
  FabricError,
  parseOptions,
  type AddressingPlugin,
  type Fabric,
} from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, expect, it } from "vitest";
import { cyclic } from "../src/index.ts";

const whole = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));

/** What cyclic routing says of a fabric with these LIDs. */
function refusal(
  fabric: Fabric,
  addressing: AddressingPlugin,
  options: object = {},
): FabricError {
  const lids = addressing.assign(fabric, parseOptions(addressing, options));
  try {
    cyclic.create({ fabric, lids }, {});
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("cyclic routing refuses", () => {
  it("hosts with fewer LIDs than paths: 1 or 2 of (4/2)^2 = 4, and says what to do", () => {
    for (const [addressing, options, owned] of [
      [sequential, {}, "1 LIDs"],
      [multipleLid, { lmc: 1 }, "2 LIDs"],
    ] as const) {
      const error = refusal(whole, addressing, options);
      expect(error.code).toBe("E_CYCLIC_LMC");
      expect(error.got).toBe(owned);
      expect(error.expected).toBe("4 = (m/2)^(n-1)");
      expect(error.hint).toMatch(
        /^hosts need an LMC of 2 or more,.*single-lid/,
      );
    }
  });

  it("a tree of more paths than a host may own LIDs, without naming an addressing", () => {
    // 12^2 = 144 paths, and 2^7 = 128 LIDs at most.
    const tree = fatTree.build(parseOptions(fatTree, { ports: 24, levels: 3 }));
    const error = refusal(tree, sequential);
    expect(error.code).toBe("E_CYCLIC_LMC");
    expect(error.hint).toBe(
      "no host may own more than 128 LIDs; use the single-lid routing",
    );
  });

  it("a tree that lacks a cable, naming an end of it", () => {
    // As printed, SW<00,0>.1 <-> SW<00,1>.3.
    const root = whole.findNode("SW<00,0>") ?? -1;
    const link = whole.portLink[whole.portStart[root] ?? 0] ?? -1;
    const error = refusal(withoutLinks(whole, [link]), multipleLid, { lmc: 2 });
    expect(error.code).toBe("E_CYCLIC_UNSUPPORTED_FABRIC");
    expect(["SW<00,0>:1", "SW<00,1>:3"]).toContain(error.where.path);
    expect(error.got).toBe("no cable");
    expect(error.hint).toMatch(/^mend what differs.*a part missing: updn,/);
  });

  it("other fabrics", () => {
    const fabric = mesh.build(parseOptions(mesh, { columns: 3, rows: 3 }));
    const error = refusal(fabric, multipleLid, { lmc: 2 });
    expect(error.code).toBe("E_CYCLIC_UNSUPPORTED_FABRIC");
    // Five ports are what shows it, not what is wrong with a mesh.
    expect(error.got).toBe(
      "another fabric: 5 ports where an even number of ports would stand",
    );
    expect(error.expected).toContain("topology fat-tree");
    expect(error.hint).toMatch(/any connected fabric: nue,.*minhop/);
    expect(error.hint).not.toMatch(/mend|failure/);
  });
});
