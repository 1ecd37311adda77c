import { measuredScript } from "../child.ts";
import { median, type Row, type Suite } from "../suite.ts";

const script = new URL("../points/kernel.ts", import.meta.url);

/** The event queue alone: the timing wheel beside a binary heap (flatqueue), in turn. */
export const kernel: Suite = {
  name: "kernel",
  summary:
    "the timing wheel beside a binary heap: hold model, ns per event taken and put again",
  async *run({ quick, rounds }) {
    for (const pending of quick ? [1000] : [100, 1000, 10_000, 100_000]) {
      for (const far of [300, 100_000]) {
        const wheel: number[] = [];
        const heap: number[] = [];
        const events = quick ? 2e6 : 1e7;
        for (let round = 0; round < (quick ? 1 : rounds); round++) {
          wheel.push(
            (
              await measuredScript<{ nsPerEvent: number }>(script, {
                queue: "wheel",
                pending,
                far,
                events,
              })
            ).nsPerEvent,
          );
          heap.push(
            (
              await measuredScript<{ nsPerEvent: number }>(script, {
                queue: "heap",
                pending,
                far,
                events,
              })
            ).nsPerEvent,
          );
        }
        yield {
          suite: "kernel",
          name: `${String(pending)} pending, up to ${String(far)} ticks ahead`,
          figures: {
            "wheel ns/event": median(wheel),
            "heap ns/event": median(heap),
            "heap / wheel": median(heap.map((ns, i) => ns / (wheel[i] ?? NaN))),
          },
        } satisfies Row;
      }
    }
  },
};
