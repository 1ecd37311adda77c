import { measuredScript } from "../child.ts";
import type { NetworkFigures } from "../points/network.ts";
import { median, type Row, type Suite } from "../suite.ts";

const script = new URL("../points/network.ts", import.meta.url);

/** From the start of the process to the first million packet-hops, sources compiled on the way. */
export const startup: Suite = {
  name: "startup",
  summary:
    "wall seconds from process start to 10^6 packet-hops on a 16x16 mesh",
  async *run({ quick, rounds }) {
    const seconds: number[] = [];
    let buildMs = NaN;
    for (let round = 0; round < (quick ? 1 : rounds); round++) {
      const start = performance.now();
      const figures = await measuredScript<NetworkFigures>(script, {
        fabric: { kind: "mesh", K: 16 },
        V: 1,
        bytes: 256,
        load: 0.15,
        hops: 1e6 / 1.15,
      });
      seconds.push((performance.now() - start) / 1000);
      buildMs = figures.buildMs;
    }
    yield {
      suite: "startup",
      name: "16x16 mesh, 256 B, load 0.15",
      figures: { "wall s": median(seconds), "build ms": buildMs },
      targets: [
        { figure: "wall s", atMost: 0.4 },
        { figure: "build ms", atMost: 20 },
      ],
    } satisfies Row;
  },
};
