import { measuredScript } from "../child.ts";
import type { Row, Suite } from "../suite.ts";

const script = new URL("../points/memory.ts", import.meta.url);

/** Memory over time: heap and array buffers after a collection, at every tenth of a long run. */
export const memory: Suite = {
  name: "memory",
  summary:
    "memory of a run of 10^8 events, after the first tenth and at the end",
  async *run({ quick }) {
    const { events, heapMB } = await measuredScript<{
      events: number;
      heapMB: number[];
    }>(script, { events: quick ? 1e7 : 1e8 }, ["--expose-gc"]);
    const first = heapMB[0] ?? NaN;
    const last = heapMB.at(-1) ?? NaN;
    yield {
      suite: "memory",
      name: "16x16 mesh, 256 B, load 0.15",
      figures: {
        "M events": events / 1e6,
        "MB after 10 %": first,
        "MB at the end": last,
        "growth MB": last - first,
      },
      // Half a megabyte is V8's own housekeeping (compiled code, inline caches).
      targets: [{ figure: "growth MB", atMost: 0.5 }],
    } satisfies Row;
  },
};
