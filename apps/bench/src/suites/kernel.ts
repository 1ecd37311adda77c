import { measuredScript } from "../child.ts";
import { median, type Row, type Suite } from "../suite.ts";

const script = new URL("../points/kernel.ts", import.meta.url);

/**
 * As many events as bring the clock to 2^30 ticks.
 *
 * Why: ticks are 32-bit integers; the packet engine moves its clock back in time, the hold model does not.
 */
const withinClock = (pending: number, far: number): number =>
  Math.floor((2 ** 30 * 2 * pending) / far);

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
        const events = Math.min(quick ? 2e6 : 1e7, withinClock(pending, far));
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
