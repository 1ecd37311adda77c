import { measuredScript } from "../child.ts";
import { removeInlinedEngine, writeInlinedEngine } from "../inlined-engine.ts";
import { median, type Row, type Suite } from "../suite.ts";

const script = new URL("../points/boundary.ts", import.meta.url);

interface Measured {
  readonly nsPerHop: number;
  readonly sums: readonly number[];
}

/** What the boundary between engine and plugins costs: round-robin as a plugin, written into the loop by hand, and five kinds mixed. */
export const boundary: Suite = {
  name: "boundary",
  summary:
    "plugin boundary: the same arbiter as a plugin, inlined by hand, and five kinds mixed in one network",
  async *run({ quick, rounds }) {
    const inlinedEngine = writeInlinedEngine();
    try {
      for (const V of [1, 4]) {
        const hops = quick ? 4e6 : 16e6;
        const ns = {
          plugin: [] as number[],
          inlined: [] as number[],
          five: [] as number[],
        };
        for (let round = 0; round < (quick ? 1 : rounds + 2); round++) {
          const sums = new Set<string>();
          for (const variant of ["plugin", "inlined", "five"] as const) {
            const measured = await measuredScript<Measured>(script, {
              variant,
              V,
              hops,
              engine:
                variant === "inlined" ? inlinedEngine : "@fabriclab/network",
            });
            ns[variant].push(measured.nsPerHop);
            sums.add(measured.sums.join());
          }
          if (sums.size !== 1)
            throw new Error(
              `the variants computed different results: ${[...sums].join(" / ")}`,
            );
        }
        const ratio = (variant: "plugin" | "five"): number =>
          median(ns[variant].map((value, i) => value / (ns.inlined[i] ?? NaN)));
        yield {
          suite: "boundary",
          name: `16x16 mesh, 256 B, load 0.15, V=${String(V)}`,
          figures: {
            "inlined ns/hop": median(ns.inlined),
            "plugin ns/hop": median(ns.plugin),
            "five kinds ns/hop": median(ns.five),
            "plugin / inlined": ratio("plugin"),
            "five / inlined": ratio("five"),
          },
          targets: [
            { figure: "plugin / inlined", atMost: 1.1 },
            { figure: "five / inlined", atMost: 1.45 },
          ],
        } satisfies Row;
      }
    } finally {
      removeInlinedEngine();
    }
  },
};
