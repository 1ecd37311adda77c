import {
  channelLoads,
  loadSummary,
  operationsOf,
} from "@fabriclab/analysis-balance";
import { compose } from "@fabriclab/sim";
import { describe, expect, it } from "vitest";
import {
  PAPER_TREE,
  SCHEMES,
  type Case,
  type Scheme,
} from "../../src/reproduce/zhou2007/cases.ts";
import type { RunRecord } from "../../src/reproduce/run/record.ts";
import { prepare } from "../../src/reproduce/zhou2007/run/prepare.ts";
import { assertBound } from "../../src/reproduce/run/simulate.ts";
import { run } from "../../src/reproduce/zhou2007/run/task.ts";

const SEEDS = [1, 2, 3];
const input = (point: Case, seed: number) => ({
  point,
  seed,
  tree: PAPER_TREE,
  checked: true,
});
const runs = (point: Case, seeds = [1, 2]): Promise<RunRecord[]> =>
  Promise.all(seeds.map((seed) => run(input(point, seed))));
const at = (
  sources: number,
  group: number,
  scheme: Scheme,
  size = 32,
  mode: Case["mode"] = "own",
): Case => ({ mode, sources, group, scheme, size });
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Most packets on a link with own groups, one seed: an independent script's numbers for this study (a source may be outside its group there,
 * here it is a member: one packet less). Columns unicast, OpenSM, cyclic.
 */
const BOUNDS: readonly (readonly [
  sources: number,
  group: number,
  ...bounds: readonly [number, number, number],
])[] = [
  [0, 0.1, 12, 1, 1],
  [0, 0.4, 51, 1, 1],
  [0, 0.7, 90, 1, 1],
  [0, 1, 127, 1, 1],
  [0.4, 0.1, 14, 42, 12],
  [0.4, 0.4, 51, 48, 28],
  [0.4, 0.7, 90, 51, 42],
  [0.4, 1, 127, 51, 51],
  [0.7, 0.1, 20, 77, 17],
  [0.7, 0.4, 52, 83, 47],
  [0.7, 0.7, 90, 89, 73],
  [0.7, 1, 127, 90, 90],
  [1, 0.1, 23, 102, 23],
  [1, 0.4, 66, 117, 66],
  [1, 0.7, 105, 124, 103],
  [1, 1, 127, 127, 127],
];

describe("runs of zhou2007", () => {
  it.each(BOUNDS)(
    "from %d to %d have the bounds of the independent script",
    (sources, group, unicast, opensm, cyclic) => {
      for (const [scheme, expected] of [
        ["unicast", unicast],
        ["opensm", opensm],
        ["cyclic", cyclic],
      ] as const) {
        const bounds = SEEDS.map(
          (seed) =>
            prepare(input(at(sources, group, scheme), seed)).boundPackets,
        );
        // Nothing is random about a single packet, or where everybody is a member.
        const certain = group === 1 || (sources === 0 && scheme !== "unicast");
        const slack = certain ? 0 : Math.max(2, 0.17 * expected);
        expect(
          Math.abs(mean(bounds) - expected),
          `${scheme}: ${bounds.join(", ")}`,
        ).toBeLessThanOrEqual(slack);
      }
    },
  );

  it("take from one source exactly the closed form 4L + 20(h+1) + 100h of the longest path, h = 5 switches", async () => {
    for (const size of [32, 1024, 131072]) {
      for (const scheme of ["cyclic", "opensm"] as const) {
        const [record] = await runs(at(0, 1, scheme, size));
        expect(record!.makespanNs).toBe(4 * size + 20 * 6 + 100 * 5);
      }
    }
  });

  it("deliver every member's copy and nothing else", async () => {
    const members = { 0.1: 13, 0.7: 90 };
    for (const [group, count] of Object.entries(members)) {
      for (const scheme of SCHEMES) {
        const [record] = await runs(at(0.4, Number(group), scheme), [1]);
        expect(record!.deliveries).toBe(51 * (count - 1));
      }
    }
  });

  it("have the same sources and groups in all schemes of a seed, and the bounds that the analysis of channel loads finds for them", () => {
    for (const mode of ["own", "same"] as const) {
      const composed = (scheme: Scheme) => {
        const { experiment, boundPackets } = prepare(
          input(at(0.4, 0.4, scheme, 32, mode), 1),
        );
        return { ...compose(experiment), boundPackets };
      };
      const [unicast, opensm, cyclic] = [
        composed("unicast"),
        composed("opensm"),
        composed("cyclic"),
      ];
      expect(opensm.groups).toEqual(cyclic.groups);
      const most = (
        composition: typeof cyclic,
        send: "unicast" | "multicast",
      ) =>
        loadSummary(
          channelLoads(
            composition.experiment.fabric,
            composition.tables,
            operationsOf(cyclic.groups, send),
          ),
        ).max;
      // Unicast traffic has no groups of its own to compare: its packets must load the channels as copies to these groups would.
      expect(unicast.boundPackets).toBe(most(unicast, "unicast"));
      expect(opensm.boundPackets).toBe(most(opensm, "multicast"));
      expect(cyclic.boundPackets).toBe(most(cyclic, "multicast"));
    }
  });

  it("are never faster than the busiest link", async () => {
    for (const mode of ["own", "same"] as const) {
      for (const scheme of SCHEMES) {
        for (const record of await runs(at(0.7, 0.4, scheme, 256, mode))) {
          expect(record.boundNs).toBe(record.boundPackets * 4 * 256);
          expect(record.makespanNs).toBeGreaterThan(record.boundNs);
        }
      }
    }
  });

  it("are refused loudly when they are faster than that", () => {
    expect(() => assertBound(1000, 1000)).not.toThrow();
    expect(() => assertBound(999, 1000)).toThrow(
      expect.objectContaining({ code: "E_REPRODUCE_BOUND_BEATEN" }) as Error,
    );
  });

  it("are a function of case and seed", async () => {
    const point = at(0.7, 0.4, "unicast", 256);
    const once = await run(input(point, 3));
    await run(input(point, 4));
    expect(await run(input(point, 3))).toEqual(once);
  });
});
