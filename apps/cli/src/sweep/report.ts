import type { FactorValue } from "@fabriclab/experiment-store";
import type {
  Point,
  SweepOutcome,
  SweepPlan,
} from "@fabriclab/experiment-sweep";
import { oneLine, withUnit } from "@fabriclab/units";
import type { Io } from "../io.ts";
import { many } from "../naming/words.ts";
import { shellWord } from "../shell-word.ts";
import { saturationTable, type Searched } from "./saturation-table.ts";

/** A finished sweep as data: `summary.json`, and what `--json` prints. */
export interface SweepReport extends Searched {
  readonly experiment: string;
  readonly folder: string;
  readonly status: SweepOutcome["status"];
  readonly points: number;
  readonly runs: number;
  readonly kept: number;
  readonly capped: readonly {
    readonly factors: Factors;
    readonly seeds: number;
    /** Relative half-width of the 95 % interval that it came to. */
    readonly relative: number;
  }[];
  /** Points that have no mean, because a run is saturated or has no such result. */
  readonly withoutMean: readonly Factors[];
  readonly failed: readonly {
    readonly factors: Factors;
    readonly seed: number;
    readonly error: string;
  }[];
  /** Points with runs that deadlocked or saturated: how many of their runs. */
  readonly unsteady: readonly {
    readonly factors: Factors;
    readonly status: "saturated" | "deadlocked";
    readonly runs: number;
    readonly of: number;
    /** How many of `runs` are saturated in a part of their traffic only. */
    readonly partly?: number;
  }[];
  /** Points with runs of status `limit`, other than those in `unsteady` and `noneArrived`: how many of their runs. */
  readonly limited: readonly {
    readonly factors: Factors;
    readonly runs: number;
    readonly of: number;
  }[];
  /** Points with runs in which no packet arrived and some were dropped: how many of their runs. */
  readonly noneArrived: SweepReport["limited"];
}

type Factors = Readonly<Record<string, FactorValue>>;

export function reportOf(
  outcome: SweepOutcome,
  plan: SweepPlan,
  {
    experiment,
    folder,
  }: { readonly experiment: string; readonly folder: string },
): SweepReport {
  const factors = ({ levels }: Point): Factors =>
    Object.fromEntries(
      plan.factors.map(({ name, column }) => [name, levels[column] ?? ""]),
    );
  return {
    experiment,
    folder,
    status: outcome.status,
    units: Object.fromEntries(
      plan.factors.flatMap(({ name, unit }) =>
        unit === "" ? [] : [[name, unit]],
      ),
    ),
    points: outcome.points.length,
    runs: outcome.runs,
    kept: outcome.kept,
    saturation: outcome.saturation,
    ...(plan.saturation === undefined
      ? {}
      : { searched: plan.saturation.factor }),
    ...(plan.saturation?.require === undefined
      ? {}
      : { required: plan.saturation.require }),
    ...(outcome.saturation.some(({ longer }) => longer !== undefined)
      ? { longer: plan.saturation?.longer?.map(({ times }) => times) ?? [] }
      : {}),
    capped: outcome.capped.map(({ point, seeds, relative }) => ({
      factors: factors(point),
      seeds,
      relative,
    })),
    withoutMean: outcome.withoutMean.map(factors),
    failed: outcome.failed.map(({ point, seed, error }) => ({
      factors: factors(point),
      seed,
      error,
    })),
    unsteady: outcome.unsteady.map(({ point, ...rest }) => ({
      factors: factors(point),
      ...rest,
    })),
    limited: outcome.limited.map(({ point, ...rest }) => ({
      factors: factors(point),
      ...rest,
    })),
    noneArrived: outcome.noneArrived.map(({ point, ...rest }) => ({
      factors: factors(point),
      ...rest,
    })),
  };
}

/** A failed run, one in which nothing arrived, or a deadlock where none was looked for: a search for saturation takes one for an answer. */
export const hasProblem = ({
  failed,
  noneArrived,
  unsteady,
  saturation,
}: SweepReport): boolean =>
  failed.length > 0 ||
  noneArrived.length > 0 ||
  (saturation.length === 0 &&
    unsteady.some(({ status }) => status === "deadlocked"));

/** Lines of a list that are printed; the rest is in summary.json. */
const SHOWN = 10;

/** For people. */
export function reportText(report: SweepReport, io: Io): string {
  const { folder, points, runs, kept, saturation, capped, failed } = report;
  const labelOf = labelsIn(report);
  const lines = [
    `${many(points, "point")}, ${many(runs, "run")}${kept === 0 ? "" : `, ${kept} of them kept from before`}: ${folder}`,
  ];
  if (saturation.length > 0) lines.push("", saturationTable(report, io));
  if (capped.length > 0)
    lines.push(
      "",
      `${capped.length} of ${many(points, "point")} came to the cap on seeds before the precision that was asked:`,
      ...shown(
        capped.map(
          ({ factors, seeds, relative }) =>
            `${labelOf(factors)}: ±${percent(relative)} with ${many(seeds, "seed")}`,
        ),
      ),
    );
  if (report.withoutMean.length > 0)
    lines.push(
      "",
      `${report.withoutMean.length} of ${many(points, "point")} without a mean (saturated, or no such result), and so without more seeds than the first:`,
      ...shown(report.withoutMean.map(labelOf)),
    );
  lines.push(...unsteadyLines(report, "deadlocked"));
  lines.push(...endedLines(report, report.noneArrived, NONE_ARRIVED));
  // Else they are in the table of saturation, or among the points without a mean.
  if (saturation.length === 0 && report.withoutMean.length === 0)
    lines.push(
      ...unsteadyLines(report, "saturated"),
      ...unsteadyLines(report, "partly"),
    );
  // The search for saturation makes such runs again, longer, and says what stayed open.
  if (saturation.length === 0)
    lines.push(...endedLines(report, report.limited, LIMITED));
  if (failed.length > 0)
    lines.push(
      "",
      `${failed.length} of ${many(runs, "run")} failed:`,
      ...shown(
        failed.map(
          ({ factors, seed, error }) =>
            `${labelOf(factors)}, seed ${seed}: ${oneLine(error)}`,
        ),
      ),
    );
  lines.push(
    "",
    `fabriclab query "SELECT * FROM points" ${shellWord(folder)}`,
    `fabriclab export ${shellWord(folder)} --csv results.csv`,
    `fabriclab plot ${shellWord(folder)} -o results.svg`,
  );
  return `${lines.join("\n")}\n`;
}

const unsteadyLines = (
  report: SweepReport,
  end: keyof typeof MEANING,
): string[] =>
  endedLines(
    report,
    report.unsteady.filter(
      ({ status, runs, partly }) =>
        (partly === runs ? "partly" : status) === end,
    ),
    MEANING[end],
  );

/** The points whose runs ended so, below a heading. */
function endedLines(
  report: SweepReport,
  points: SweepReport["limited"],
  how: string,
): string[] {
  if (points.length === 0) return [];
  const labelOf = labelsIn(report);
  const ended = points.reduce((sum, point) => sum + point.runs, 0);
  return [
    "",
    `${ended} of ${many(report.runs, "run")} ${how}:`,
    ...shown(
      points.map(
        (point) =>
          `${labelOf(point.factors)}: ${point.runs} of ${many(point.of, "seed")}`,
      ),
    ),
  ];
}

const MEANING = {
  deadlocked: "deadlocked (fabriclab run with such a seed prints the cycle)",
  saturated: "saturated (a saturated run has no mean latency)",
  partly:
    "saturated in some of the traffic, which has no mean latency (the column saturated names it)",
} as const;

const NONE_ARRIVED =
  "ended without a packet that arrived: all that came to an end were dropped; the column verdict says why";

const LIMITED =
  "ended with status limit, at a cap of `measure` or with packets that wait at a link that is down, before what was asked was reached";

function shown(lines: readonly string[]): string[] {
  const more = lines.length - SHOWN;
  return [
    ...lines.slice(0, SHOWN).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more: see summary.json`] : []),
  ];
}

/** How the points of a sweep are named: `hca.receiveRate 0.5Gb/s, routing xy`. */
const labelsIn =
  ({ units = {} }: SweepReport) =>
  (factors: Factors): string =>
    Object.entries(factors)
      .map(([name, level]) =>
        oneLine(`${name} ${withUnit(level, units[name] ?? "")}`),
      )
      .join(", ") || "the scenario";

export const percent = (share: number): string =>
  `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
