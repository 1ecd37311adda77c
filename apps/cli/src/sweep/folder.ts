import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { publish, removeLeftovers } from "@fabriclab/experiment-store";
import type { SweepPlan } from "@fabriclab/experiment-sweep";
import { FabricError } from "@fabriclab/spec";
import { ensureFolder } from "../files.ts";
import { refuseOthersFiles } from "../others-files.ts";
import { goOn } from "./go-on.ts";
import { manifestIn, manifestOf, type Manifest } from "./manifest.ts";
import { refuseBusy } from "./busy.ts";
import { regroup, regroups } from "./regroup.ts";
import type { SweepRequest } from "./request.ts";
import { removeStrays } from "./strays.ts";

/**
 * The folder where a scenario's results go when nobody says where.
 *
 * @throws FabricError `E_SWEEP_NAME` for a name that would lead elsewhere: a scenario may be somebody else's
 */
export function defaultFolder(name: string): string {
  if (!/^[A-Za-z0-9_][\w .+-]*$/.test(name)) {
    throw new FabricError({
      code: "E_SWEEP_NAME",
      message: "the scenario's name cannot be that of a folder",
      where: { path: "name" },
      got: name,
      expected: "letters, digits, space and ._+-",
      hint: "choose another name, or say where the results go with -o",
    });
  }
  return join("results", name);
}

/**
 * Runs `act`, which makes the sweep's folder; a refusal that it throws leaves no folder that was not there before, and nothing in one that was empty.
 *
 * @param isRefusal whether what was thrown says that the sweep was not to begin; what any other error leaves behind is finished work, and stays
 */
export async function orNothing<T>(
  folder: string,
  act: () => Promise<T>,
  isRefusal: (error: unknown) => boolean,
): Promise<T> {
  const entries = (path: string): string[] =>
    isFolder(path) ? readdirSync(path) : [];
  const there = existsSync(folder);
  if (entries(folder).length > 0) return act();
  try {
    return await act();
  } catch (error) {
    if (isRefusal(error) && entries(join(folder, "shards")).length === 0) {
      for (const name of there ? entries(folder) : [])
        rmSync(join(folder, name), { recursive: true, force: true });
      if (!there) rmSync(folder, { recursive: true, force: true });
    }
    throw error;
  }
}

/**
 * What `openFolder` would do with a folder, which stays as it is.
 *
 * @returns the plan, with its points in the order of the folder, and what the sweep is extended by; undefined for a folder that no sweep has begun
 * @throws FabricError `E_SWEEP_OTHER`, `E_SWEEP_MANIFEST`, `E_CLI_OUTPUT_NOT_EMPTY`
 */
export function lookIntoFolder(
  folder: string,
  request: SweepRequest,
  plan: SweepPlan,
  code: Readonly<Record<string, string>>,
): { readonly plan: SweepPlan; readonly news?: string } | undefined {
  const file = join(folder, "sweep.json");
  if (!existsSync(file)) {
    // What is there and no folder is refused, as it would be without --explain.
    if (existsSync(folder)) ensureFolder(folder);
    if (isFolder(folder)) refuseOthersFiles(folder, "sweep");
    return undefined;
  }
  const { extended, order } = goOn(
    folder,
    manifestIn(file),
    manifestOf(request, plan, code),
  );
  return {
    plan: { ...plan, ...order },
    ...(extended === undefined ? {} : { news: extended.news }),
  };
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes the folder of a sweep, or makes sure that what is in it is of the same sweep, or of one with fewer values or seeds. Takes away what killed commands left
 * half-written.
 *
 * @param tell told what is new, where the sweep is extended
 * @returns the plan, with its points in the order of the folder; and of how many finished runs the files are made anew, with others
 * @throws FabricError `E_SWEEP_OTHER` for the folder of another sweep, `E_SWEEP_BUSY` of `refuseBusy`, `E_SWEEP_MANIFEST` for a damaged `sweep.json`, `E_CLI_OUTPUT_NOT_EMPTY`, `E_CLI_UNWRITABLE_OUTPUT`
 */
export async function openFolder(
  folder: string,
  request: SweepRequest,
  plan: SweepPlan,
  code: Readonly<Record<string, string>>,
  tell: (text: string) => void,
): Promise<{ readonly plan: SweepPlan; readonly moved: number }> {
  const manifest = manifestOf(request, plan, code);
  ensureFolder(folder);
  const file = join(folder, "sweep.json");
  if (existsSync(file)) {
    await removeLeftovers(folder);
    const found = manifestIn(file);
    const { extended, order } = goOn(folder, found, manifest);
    // What a command that was killed meanwhile left undone.
    let moved = await putInOrder(folder, found);
    if (extended !== undefined) {
      const { regrouping } = extended.manifest;
      if (regrouping !== undefined && regroups(extended.manifest, regrouping))
        await refuseBusy(folder, regrouping, tell);
      await write(file, extended.manifest);
      tell(extended.news);
      moved = await putInOrder(folder, extended.manifest);
    }
    await removeStrays(folder, extended?.manifest ?? found);
    return { plan: { ...plan, ...order }, moved };
  }
  refuseOthersFiles(folder, "sweep");
  await removeLeftovers(folder);
  await write(file, manifest);
  return { plan, moved: 0 };
}

/**
 * Ends the work in a sweep's folder: writes `summary.json`, and takes away what other commands left there that were at work in it, too. Where one of them gave
 * the sweep more seeds meanwhile, the summary is that one's to write.
 *
 * @param seeds how many each point has of what was run
 */
export async function keepSummary(
  folder: string,
  summary: string,
  seeds: number,
  tell: (text: string) => void,
): Promise<void> {
  const now = manifestIn(join(folder, "sweep.json"));
  // While that one puts files in order, what is left over is its to find.
  if (now.regrouping === undefined) await removeStrays(folder, now);
  if (now.asked.seeds > seeds)
    tell(
      `meanwhile another command gave the sweep ${now.asked.seeds} seeds: ${folder} holds the runs of that one`,
    );
  else
    await publish(join(folder, "summary.json"), Buffer.from(summary, "utf8"));
}

/** Where a sweep was given more seeds: puts the finished runs in the order of the files that there would be, had they been asked for at once. @returns how many */
async function putInOrder(folder: string, manifest: Manifest): Promise<number> {
  const { regrouping, ...rest } = manifest;
  if (regrouping === undefined) return 0;
  const moved = await regroup(folder, rest, regrouping);
  await write(join(folder, "sweep.json"), rest);
  return moved;
}

const write = (file: string, manifest: Manifest): Promise<void> =>
  publish(file, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, "utf8"));
