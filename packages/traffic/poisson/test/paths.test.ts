import type { MultipathPlan, TrafficTablesContext } from "@fabriclab/spec";
import type { Lid } from "@fabriclab/units";
import { uniform } from "@fabriclab/traffic-patterns";
import { starContext, starOf } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { make, take } from "./drafts.ts";

/** Two path bits: host i has LID 100 + i, its paths 1000 + 10 i and on, its adaptive LID 2000 + i. */
function severalPaths(seed = 1): TrafficTablesContext {
  const plain = starContext(starOf(["A", "B", "C", "D"]), { seed });
  const place = (to: number): number => to - plain.fabric.switchCount;
  const multipath: MultipathPlan = {
    bits: 2,
    lid: (to, value) => (1000 + 10 * place(to) + value) as Lid,
    adaptiveLid: (to) => (2000 + place(to)) as Lid,
    paths: () => [],
  };
  return { ...plain, tables: { ...plain.tables, multipath } };
}

const drafts = (paths: "single" | "random" | "adaptive", size = "256B") =>
  take(
    make(
      severalPaths(),
      { load: 0.5, size, paths, ...(size === "256B" ? {} : { mtu: "256B" }) },
      uniform,
    ).streams[0]!,
    4000,
  );

describe("paths", () => {
  const single = drafts("single");

  it("single: the path of the routing", () => {
    expect(new Set(single.map(({ dlid }) => dlid))).toEqual(
      new Set([101, 102, 103]),
    );
  });

  it("adaptive: the LID for which switches choose, and nothing else is changed", () => {
    expect(drafts("adaptive")).toEqual(
      single.map((draft) => ({ ...draft, dlid: draft.dlid + 1900 })),
    );
  });

  it("random: all path bits equally often, and nothing else is changed", () => {
    const random = drafts("random");
    const counts = [0, 0, 0, 0];
    for (const [i, { dlid, ...draft }] of random.entries()) {
      const { dlid: plain, ...other } = single[i]!;
      expect(draft).toEqual(other);
      const value = dlid - 1000 - 10 * (plain - 100);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    expect(counts).toHaveLength(4);
    // Binomial: 1000 expected, standard deviation 27.
    for (const count of counts)
      expect(Math.abs(count - 1000)).toBeLessThan(137);
  });

  it("random: the packets of a message keep together", () => {
    const ofMessage = new Map<number, number>();
    for (const { tag, dlid } of drafts("random", "1KiB")) {
      expect(ofMessage.get(tag) ?? dlid).toBe(dlid);
      ofMessage.set(tag, dlid);
    }
    expect(ofMessage.size).toBe(1000);
  });

  it("are refused where the tables have one path", () => {
    for (const paths of ["random", "adaptive"] as const)
      expect(() =>
        make(starContext(starOf(["A", "B"])), { load: 0.5, paths }, uniform),
      ).toThrowError(expect.objectContaining({ code: "E_SPEC_NO_MULTIPATH" }));
  });
});
