import { measuredScript } from "../child.ts";
import type { IbaFigures, IbaPoint } from "../points/iba.ts";
import type { MixedFigures, MixedPoint } from "../points/mixed-traffic.ts";
import { median, type BenchOptions, type Row, type Suite } from "../suite.ts";
import { kimRows } from "./kim-rows.ts";

const script = new URL("../points/iba.ts", import.meta.url);
const measure = (point: IbaPoint): Promise<IbaFigures> =>
  measuredScript<IbaFigures>(script, point);

const mixedScript = new URL("../points/mixed-traffic.ts", import.meta.url);
const measureMixed = (point: MixedPoint): Promise<MixedFigures> =>
  measuredScript<MixedFigures>(mixedScript, point);

/** Video and Poisson packets at 60 % load, without and with a choice among ports. */
async function* mixedRows({ quick, rounds }: BenchOptions) {
  for (const select of [false, true]) {
    const pairs: { plain: MixedFigures; stages: MixedFigures }[] = [];
    for (let round = 0; round < (quick ? 1 : rounds); round++) {
      // Why so long: the second half is timed, and V8 is done with compiling after some 300 ms.
      const milliseconds = 900;
      pairs.push({
        plain: await measureMixed({ model: "relay", select, milliseconds }),
        stages: await measureMixed({ model: "iba", select, milliseconds }),
      });
    }
    const relay = median(pairs.map(({ plain }) => plain.nsPerHop));
    const ours = median(pairs.map(({ stages }) => stages.nsPerHop));
    yield {
      suite: "iba",
      name: select
        ? "4x4 mesh, negative-first and LFU, mpeg2 .42 + poisson .18"
        : "15 switches, 23 links, Up/Down, mpeg2 .42 + poisson .18",
      figures: {
        "relay ns/hop": relay,
        "iba ns/hop": ours,
        "relay M hops/s": 1e3 / relay,
        "iba M hops/s": 1e3 / ours,
        "relay events/hop": pairs[0]?.plain.eventsPerHop ?? NaN,
        "iba events/hop": pairs[0]?.stages.eventsPerHop ?? NaN,
        "iba / relay time": median(
          pairs.map(({ plain, stages }) => stages.nsPerHop / plain.nsPerHop),
        ),
      },
      targets: [{ figure: "iba / relay time", atMost: 2 }],
    } satisfies Row;
  }
}

/** The five-stage switch against the plain one on the same traffic, in turn, so that a machine that slows down slows both. */
export const iba: Suite = {
  name: "iba",
  summary:
    "the five-stage switch (16 VLs, WRR, two-table VL arbitration) against relay (15 VLs, round-robin): 15 switches, the same traffic; with video beside Poisson packets; and a point of kim2007 of 300 frames",
  async *run(options: BenchOptions) {
    const { quick, rounds } = options;
    const points = (["0 packets", "2 packets"] as const).flatMap(
      (outputBuffer) =>
        (quick ? [0.25] : [0.1, 0.25, 0.6]).map((load) => ({
          outputBuffer,
          load,
        })),
    );
    for (const point of points) {
      const pairs: { plain: IbaFigures; stages: IbaFigures }[] = [];
      for (let round = 0; round < (quick ? 1 : rounds); round++) {
        const hops = quick ? 4e6 : 8e6;
        pairs.push({
          plain: await measure({ ...point, model: "relay", hops }),
          stages: await measure({ ...point, model: "iba", hops }),
        });
      }
      const relay = median(pairs.map(({ plain }) => plain.nsPerHop));
      const ours = median(pairs.map(({ stages }) => stages.nsPerHop));
      yield {
        suite: "iba",
        name: `fig6like, 1058 B, load ${String(point.load)}, output buffers of ${point.outputBuffer}`,
        figures: {
          "relay ns/hop": relay,
          "iba ns/hop": ours,
          "relay M hops/s": 1e3 / relay,
          "iba M hops/s": 1e3 / ours,
          "relay events/hop": pairs[0]?.plain.eventsPerHop ?? NaN,
          "iba events/hop": pairs[0]?.stages.eventsPerHop ?? NaN,
          "iba / relay time": median(
            pairs.map(({ plain, stages }) => stages.nsPerHop / plain.nsPerHop),
          ),
        },
        targets: [{ figure: "iba / relay time", atMost: 2 }],
        ...(point.load < 0.5 ? {} : { note: "beyond saturation" }),
      } satisfies Row;
    }
    yield* mixedRows(options);
    yield* kimRows(options);
  },
};
