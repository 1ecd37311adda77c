import { measuredScript } from "../child.ts";
import type { Row, Suite } from "../suite.ts";

const script = new URL("../points/memory.ts", import.meta.url);

/**
 * An object of V8 has 12 bytes and more, and a packet of this mesh has 14 events: one object for each packet would be 0.85 bytes per event. What is left
 * below is the engine's callers', once in 100,000 events.
 */
const NO_OBJECT = 0.5;

/** Memory over time: heap and array buffers after a collection, at every tenth of a long run, and what is allocated meanwhile. */
export const memory: Suite = {
  name: "memory",
  summary:
    "memory of a run of 10^8 events, after the first tenth and at the end, and what it allocates per event",
  async *run({ quick }) {
    const { events, heapMB, bytesPerEvent } = await measuredScript<{
      events: number;
      heapMB: number[];
      bytesPerEvent: number;
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
        "allocated B/event": bytesPerEvent,
      },
      // Half a megabyte is V8's own housekeeping (compiled code, inline caches).
      targets: [
        { figure: "growth MB", atMost: 0.5 },
        { figure: "allocated B/event", atMost: NO_OBJECT },
      ],
    } satisfies Row;
  },
};
