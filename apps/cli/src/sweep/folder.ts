import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  canonicalJson,
  digest,
  publish,
  type Json,
} from "@fabriclab/experiment-store";
import type { SweepPlan } from "@fabriclab/experiment-sweep";
import { FabricError } from "@fabriclab/spec";
import { ensureFolder, reason } from "../files.ts";
import type { SweepRequest } from "./request.ts";

const FORMAT = "fabriclab-sweep-1";

/** What `sweep.json` says: enough to know what the results are of, and whether a command goes on with the same sweep. */
interface Manifest {
  readonly format: string;
  readonly experiment: string;
  readonly scenario: string;
  readonly identity: string;
  readonly plan: string;
  readonly asked: Json;
  readonly code: Readonly<Record<string, string>>;
}

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
 * Makes the folder of a sweep, or makes sure that what is in it is of the same sweep.
 *
 * @throws FabricError `E_SWEEP_OTHER` for the folder of another sweep, `E_SWEEP_MANIFEST` for a damaged `sweep.json`, `E_CLI_OUTPUT_NOT_EMPTY`, `E_CLI_UNWRITABLE_OUTPUT`
 */
export async function openFolder(
  folder: string,
  { recipe, scenario, section }: SweepRequest,
  plan: SweepPlan,
  code: Readonly<Record<string, string>>,
): Promise<void> {
  const asked = {
    factors: plan.factors.map(
      ({ name, column, kind, unit, levels, between }) => ({
        name,
        column,
        kind,
        unit,
        levels,
        ...(between === undefined ? {} : { between }),
      }),
    ),
    design: section.design,
    points: plan.points.length,
    seed: plan.seed,
    seeds: plan.seeds,
    precision: plan.precision ?? null,
    metric: section.metric,
    saturation: plan.saturation ?? null,
    shardSize: plan.shardSize ?? null,
  } as unknown as Json;
  const manifest: Manifest = {
    format: FORMAT,
    experiment: scenario.name,
    scenario: recipe.text,
    identity: plan.identity,
    plan: digest(canonicalJson([plan.identity, asked])),
    asked,
    code,
  };
  ensureFolder(folder);
  const file = join(folder, "sweep.json");
  if (existsSync(file)) {
    const before = manifestIn(file);
    if (before.plan !== manifest.plan) throw other(folder, before, manifest);
    return;
  }
  const found = readdirSync(folder).filter((name) => !name.endsWith(".tmp"));
  if (found.length > 0) {
    throw new FabricError({
      code: "E_CLI_OUTPUT_NOT_EMPTY",
      message: `The folder ${folder} holds files that are no sweep's.`,
      where: { file: folder, path: "-o" },
      got: `${found.length} ${found.length === 1 ? "entry" : "entries"}, such as ${found.slice(0, 3).join(", ")}`,
      expected:
        "a folder that is empty, does not exist, or is that of this sweep",
    });
  }
  await publish(
    file,
    Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, "utf8"),
  );
}

function manifestIn(file: string): Manifest {
  let found: Partial<Manifest> | null = null;
  let cause: unknown;
  try {
    found = JSON.parse(readFileSync(file, "utf8")) as Partial<Manifest> | null;
  } catch (error) {
    cause = error;
  }
  if (
    found?.format === FORMAT &&
    typeof found.plan === "string" &&
    typeof found.code === "object"
  )
    return found as Manifest;
  throw new FabricError({
    code: "E_SWEEP_MANIFEST",
    message: `${file} does not say which sweep the folder is of.`,
    where: { file, path: "-o" },
    got: cause === undefined ? "no manifest of a sweep" : reason(cause),
    expected: `the file that \`fabriclab sweep\` wrote, of format ${FORMAT}`,
    hint: "Put the file back, or choose another folder.",
    cause,
  });
}

function other(folder: string, before: Manifest, now: Manifest): FabricError {
  const changed =
    canonicalJson(before.code) !== canonicalJson(now.code)
      ? "fabriclab's version (or its sources)"
      : before.identity !== now.identity
        ? "the scenario, a flag or a file that it names"
        : "what is varied, or when a point has enough seeds";
  return new FabricError({
    code: "E_SWEEP_OTHER",
    message: `The folder ${folder} holds another sweep.`,
    where: { file: join(folder, "sweep.json"), path: "-o" },
    got: `a change of ${changed}`,
    expected: "the sweep that the folder was begun with",
    hint: "Choose another folder, or remove this one.",
  });
}
