import { readResults } from "@fabriclab/experiment-store";
import type { SweepPlan } from "@fabriclab/experiment-sweep";
import { FabricError, visible } from "@fabriclab/spec";
import { oneLine, withUnit } from "@fabriclab/units";
import { note, type Context } from "../context.ts";
import { many } from "../naming/words.ts";
import { printable } from "../result-json.ts";
import { lookIntoFolder } from "./folder.ts";
import { percent } from "./report.ts";
import type { SweepRequest } from "./request.ts";

/**
 * Says what would be run, and what of it the folder holds, which stays as it is.
 *
 * @param asked the plan, without regard to the folder
 * @throws FabricError of `lookIntoFolder`
 */
export async function explain(
  context: Context,
  request: SweepRequest,
  asked: SweepPlan,
  folder: string,
  code: Readonly<Record<string, string>>,
): Promise<void> {
  const { io, json } = context;
  const { scenario, section } = request;
  const there = lookIntoFolder(folder, request, asked, code);
  if (there?.news !== undefined) note(context, there.news);
  const kept = there === undefined ? undefined : await runsIn(folder);
  const plan = there?.plan ?? asked;
  const { factors, points, seed, seeds, precision, saturation } = plan;
  if (json) {
    io.out(
      `${JSON.stringify(printable({ experiment: scenario.name, folder, kept, factors, points, seed, seeds, precision, saturation }), null, 2)}\n`,
    );
    return;
  }
  const lines = [
    `${oneLine(scenario.name)}: ${many(points.length, "point")} (${section.design})`,
    ...factors.map(
      ({ name, unit, levels, between }) =>
        `  ${oneLine(name)}: ${between === undefined ? levels.map(({ level }) => oneLine(withUnit(level, unit))).join(", ") : between.map((end) => withUnit(end, unit)).join(" to ")}`,
    ),
    precision === undefined
      ? `${seeds === 1 ? `seed of every point: ${seed}` : `seeds of every point: ${seed} to ${seed + seeds - 1}`}; ${many(points.length * seeds, "run")}`
      : `seeds from ${seed}, until the interval of the mean ${section.metric} is ±${percent(precision.precision)}, at most ${precision.maxSeeds}`,
    ...(saturation === undefined
      ? []
      : [
          `then more points, until ${saturation.require === undefined ? `the saturation ${saturation.factor}` : `where ${saturation.factor} no longer gives ${saturation.require}`} is known to ${percent(saturation.resolution)}`,
        ]),
    ...(kept === undefined
      ? []
      : [
          `${folder} holds ${kept === 0 ? "none of them yet" : `${kept} of them`}`,
        ]),
  ];
  io.out(visible(`${lines.join("\n")}\n`));
}

/** Finished runs of a folder; damaged files hold none. */
async function runsIn(folder: string): Promise<number> {
  try {
    const { rows } = await readResults(folder);
    return rows.length;
  } catch (error) {
    if (FabricError.is(error) && error.code === "E_STORE_NO_RESULTS") return 0;
    throw error;
  }
}
