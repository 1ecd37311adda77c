import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuredScript } from "../child.ts";
import type { NetworkFigures } from "../points/network.ts";
import { median, type Row, type Suite } from "../suite.ts";

const script = new URL("../points/network.ts", import.meta.url);

/** Wall seconds of a process that simulates a million packet-hops, and milliseconds in which it built the network. */
async function once(
  environment: Readonly<Record<string, string>>,
): Promise<{ seconds: number; buildMs: number }> {
  const start = performance.now();
  const { buildMs } = await measuredScript<NetworkFigures>(
    script,
    {
      fabric: { kind: "mesh", K: 16 },
      V: 1,
      bytes: 256,
      load: 0.15,
      hops: 1e6 / 1.15,
    },
    [],
    environment,
  );
  return { seconds: (performance.now() - start) / 1000, buildMs };
}

/**
 * From the start of the process to the first million packet-hops: the first time, when the TypeScript sources are compiled on the way, and later,
 * when Node keeps what it compiled, as the command lets it.
 */
export const startup: Suite = {
  name: "startup",
  summary:
    "wall seconds from process start to 10^6 packet-hops on a 16x16 mesh",
  async *run({ quick, rounds }) {
    const cache = mkdtempSync(join(tmpdir(), "fabriclab-compiled-"));
    try {
      const kept = { NODE_COMPILE_CACHE: cache };
      const first = { NODE_DISABLE_COMPILE_CACHE: "1" };
      await once(kept);
      const cold: number[] = [];
      const warm: number[] = [];
      let buildMs = NaN;
      for (let round = 0; round < (quick ? 1 : rounds); round++) {
        cold.push((await once(first)).seconds);
        const later = await once(kept);
        warm.push(later.seconds);
        buildMs = later.buildMs;
      }
      yield {
        suite: "startup",
        name: "16x16 mesh, 256 B, load 0.15",
        figures: {
          "wall s": median(warm),
          "wall s, nothing compiled": median(cold),
          "build ms": buildMs,
        },
        targets: [
          { figure: "wall s", atMost: 0.4 },
          { figure: "build ms", atMost: 20 },
        ],
      } satisfies Row;
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  },
};
