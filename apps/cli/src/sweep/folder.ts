import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { publish, removeLeftovers } from "@fabriclab/experiment-store";
import {
  extensionOf,
  type Extension,
  type SweepPlan,
} from "@fabriclab/experiment-sweep";
import { FabricError } from "@fabriclab/spec";
import { ensureFolder } from "../files.ts";
import { refuseOthersFiles } from "../others-files.ts";
import { many } from "../naming/words.ts";
import {
  designOf,
  manifestIn,
  manifestOf,
  mayExtend,
  type Manifest,
} from "./manifest.ts";
import type { SweepRequest } from "./request.ts";
import { whatChanged } from "./what-changed.ts";

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
  const manifest = manifestOf(request, plan, code);
  const before = manifestIn(file);
  const { extended, order } = goOn(folder, before, manifest);
  return {
    plan: order === undefined ? plan : { ...plan, ...order },
    ...(extended === undefined
      ? {}
      : { news: newsOf(before, manifest, order) }),
  };
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes the folder of a sweep, or makes sure that what is in it is of the same sweep, or of one with fewer values. Takes away what killed commands left
 * half-written.
 *
 * @param tell told what is new, where the sweep is extended
 * @returns the plan, with its points in the order of the folder
 * @throws FabricError `E_SWEEP_OTHER` for the folder of another sweep, `E_SWEEP_MANIFEST` for a damaged `sweep.json`, `E_CLI_OUTPUT_NOT_EMPTY`, `E_CLI_UNWRITABLE_OUTPUT`
 */
export async function openFolder(
  folder: string,
  request: SweepRequest,
  plan: SweepPlan,
  code: Readonly<Record<string, string>>,
  tell: (text: string) => void,
): Promise<SweepPlan> {
  const manifest = manifestOf(request, plan, code);
  ensureFolder(folder);
  const file = join(folder, "sweep.json");
  if (existsSync(file)) {
    await removeLeftovers(folder);
    const before = manifestIn(file);
    const { extended, order } = goOn(folder, before, manifest);
    if (extended !== undefined) {
      await write(file, extended);
      tell(newsOf(before, manifest, order));
    }
    return order === undefined ? plan : { ...plan, ...order };
  }
  refuseOthersFiles(folder, "sweep");
  await removeLeftovers(folder);
  await write(file, manifest);
  return plan;
}

const write = (file: string, manifest: Manifest): Promise<void> =>
  publish(file, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, "utf8"));

/** How a command goes on in a folder: as it is, or extended. @throws FabricError E_SWEEP_OTHER */
function goOn(
  folder: string,
  before: Manifest,
  now: Manifest,
): { readonly extended?: Manifest; readonly order?: Extension } {
  const earlier = before.before ?? [];
  if (before.plan === now.plan) {
    if (earlier.length === 0) return {};
    const order = extensionOf([...earlier, before.asked].map(designOf));
    if (order === undefined) throw other(folder, before, now);
    return { order };
  }
  if (!mayExtend(before, now)) throw other(folder, before, now);
  const all = [...earlier, before.asked];
  const order = extensionOf([...all, now.asked].map(designOf));
  if (order === undefined || order.batches.at(-1) === 0)
    throw other(folder, before, now);
  return { extended: { ...now, before: all }, order };
}

/** `load 0.4, 0.5 are new: 6 points more, beside 9 that are there`. */
function newsOf(
  before: Manifest,
  now: Manifest,
  order: Extension | undefined,
): string {
  const values = now.asked.factors.flatMap(({ name, unit, levels }, at) => {
    const known = new Set(
      before.asked.factors[at]?.levels.map(({ level }) => level),
    );
    const fresh = levels.filter(({ level }) => !known.has(level));
    return fresh.length === 0
      ? []
      : [
          `${name} ${fresh
            .slice(0, 8)
            .map(({ level }) => `${level}${unit}`)
            .join(
              ", ",
            )}${fresh.length > 8 ? ` and ${fresh.length - 8} more` : ""}`,
        ];
  });
  const more = order?.batches.at(-1) ?? 0;
  return `the sweep is extended by ${values.join("; ")}: ${many(more, "point")} more beside the ${(order?.points.length ?? 0) - more} that it has`;
}

function other(folder: string, before: Manifest, now: Manifest): FabricError {
  return new FabricError({
    code: "E_SWEEP_OTHER",
    message: `The folder ${folder} holds another sweep.`,
    where: { file: join(folder, "sweep.json"), path: "-o" },
    got: `a change of ${whatChanged(before, now)}`,
    expected:
      "the sweep that the folder was begun with, or (in designs grid and one-at-a-time, without saturation) the same with more values",
    hint: "choose another folder, or remove this one",
  });
}
