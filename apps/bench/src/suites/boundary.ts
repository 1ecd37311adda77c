import { measuredScript } from "../child.ts";
import {
  removeEngineCopies,
  writeBareEngine,
  writeInlinedEngine,
} from "../engine-variants.ts";
import { median, type BenchOptions, type Row, type Suite } from "../suite.ts";

const script = new URL("../points/boundary.ts", import.meta.url);
const PRODUCT = "@fabriclab/network";

interface Measured {
  readonly nsPerHop: number;
  readonly sums: readonly number[];
}

interface Variant {
  readonly name: string;
  readonly engine: string;
  readonly kinds: "plugin" | "five";
  /** What the network counts of channels beside packets. */
  readonly counts?: "waits" | "queues";
}

/** Measures variants in turn, demands equal results, and returns the ns per hop of every round by variant. */
async function inTurn(
  variants: readonly Variant[],
  V: number,
  { quick, rounds }: BenchOptions,
): Promise<number[][]> {
  const ns = variants.map((): number[] => []);
  for (let round = 0; round < (quick ? 1 : rounds + 2); round++) {
    const sums = new Set<string>();
    for (const [k, { engine, kinds, counts }] of variants.entries()) {
      const measured = await measuredScript<Measured>(script, {
        variant: kinds,
        V,
        hops: quick ? 4e6 : 16e6,
        engine,
        counts,
      });
      ns[k]?.push(measured.nsPerHop);
      sums.add(measured.sums.join());
    }
    if (sums.size !== 1)
      throw new Error(
        `the variants computed different results: ${[...sums].join(" / ")}`,
      );
  }
  return ns;
}

const ratio = (a: readonly number[], b: readonly number[]): number =>
  median(a.map((value, i) => value / (b[i] ?? NaN)));

/** What the boundary between engine and plugins costs: round-robin as a plugin, written into the loop by hand, and five kinds mixed. */
export const boundary: Suite = {
  name: "boundary",
  summary:
    "plugin boundary: the same arbiter as a plugin, inlined by hand, and five kinds mixed in one network",
  async *run(options) {
    const inlinedEngine = writeInlinedEngine();
    try {
      for (const V of [1, 4]) {
        const [inlined = [], plugin = [], five = []] = await inTurn(
          [
            { name: "inlined", engine: inlinedEngine, kinds: "plugin" },
            { name: "plugin", engine: PRODUCT, kinds: "plugin" },
            { name: "five kinds", engine: PRODUCT, kinds: "five" },
          ],
          V,
          options,
        );
        yield {
          suite: "boundary",
          name: `16x16 mesh, 256 B, load 0.15, V=${String(V)}`,
          figures: {
            "inlined ns/hop": median(inlined),
            "plugin ns/hop": median(plugin),
            "five kinds ns/hop": median(five),
            "plugin / inlined": ratio(plugin, inlined),
            "five / inlined": ratio(five, inlined),
          },
          targets: [
            { figure: "plugin / inlined", atMost: 1.1 },
            { figure: "five / inlined", atMost: 1.45 },
          ],
        } satisfies Row;
      }
    } finally {
      removeEngineCopies();
    }
  },
};

/** What features cost the runs that do not use them: the product against a loop that has no text for them. */
export const features: Suite = {
  name: "features",
  summary:
    "features that are off: the product against a loop without multicast, mixed sizes, closed loop, drops, show-ahead, SL2VL, threads, waits, queues; and with waits, and with queues",
  async *run(options) {
    const bareEngine = writeBareEngine();
    try {
      for (const V of [1, 4]) {
        const [bare = [], product = [], waits = [], queues = []] = await inTurn(
          [
            { name: "bare", engine: bareEngine, kinds: "plugin" },
            { name: "product", engine: PRODUCT, kinds: "plugin" },
            {
              name: "waits",
              engine: PRODUCT,
              kinds: "plugin",
              counts: "waits",
            },
            {
              name: "queues",
              engine: PRODUCT,
              kinds: "plugin",
              counts: "queues",
            },
          ],
          V,
          options,
        );
        yield {
          suite: "features",
          name: `16x16 mesh, 256 B, load 0.15, V=${String(V)}`,
          figures: {
            "bare ns/hop": median(bare),
            "product ns/hop": median(product),
            "product / bare": ratio(product, bare),
            "with waits / product": ratio(waits, product),
            "with queues / product": ratio(queues, product),
          },
          // Folded constants cost nothing; 5 % is what two equal programs differ by here.
          targets: [{ figure: "product / bare", atMost: 1.05 }],
        } satisfies Row;
      }
    } finally {
      removeEngineCopies();
    }
  },
};
