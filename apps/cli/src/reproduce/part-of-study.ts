import { FabricError, nearest, type Json } from "@fabriclab/spec";
import type { Claim } from "@fabriclab/experiment-report";
import {
  made,
  type CaptionedFigure,
  type Part,
  type Reproduction,
  type Study,
  type StudyOptions,
  type StudyTask,
} from "./reproduction.ts";

/** A figure or a claim that can be asked for alone. */
export interface StudyPart {
  readonly id: string;
  readonly kind: "figure" | "claim";
  /** What it shows, or the statement. */
  readonly title: string;
  /** Runs that it needs. */
  readonly runs: number;
}

/** Some figures and claims, made from results as far as those are there. */
export interface ChosenParts {
  readonly figures: readonly CaptionedFigure[];
  readonly claims: readonly Claim[];
  /** Runs whose results they read, rising. Where some are missing, figures and claims are made from the study's sample and mean nothing. */
  readonly runs: readonly number[];
}

/** Everything of a study that can be asked for alone, figures first. */
export function partsOf(
  reproduction: Reproduction,
  options: StudyOptions,
): StudyPart[] {
  const tasks = reproduction.tasks(options);
  const { results, take } = reading(
    reproduction,
    tasks.map(() => undefined),
  );
  const study = { options, tasks, results };
  return [
    ...reproduction.figures(study).map((part): StudyPart => ({
      id: part.id,
      kind: "figure",
      title: part.make().title,
      runs: take().length,
    })),
    ...reproduction.claims(study).map((part): StudyPart => ({
      id: part.id,
      kind: "claim",
      title: part.make().statement,
      runs: take().length,
    })),
  ];
}

/**
 * The figures and claims of names that {@link checkOnly} let pass.
 *
 * @param given results by task; undefined = not run
 */
export function chosenParts(
  reproduction: Reproduction,
  { options, tasks }: Pick<Study, "options" | "tasks">,
  given: readonly (Json | undefined)[],
  only: readonly string[],
): ChosenParts {
  const { results, take } = reading(reproduction, given);
  const study = { options, tasks, results };
  const chosen = <T>(parts: readonly Part<T>[]): Part<T>[] =>
    parts.filter(({ id }) => only.includes(id));
  const figures = made(chosen(reproduction.figures(study)));
  const claims = made(chosen(reproduction.claims(study)));
  return { figures, claims, runs: take() };
}

/** Results that note which of them are read; the study's sample stands where there is none. */
function reading(
  { sample }: Pick<Reproduction, "sample">,
  given: readonly (Json | undefined)[],
): {
  readonly results: readonly Json[];
  /** What was read since the last call, rising. */
  readonly take: () => number[];
} {
  const read = new Set<number>();
  const results = new Proxy(given, {
    get(target, key): unknown {
      const index = typeof key === "string" ? Number(key) : Number.NaN;
      if (!Number.isInteger(index) || index < 0 || index >= target.length)
        return Reflect.get(target, key) as unknown;
      read.add(index);
      return target[index] ?? sample;
    },
  }) as readonly Json[];
  return {
    results,
    take: () => {
      const all = [...read].sort((a, b) => a - b);
      read.clear();
      return all;
    },
  };
}

/**
 * Names of figures and claims as the study has them. `fig-7` stands for all that begin with `fig-7-` where there is no figure of just this name.
 *
 * @throws FabricError `E_REPRODUCE_UNKNOWN_PART`
 */
export function checkOnly(
  reproduction: Reproduction,
  options: StudyOptions,
  wanted: readonly string[],
): string[] {
  const tasks: readonly StudyTask[] = reproduction.tasks(options);
  const study = { options, tasks, results: [] };
  const known = [
    ...reproduction.figures(study),
    ...reproduction.claims(study),
  ].map(({ id }) => id);
  const found = wanted.flatMap((name) => {
    const same = (id: string): string => id.toLowerCase();
    const exact = known.filter((id) => same(id) === same(name));
    const parts =
      exact.length > 0 || name === ""
        ? exact
        : known.filter((id) => same(id).startsWith(`${same(name)}-`));
    if (parts.length > 0) return parts;
    const close = nearest(name, known);
    throw new FabricError({
      code: "E_REPRODUCE_UNKNOWN_PART",
      message: `${reproduction.name} has no such figure or claim`,
      where: { path: "--only" },
      got: name === "" ? "nothing between two commas" : name,
      expected: known.join(", "),
      ...(close === undefined
        ? {
            hint: "--list tells what each of them is, and how many runs it needs",
          }
        : { hint: `did you mean ${close}?` }),
    });
  });
  return known.filter((id) => found.includes(id));
}
