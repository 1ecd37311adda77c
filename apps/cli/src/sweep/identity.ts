import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Json } from "@fabriclab/spec";
import { parseScenario } from "@fabriclab/formats-scenario";
import { piecesOf } from "../file-pieces.ts";
import { digestOf } from "../reproduce/code-identity.ts";
import { nameOf } from "../recipe.ts";
import type { SweepRequest } from "./request.ts";

/**
 * Everything that the results of a sweep depend on besides points, seeds and code: the scenario's values (not its comments), what flags set,
 * and the contents of the files that it names.
 */
export const scenarioIdentity = (request: SweepRequest): Json => ({
  scenario: scenarioValues(request.recipe.text, nameOf(request.recipe)),
  ...(inputsOf(request) as unknown as Record<string, Json>),
});

/** What a scenario's text sets, without what it varies and how many seeds: a run depends on its own seed alone. */
export function scenarioValues(
  text: string,
  file: string,
): Record<string, Json> {
  const {
    sweep: _,
    seeds: __,
    ...scenario
  } = parseScenario(text, file).plain() as Record<string, Json>;
  return scenario;
}

/** What the results of a sweep depend on beside the scenario's text: kept in `sweep.json`, so that a refusal can name what changed. */
export interface Inputs {
  /** What flags set but the number of seeds, in their order: key and value. */
  readonly overrides: readonly (readonly [path: string, value: Json])[];
  /** Digests of the files and folders that the scenario, flags and factors name, by their names as written. */
  readonly files: Readonly<Record<string, string>>;
  /** Digest of the file of `--fabric`. */
  readonly fabric?: string;
}

/** See `Inputs`. */
export function inputsOf({ recipe, factors }: SweepRequest): Inputs {
  const scenario = scenarioValues(recipe.text, nameOf(recipe));
  const overrides = recipe.overrides
    .filter(({ path }) => path !== "seeds")
    .map(({ path, value }): [string, Json] => [path, value as Json]);
  const folder = dirname(recipe.file ?? ".");
  const files: Record<string, string> = {};
  for (const text of new Set([
    // Why: a name such as ../.. is no file that is read, and may be that of a folder of gigabytes.
    ...Object.entries(scenario).flatMap(([key, value]) =>
      readsNoFile(key) ? [] : textsIn(value),
    ),
    ...recipe.overrides.flatMap(({ path, value }) =>
      readsNoFile(path) ? [] : textsIn(value as Json),
    ),
    ...factors.flatMap(({ values }) =>
      values.flatMap(({ sets }) =>
        sets.flatMap(({ value }) => textsIn(value as Json)),
      ),
    ),
  ])) {
    const file = resolve(folder, text);
    if (isFileName(text) && existsSync(file)) files[text] = digestOf(file);
  }
  return {
    overrides,
    files,
    ...(recipe.fabric === undefined
      ? {}
      : { fabric: fabricDigest(recipe.fabric) }),
  };
}

function fabricDigest(file: string): string {
  // Refuses what is no file, or cannot be read, before it is taken for one.
  for (const _ of piecesOf(file, "--fabric"));
  return digestOf(file);
}

const readsNoFile = (key: string): boolean =>
  key === "name" || key === "output";

/** Not `uniform` or `cyclic`, of which a folder may have files, too. */
const isFileName = (text: string): boolean => /[./]/.test(text);

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value as Record<string, Json>).flatMap(textsIn);
}
