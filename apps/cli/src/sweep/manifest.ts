import { readFileSync } from "node:fs";
import { digest } from "@fabriclab/experiment-store";
import {
  designPoints,
  extensionOf,
  type DesignName,
  type Factor,
  type Point,
  type SweepPlan,
} from "@fabriclab/experiment-sweep";
import { canonicalJson, FabricError, type Json } from "@fabriclab/spec";
import { reason } from "../files.ts";
import { inputsOf, type Inputs } from "./identity.ts";
import type { SweepRequest } from "./request.ts";

const FORMAT = "fabriclab-sweep-1";

/** What is varied, and when a point has enough seeds. */
export interface Asked {
  readonly factors: readonly Factor[];
  readonly design: DesignName;
  readonly points: number;
  readonly seed: number;
  readonly seeds: number;
  readonly precision: Json;
  readonly metric: string;
  readonly saturation: Json;
  readonly shardSize: number | null;
}

/** What `sweep.json` says: enough to know what the results are of, and whether a command goes on with the same sweep. */
export interface Manifest {
  readonly format: string;
  readonly experiment: string;
  readonly scenario: string;
  readonly identity: string;
  /** Absent in folders of earlier versions. */
  readonly inputs?: Inputs;
  readonly plan: string;
  readonly asked: Asked;
  /** Of a sweep that was extended: what was asked before, the first time first. */
  readonly before?: readonly Asked[];
  /** While a sweep that was given more seeds is put in order: how many each point had. */
  readonly regrouping?: number;
  readonly code: Readonly<Record<string, string>>;
}

/** The manifest of a sweep that begins. */
export function manifestOf(
  request: SweepRequest,
  plan: SweepPlan,
  code: Readonly<Record<string, string>>,
): Manifest {
  const { recipe, scenario, section } = request;
  const asked: Asked = {
    factors: plan.factors.map(
      ({ name, column, kind, unit, levels, between, parts }) => ({
        name,
        column,
        kind,
        unit,
        levels,
        ...(between === undefined ? {} : { between }),
        ...(parts === undefined ? {} : { parts }),
      }),
    ),
    design: section.design,
    points: plan.points.length,
    seed: plan.seed,
    seeds: plan.seeds,
    precision: (plan.precision ?? null) as Json,
    metric: section.metric,
    saturation: (plan.saturation ?? null) as unknown as Json,
    shardSize: plan.shardSize ?? null,
  };
  return {
    format: FORMAT,
    experiment: scenario.name,
    scenario: recipe.text,
    identity: plan.identity,
    inputs: inputsOf(request),
    plan: planDigest(plan.identity, asked),
    asked,
    code,
  };
}

const planDigest = (identity: string, asked: Asked): string =>
  digest(canonicalJson([identity, asked as unknown as Json]));

/** The manifest as it would be, had so many seeds been asked for from the start. */
export const withSeeds = (manifest: Manifest, seeds: number): Manifest => {
  const asked = { ...manifest.asked, seeds };
  const { before } = manifest;
  return {
    ...manifest,
    plan: planDigest(manifest.identity, asked),
    asked,
    ...(before === undefined
      ? {}
      : { before: before.map((one) => ({ ...one, seeds })) }),
  };
};

/** Whether more seeds are asked for of a sweep that decides by no result how many runs it has. */
export const hasMoreSeeds = (before: Manifest, now: Manifest): boolean =>
  now.asked.seeds > before.asked.seeds &&
  [before, now].every(
    ({ asked: { precision, saturation } }) =>
      precision === null && saturation === null,
  );

/** The points that were asked for. */
export const designOf = ({ design, factors, seed, points }: Asked): Point[] =>
  designPoints(design, factors, {
    seed,
    ...(design === "random" ? { count: points } : {}),
  });

/** The plan of a sweep that decides by no result how many runs it has. */
export function planIn({ asked, before = [], identity }: Manifest): SweepPlan {
  const { factors, seed, seeds, shardSize } = asked;
  const order =
    before.length === 0
      ? undefined
      : extensionOf([...before, asked].map(designOf));
  return {
    ...(order ?? { points: designOf(asked) }),
    ...{ factors, seed, seeds, identity },
    ...(shardSize === null ? {} : { shardSize }),
  };
}

/** Whether two sweeps differ in nothing but the values of their factors, in designs where values can be added. */
export function mayExtend(before: Manifest, now: Manifest): boolean {
  const fixed = ({ factors, points: _, ...rest }: Asked): string =>
    canonicalJson({
      ...rest,
      factors: factors.map(({ name, column, kind, unit }) => ({
        name,
        column,
        kind,
        unit,
      })),
    });
  return (
    before.identity === now.identity &&
    now.asked.design !== "random" &&
    now.asked.saturation === null &&
    fixed(before.asked) === fixed(now.asked)
  );
}

/** @throws FabricError `E_SWEEP_MANIFEST` */
export function manifestIn(file: string): Manifest {
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
    typeof found.asked === "object" &&
    typeof found.code === "object"
  )
    return found as Manifest;
  throw new FabricError({
    code: "E_SWEEP_MANIFEST",
    message: `${file} does not say which sweep the folder is of.`,
    where: { file, path: "-o" },
    got: cause === undefined ? "no manifest of a sweep" : reason(cause),
    expected: `the file that \`fabriclab sweep\` wrote, of format ${FORMAT}`,
    hint: "put the file back, or choose another folder",
    cause,
  });
}
