import { FabricError, parseOptions, type LidTable } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { multipleLid } from "../src/index.ts";

const assign = (ports: number, levels: number, options = {}): LidTable =>
  multipleLid.assign(
    fatTree.build(parseOptions(fatTree, { ports, levels })),
    parseOptions(multipleLid, options),
  );

function hintFor(ports: number, levels: number): string | undefined {
  try {
    assign(ports, levels);
  } catch (error) {
    if (FabricError.is(error)) return error.hint;
    throw error;
  }
  return undefined;
}

describe("trees whose number of paths is no power of two", () => {
  // Paths (m/2)^(n-1), hosts 2 (m/2)^n: 18 paths, 648 hosts x 32; 36 paths, 432 hosts x 64.
  it.each([
    [36, 2, 5],
    [12, 3, 6],
  ])(
    "IBFT(%i,%i) is told the LMC %i, which serves it",
    (ports, levels, lmc) => {
      expect(hintFor(ports, levels)).toContain(`give lmc: ${lmc} `);
      expect(assign(ports, levels, { lmc }).lmc.at(-1)).toBe(lmc);
    },
  );

  // 324 paths need an LMC of 9; 100 paths one of 7, and 2,000 hosts x 128 are more than 49,151.
  it.each([
    [36, 3, "an LMC of 9 would have LIDs for all of them, and 7 is the most"],
    [
      20,
      3,
      "an LMC of 7 would have LIDs for all of them, and a subnet has too",
    ],
  ])("IBFT(%i,%i) is told none that is refused", (ports, levels, reason) => {
    const hint = hintFor(ports, levels);
    expect(hint).toContain(reason);
    expect(hint).not.toContain("give lmc");
    expect(hint).toContain("IBFT(8,n) with n <= 4");
    expect(hint).toContain("single-lid");
  });
});
