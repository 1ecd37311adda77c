import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  readResults,
  WORK,
  type ReadResultsOptions,
  type Results,
} from "@fabriclab/experiment-store";
import { extensionOf } from "@fabriclab/experiment-sweep";
import { FabricError } from "@fabriclab/spec";
import { shellWord } from "../shell-word.ts";
import { designOf, manifestIn, type Manifest } from "./manifest.ts";
import { summaryIn } from "./summary.ts";

/**
 * All runs of a folder that are done, those among them that wait in journals until their files are complete: what a sweep under way has found out so far.
 *
 * @throws FabricError of `readResults`
 */
export function resultsSoFar(
  folder: string,
  options: Pick<ReadResultsOptions, "onDamaged">,
): Promise<Results> {
  return readResults(folder, { ...options, ...journalsOf(folder) });
}

/** Nothing where the folder does not say of what sweep it is: then what is in the journals is not known to be of the same one. */
function journalsOf(folder: string): Pick<ReadResultsOptions, "journals"> {
  try {
    const { experiment, asked } = manifestIn(join(folder, "sweep.json"));
    return { journals: { experiment, factors: asked.factors } };
  } catch {
    return {};
  }
}

/**
 * What readers of a folder are told of a sweep that was interrupted, or runs still: the points that are whole, of all, and how to go on; or that its file which
 * says what was asked for is damaged. Undefined where nothing is missing, and for a folder without that file.
 *
 * @param results all that the folder holds
 */
export function unfinished(
  folder: string,
  { rows, unfiled }: Results,
): string | undefined {
  const file = join(folder, "sweep.json");
  if (!existsSync(file)) return undefined;
  let manifest: Manifest;
  let all: number;
  try {
    manifest = manifestIn(file);
    all = pointsAsked(manifest);
  } catch (error) {
    // The results say by themselves what they are; only how many there should be stands nowhere else.
    return `note: ${file} is damaged (${(FabricError.is(error) ? error.got : undefined) ?? "no manifest of a sweep"}): whether the sweep is finished is not known`;
  }
  const { seeds, precision } = manifest.asked;
  const runs = new Map<unknown, number>();
  for (const { point, stage } of rows)
    if (stage === "design") runs.set(point, (runs.get(point) ?? 0) + 1);
  const enough = precision === null ? seeds : 1;
  const done = [...runs.values()].filter((count) => count >= enough).length;
  const missing =
    done < all
      ? `${done} of ${all} points have all their runs`
      : runsReported(folder) > rows.length
        ? "runs are missing"
        : unfiled.length > 0
          ? "not all runs are in their files"
          : undefined;
  return missing === undefined
    ? undefined
    : `note: the sweep in ${folder} is not finished, ${missing}${waiting(folder, unfiled.length)}: the command that began it goes on with it (fabriclab sweep SCENARIO -o ${shellWord(folder)})`;
}

/** Runs that are done, and in no file yet. */
const waiting = (folder: string, count: number): string =>
  count === 0
    ? ""
    : ` (${count === 1 ? "1 run is" : `${count} runs are`} read from ${join(folder, WORK)}, until the files that they belong to are complete)`;

/** Points that were asked for, those of earlier commands that began the folder among them. */
function pointsAsked({ asked, before = [] }: Manifest): number {
  if (before.length === 0) return asked.points;
  return (
    extensionOf([...before, asked].map(designOf))?.points.length ?? asked.points
  );
}

/** Runs of the sweep when it was last finished; more than there can be where it never was, for then more seeds or points may be due. */
const runsReported = (folder: string): number =>
  summaryIn(folder).runs ?? Number.POSITIVE_INFINITY;
