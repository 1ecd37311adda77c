import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { measuredProcess } from "../child.ts";
import type { NetworkFigures, NetworkPoint } from "../points/network.ts";
import { median, type BenchOptions, type Row, type Suite } from "../suite.ts";

const script = fileURLToPath(new URL("../points/network.ts", import.meta.url));

const versionOf = (binary: string): string =>
  execFileSync(binary, ["--version"], { encoding: "utf8" }).trim();

/** The packet engine, built, on this Node and on another: the same bundle in turn, equal sums demanded. */
export const node: Suite = {
  name: "node",
  summary:
    "the packet engine, built into one file, on this Node and on the one that --node names (default: the system's), in turn",
  async *run({ quick, rounds, programs, log }: BenchOptions) {
    const other = programs.node ?? "/usr/bin/node";
    let version: string;
    try {
      version = versionOf(other);
    } catch {
      log(`node: left out, ${other} does not start (--node PATH)`);
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), "fabriclab-built-"));
    try {
      const bundle = join(folder, "network.mjs");
      await build({
        entryPoints: [script],
        outfile: bundle,
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node20",
        conditions: ["fabriclab-source"],
        // Modules that were CommonJS ask for `require`.
        banner: {
          js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
        },
        logLevel: "error",
      });
      for (const [V, load] of quick
        ? ([[1, 0.15]] as const)
        : ([
            [1, 0.15],
            [4, 0.15],
            [4, 0.2],
          ] as const)) {
        const point: NetworkPoint = {
          fabric: { kind: "mesh", K: 16 },
          V,
          bytes: 256,
          load,
          hops: quick ? 4e6 : 16e6,
        };
        const here: NetworkFigures[] = [];
        const there: NetworkFigures[] = [];
        for (let round = 0; round < (quick ? 1 : rounds); round++) {
          const args = [bundle, JSON.stringify(point)];
          here.push(await measuredProcess(process.execPath, args));
          there.push(await measuredProcess(other, args));
        }
        const sums = new Set(
          [...here, ...there].map((one) => JSON.stringify(one.sums)),
        );
        if (sums.size !== 1)
          throw new Error(`the sums differ: ${[...sums].join(" ")}`);
        yield {
          suite: "node",
          name: `V=${String(V)} 256 B load ${String(load)}: Node ${version} against ${process.version}`,
          figures: {
            "ns/hop": median(here.map(({ nsPerHop }) => nsPerHop)),
            "other's ns/hop": median(there.map(({ nsPerHop }) => nsPerHop)),
            "speed / this Node": median(
              here.map(
                ({ nsPerHop }, i) => nsPerHop / (there[i]?.nsPerHop ?? NaN),
              ),
            ),
          },
          targets: [{ figure: "speed / this Node", atLeast: 0.9 }],
        } satisfies Row;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
