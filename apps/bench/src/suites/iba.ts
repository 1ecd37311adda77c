import { measuredScript } from "../child.ts";
import { runYardstick } from "../yardstick.ts";
import type { IbaFigures, IbaPoint } from "../points/iba.ts";
import type { MixedFigures, MixedPoint } from "../points/mixed-traffic.ts";
import { median, type BenchOptions, type Row, type Suite } from "../suite.ts";

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
      const milliseconds = quick ? 300 : 900;
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

interface KimPoint {
  /** Packets per output port and lane. */
  readonly outputBuffer: number;
  /** Frames per video stream, 30 a second. */
  readonly frames: number;
}

interface KimFigures {
  readonly seconds: number;
  readonly hops: number;
  readonly eventsPerHop: number;
  readonly status: string;
}

/** A program of the command line's, which has the study. */
const kimScript = new URL("../../../cli/scripts/kim-point.ts", import.meta.url);
const measureKim = (point: KimPoint): Promise<KimFigures> =>
  measuredScript<KimFigures>(kimScript, point);

/** Frames per stream of the point that is to take at most `SECONDS`. */
const FRAMES = 300;
const SECONDS = 10;

/**
 * One 15-node point of kim2007 at 60 % load, without and with output buffers; and what the plain algorithm in C++ takes for as many hops on the nearest
 * fabric and traffic that it can do: a 4x4 mesh (24 links), 16 lanes served in turn, Poisson traffic, no output buffers.
 */
async function* kimRows({ quick, rounds }: BenchOptions) {
  const frames = quick ? 10 : FRAMES;
  for (const outputBuffer of [0, 1]) {
    const pairs: { ours: KimFigures; floor: number | undefined }[] = [];
    for (let round = 0; round < (quick ? 1 : Math.min(rounds, 3)); round++) {
      const ours = await measureKim({ outputBuffer, frames });
      const floor = await runYardstick({
        K: 4,
        V: 16,
        bytes: 1058,
        load: 0.6,
        hops: quick ? 2e6 : 2e7,
      });
      pairs.push({ ours, floor: floor?.nsPerHop });
    }
    const seconds =
      median(pairs.map(({ ours }) => ours.seconds)) * (FRAMES / frames);
    const hops = (pairs[0]?.ours.hops ?? NaN) * (FRAMES / frames);
    const floor = pairs.flatMap(({ floor: ns }) => ns ?? []);
    yield {
      suite: "iba",
      name: `kim2007: 15 nodes, load 60 %, ${String(FRAMES)} frames${quick ? ` (from ${String(frames)})` : ""}, output buffers of ${String(outputBuffer)} packets`,
      figures: {
        seconds,
        "M hops": hops / 1e6,
        "ns/hop": (seconds * 1e9) / hops,
        "events/hop": pairs[0]?.ours.eventsPerHop ?? NaN,
        "ns/hop for the target": (SECONDS * 1e9) / hops,
        ...(floor.length === 0
          ? {}
          : {
              "C++ ns/hop, plain 4x4 mesh": median(floor),
              "C++ seconds for as many hops": (median(floor) * hops) / 1e9,
            }),
      },
      targets: [{ figure: "seconds", atMost: SECONDS }],
      ...(floor.length === 0
        ? { note: "no g++: the yardstick was not run" }
        : {}),
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
