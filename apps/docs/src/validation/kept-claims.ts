import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson, type Json } from "@fabriclab/spec";
import { figures, type Claim } from "@fabriclab/experiment-report";
import { reproductions } from "../../../cli/src/reproduce/index.ts";
import type { StudyOptions } from "../../../cli/src/reproduce/reproduction.ts";
import { docs, filesIn } from "../repository.ts";

/** A claim with its numbers, as `claims.json` of a study has it; null where there is no number. */
export interface KeptClaim extends Pick<
  Claim,
  "id" | "statement" | "paper" | "quantity" | "unit" | "verdict"
> {
  readonly measured: number | null;
  readonly ci95: readonly [low: number | null, high: number | null];
}

/** What a study came to, kept in the repository. */
export interface KeptStudy {
  /** Key of the paper: `zhou2007`. */
  readonly paper: string;
  readonly options: StudyOptions;
  readonly command: string;
  readonly runs: number;
  /** Some of its runs, with the SHA-256 of what came out: other bytes say that the numbers have to be taken again. */
  readonly samples: readonly Sample[];
  readonly claims: readonly KeptClaim[];
}

export interface Sample {
  /** Place among the study's runs, from 0. */
  readonly index: number;
  readonly label: string;
  readonly digest: string;
}

const FOLDER = "apps/docs/validation/claims";

/** `zhou2007-quick`, `kim2007-frames-30`, `hpp2008` */
export const nameOf = (paper: string, options: StudyOptions): string =>
  [
    paper,
    ...(options.quick ? ["quick"] : []),
    ...(options.frames === undefined ? [] : [`frames-${options.frames}`]),
    ...(options.seeds === undefined ? [] : [`seeds-${options.seeds}`]),
  ].join("-");

export const commandOf = (paper: string, options: StudyOptions): string =>
  [
    `pnpm fabriclab reproduce ${paper}`,
    ...(options.quick ? ["--quick"] : []),
    ...(options.frames === undefined ? [] : [`--frames ${options.frames}`]),
    ...(options.seeds === undefined ? [] : [`--seeds ${options.seeds}`]),
  ].join(" ");

/** Every kept study, whole ones first, by paper. */
export const keptStudies = (): KeptStudy[] =>
  filesIn(FOLDER, /\.json$/)
    .map(
      (file) =>
        JSON.parse(
          readFileSync(join(docs, "../..", file), "utf8"),
        ) as KeptStudy,
    )
    .sort(
      (a, b) =>
        Number(a.options.quick) - Number(b.options.quick) || b.runs - a.runs,
    );

/** Where a study is kept. */
export const fileOf = (paper: string, options: StudyOptions): string =>
  join(docs, "validation/claims", `${nameOf(paper, options)}.json`);

interface TaskModule {
  run(input: Json): Json | Promise<Json>;
}

/** Runs one of a study's runs again. @throws Error for a paper or run that there is not */
export async function sampleOf(
  paper: string,
  options: StudyOptions,
  index: number,
): Promise<Sample> {
  const study = reproductions[paper];
  const task = study?.tasks(options)[index];
  if (study === undefined || task === undefined)
    throw new Error(`${paper} has no run ${index}`);
  const { run } = (await import(study.module.href)) as TaskModule;
  const result = canonicalJson(await run(task.input));
  return {
    index,
    label: task.label,
    digest: createHash("sha256").update(result).digest("hex"),
  };
}

const short = (value: number | null): string =>
  value === null ? "no number" : figures(value);

/** `1.34 (1.23 … 1.45)` with its unit; one number where the ends are it. */
export function measuredText({
  measured,
  ci95,
  unit,
}: Pick<KeptClaim, "measured" | "ci95" | "unit">): string {
  const [low, high] = ci95.map(short);
  const value = short(measured);
  const interval =
    measured === null || (low === value && high === value)
      ? ""
      : ` (${low} … ${high})`;
  return `${value}${interval}${unit === "1" || measured === null ? "" : ` ${unit}`}`;
}
