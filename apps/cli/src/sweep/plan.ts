import {
  designPoints,
  factorsOf,
  identityHash,
  saturationSearch,
  type LongerRun,
  type Setting,
  type SweepPlan,
} from "@fabriclab/experiment-sweep";
import { columnName, fixedColumns } from "@fabriclab/experiment-store";
import { many } from "../naming/words.ts";
import { FabricError, type Json } from "@fabriclab/spec";
import { scenarioIdentity } from "./identity.ts";
import type { SweepRequest } from "./request.ts";
import { requirementOf, requirementText } from "./requirement.ts";

/** More runs than one folder takes: each is a row, and is planned in memory. */
const MAX_RUNS = 1_000_000;
/** Most seeds of a point where nobody says so. */
const MAX_SEEDS = 30;

/**
 * The plan of what is asked.
 *
 * @param code see `codeOf`
 * @throws FabricError `E_SWEEP_…`
 */
export function planOf(
  request: SweepRequest,
  code: Readonly<Record<string, string>>,
  shardSize: number | undefined,
): SweepPlan {
  try {
    return planned(request, code, shardSize);
  } catch (error) {
    throw FabricError.is(error)
      ? placed(request, hintingSearch(request, error))
      : error;
  }
}

/** The plan knows a factor by its name; where it is written, a line or a flag, the request does. */
function placed({ factors }: SweepRequest, error: FabricError): FabricError {
  const factor = factors.find(
    ({ name }) => error.where.path === `sweep.vary.${name}`,
  );
  return factor === undefined
    ? error
    : error.moved(factor.at.path ?? `sweep.vary.${factor.name}`).at(factor.at);
}

/** A wrong number of points, with what of them the search for saturation plans by itself. */
function hintingSearch(
  { section: { saturation } }: SweepRequest,
  error: FabricError,
): FabricError {
  if (saturation === undefined || error.code !== "E_SWEEP_POINTS") return error;
  const { hint } = error;
  return error.hinting(
    `${hint === undefined ? "" : `${hint}; `}of ${saturation} two values do: the search for its saturation adds what it needs`,
  );
}

function planned(
  request: SweepRequest,
  code: Readonly<Record<string, string>>,
  shardSize: number | undefined,
): SweepPlan {
  const { scenario, section } = request;
  const factors = factorsOf(
    request.factors.map(({ name, values, open, parts }) => ({
      name,
      values: values.map(({ label, sets }) => ({
        label,
        sets: sets.map(({ path, value }): Setting => ({
          path,
          value: value as Json,
        })),
      })),
      ...(open === undefined ? {} : { open }),
      ...(parts === undefined ? {} : { parts }),
    })),
    { taken: fixedColumns, columnName },
  );
  const { design, points: count, precision, saturation, resolution } = section;
  if (count !== undefined && design !== "random")
    throw idle("points", String(count), "design random");
  if (section.maxSeeds !== undefined && precision === undefined)
    throw idle("maxSeeds", String(section.maxSeeds), "precision");
  if (section.written.has("metric") && precision === undefined)
    throw saturation === undefined
      ? idle("metric", section.metric, "precision")
      : idle("metric", section.metric, "precision").hinting(
          "the search for saturation looks at what is accepted, whatever the metric; require asks for more",
        );
  if (section.written.has("resolution") && saturation === undefined)
    throw idle("resolution", String(resolution), "saturation");
  const require =
    section.require === undefined ? undefined : requirementOf(section.require);
  if (require !== undefined && saturation === undefined)
    throw idle("require", requirementText(require), "saturation");
  // Refused now, not when the design is done.
  if (saturation !== undefined)
    saturationSearch(factors, saturation, resolution);
  const { seed, seeds } = scenario;
  const designed = designPoints(design, factors, {
    seed,
    ...(count === undefined ? {} : { count }),
  });
  const runs = designed.length * seeds;
  if (runs > MAX_RUNS) throw tooManyRuns(designed.length, seeds);
  return {
    factors,
    points: designed,
    seed,
    seeds,
    ...(precision === undefined
      ? {}
      : {
          precision: {
            precision,
            maxSeeds: Math.max(section.maxSeeds ?? MAX_SEEDS, seeds),
          },
        }),
    ...(saturation === undefined
      ? {}
      : {
          saturation: {
            factor: saturation,
            resolution,
            longer: longerRuns(request),
            ...(require === undefined
              ? {}
              : { require: requirementText(require) }),
          },
        }),
    identity: identityHash({ scenario: scenarioIdentity(request), code }),
    ...(shardSize === undefined ? {} : { shardSize }),
  };
}

/** How many times as long the runs of a value are made where it is not clear whether it saturates. */
const TIMES = [4, 16, 64];

/** None where a factor sets the caps: its values are what is asked for. */
function longerRuns({
  scenario: { measure },
  factors,
}: SweepRequest): readonly LongerRun[] {
  const capped = factors.some(({ values }) =>
    values.some(({ sets }) =>
      sets.some(({ path }) => /^(measure\.)?max(Time|Packets)$/.test(path)),
    ),
  );
  if (capped) return [];
  const most = (cap: number, times: number): number =>
    Math.min(cap * times, Number.MAX_SAFE_INTEGER);
  return TIMES.map((times) => ({
    times,
    sets: [
      {
        path: "measure.maxTime",
        value: `${most(measure.maxTime, times)}ps`,
      },
      {
        path: "measure.maxPackets",
        value: most(measure.maxPackets, times),
      },
    ],
  }));
}

const tooManyRuns = (points: number, seeds: number): FabricError =>
  new FabricError({
    code: "E_SWEEP_POINTS",
    message: "the sweep has too many runs",
    where: { path: seeds > 1 ? "seeds" : "sweep.vary" },
    got: `${points} points of ${many(seeds, "seed")} each`,
    expected: `at most ${MAX_RUNS} runs`,
    hint:
      seeds > 1
        ? "--precision gives each point only as many seeds as it needs"
        : "vary in larger steps, or draw some of the points with --design random --points N",
  });

const idle = (key: string, got: string, without: string): FabricError =>
  new FabricError({
    code: "E_SWEEP_IDLE_KEY",
    message: `${key} means nothing without ${without}`,
    where: { path: `sweep.${key}` },
    got,
    expected: `${key} together with ${without}, or neither`,
  });
