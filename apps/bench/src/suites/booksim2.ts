import { booksim2, booksim2Saturation } from "../booksim2/golden.ts";
import { runAsBookSim } from "../booksim2/model.ts";
import type { BenchOptions, Row, Suite } from "../suite.ts";

/** Values, not times: the packet engine configured as BookSim2 was, beside BookSim2's own results. */
export const booksim: Suite = {
  name: "booksim2",
  summary: "latency and saturation of a 16x16 mesh beside BookSim2's results",
  // oxlint-disable-next-line typescript/require-await -- a suite is an async iterable, whether or not it waits
  async *run({ quick }: BenchOptions) {
    const shared = {
      topology: "mesh",
      k: 16,
      n: 2,
      virtualChannels: 4,
      seed: 1,
    } as const;
    for (const point of booksim2) {
      const measured = point.rate < 0.01 ? 200_000 : quick ? 10_000 : 40_000;
      const ours = runAsBookSim({
        ...shared,
        flits: point.flits,
        vcBuffer: point.vcBuffer,
        rate: point.rate,
        warmup: 5000,
        measured,
      });
      yield {
        suite: "booksim2",
        name: point.name,
        figures: {
          cycles: ours.latency,
          "BookSim2 cycles": point.latency,
          "ours / BookSim2": ours.latency / point.latency,
          accepted: ours.accepted,
          "BookSim2 accepted": point.accepted,
          "cycles over 4H+2+(L-1)":
            ours.latency - (4 * ours.switches + 1 + point.flits),
        },
        targets: [
          { figure: "ours / BookSim2", atLeast: 1 - point.tolerance },
          { figure: "ours / BookSim2", atMost: 1 + point.tolerance },
        ],
      } satisfies Row;
    }
    for (const point of booksim2Saturation) {
      const ours = runAsBookSim({
        ...shared,
        flits: point.flits,
        vcBuffer: point.vcBuffer,
        rate: 0.3,
        warmup: 20_000,
        measured: quick ? 10_000 : 40_000,
      });
      yield {
        suite: "booksim2",
        name: `${point.name}, offered 0.30`,
        figures: {
          accepted: ours.accepted,
          "BookSim2 accepted": point.accepted,
          "ours / BookSim2": ours.accepted / point.accepted,
        },
        targets: [
          { figure: "ours / BookSim2", atLeast: 0.9 },
          { figure: "ours / BookSim2", atMost: 1.1 },
        ],
      } satisfies Row;
    }
  },
};
