import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuredScript } from "../child.ts";
import { median, type BenchOptions, type Row } from "../suite.ts";
import { runIbaYardstick, type SteadyFigures } from "../yardstick.ts";

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

// Programs of the command line's, which has the study.
const pointScript = new URL(
  "../../../cli/scripts/kim-point.ts",
  import.meta.url,
);
const steadyScript = new URL(
  "../../../cli/scripts/kim-steady.ts",
  import.meta.url,
);
const measurePoint = (point: KimPoint): Promise<KimFigures> =>
  measuredScript<KimFigures>(pointScript, point);
const measureSteady = (point: {
  readonly frames: number;
  readonly file?: string;
}): Promise<SteadyFigures> =>
  measuredScript<SteadyFigures>(steadyScript, point);

/** Frames per stream of the point that is to take at most `SECONDS`. */
const FRAMES = 300;
const SECONDS = 10;
/** Lengths of quick runs: what the longer one takes more is taken for what every frame takes, once all is compiled. */
const SHORT = 10;
const LONG = 30;
/** Frames of the runs that C++ does, too. */
const STEADY = 20;

/** The 300 frames, or what two short runs say of them. */
async function whole(
  outputBuffer: number,
  quick: boolean,
): Promise<Pick<KimFigures, "seconds" | "hops" | "eventsPerHop">> {
  if (!quick) return measurePoint({ outputBuffer, frames: FRAMES });
  const short = await measurePoint({ outputBuffer, frames: SHORT });
  const long = await measurePoint({ outputBuffer, frames: LONG });
  const grown = (of: "seconds" | "hops"): number =>
    short[of] + ((long[of] - short[of]) * (FRAMES - SHORT)) / (LONG - SHORT);
  return {
    seconds: grown("seconds"),
    hops: grown("hops"),
    eventsPerHop: long.eventsPerHop,
  };
}

/** Our network and the C++ one on the same packets, in turn. */
async function steadyPairs(
  rounds: number,
): Promise<{ ours: SteadyFigures; floor: SteadyFigures | undefined }[]> {
  const folder = mkdtempSync(join(tmpdir(), "fabriclab-kim-"));
  try {
    const file = join(folder, "input");
    await measureSteady({ frames: STEADY, file });
    const pairs = [];
    for (let round = 0; round < rounds; round++) {
      const floor = await runIbaYardstick(file);
      const ours = await measureSteady({ frames: STEADY });
      if (
        floor !== undefined &&
        JSON.stringify(floor.sums) !== JSON.stringify(ours.sums)
      )
        throw new Error(
          `C++ did other work: ${JSON.stringify(floor.sums)} against ${JSON.stringify(ours.sums)}`,
        );
      pairs.push({ ours, floor });
    }
    return pairs;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * One 15-node point of kim2007 at 60 % load: the same switch, tables and packets in plain C++ beside it, which drafts, journals and measures nothing;
 * and the 300 frames of the study, without and with output buffers.
 */
export async function* kimRows({ quick, rounds }: BenchOptions) {
  const pairs = await steadyPairs(quick ? 1 : Math.min(rounds, 3));
  const floors = pairs.flatMap(({ floor }) => floor ?? []);
  const floor =
    floors.length === 0
      ? undefined
      : median(floors.map(({ nsPerHop }) => nsPerHop));
  yield {
    suite: "iba",
    name: `kim2007: 15 nodes, load 60 %, ${String(STEADY)} frames, no output buffers, second half`,
    figures: {
      "ns/hop": median(pairs.map(({ ours }) => ours.nsPerHop)),
      "events/hop": pairs[0]?.ours.eventsPerHop ?? NaN,
      ...(floor === undefined
        ? {}
        : {
            "C++ ns/hop": floor,
            "C++ events/hop": floors[0]?.eventsPerHop ?? NaN,
            "C++ / ours speed": median(
              pairs.map(({ ours, floor: one }) =>
                one === undefined ? NaN : one.nsPerHop / ours.nsPerHop,
              ),
            ),
          }),
    },
    note:
      floor === undefined
        ? "no g++: the yardstick was not run"
        : "hops, deliveries, injections and latencies of both are equal; C++ drafts, journals and measures nothing",
  } satisfies Row;
  for (const outputBuffer of [0, 1]) {
    const { seconds, hops, eventsPerHop } = await whole(outputBuffer, quick);
    yield {
      suite: "iba",
      name: `kim2007: 15 nodes, load 60 %, ${String(FRAMES)} frames${quick ? ` (from ${String(SHORT)} and ${String(LONG)})` : ""}, output buffers of ${String(outputBuffer)} packets`,
      figures: {
        seconds,
        "M hops": hops / 1e6,
        "ns/hop": (seconds * 1e9) / hops,
        "events/hop": eventsPerHop,
        "ns/hop for the target": (SECONDS * 1e9) / hops,
        ...(floor === undefined || outputBuffer > 0
          ? {}
          : { "C++ seconds for as many hops": (floor * hops) / 1e9 }),
      },
      targets: [{ figure: "seconds", atMost: SECONDS }],
    } satisfies Row;
  }
}
