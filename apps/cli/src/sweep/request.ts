import {
  extendRegistry,
  meantRange,
  parseOverride,
  parseScenario,
  readRange,
  readScenario,
  readSweep,
  sweepFactor,
  type Override,
  type PlacedFactor,
  type Registry,
  type Scenario,
  type SweepSection,
} from "@fabriclab/formats-scenario";
import { FabricError, type ErrorPlace } from "@fabriclab/spec";
import {
  filePlugins,
  nameOf,
  offeringFabric,
  unlessFabric,
  withFabric,
  type Recipe,
} from "../recipe.ts";
import { kebab } from "../flags.ts";
import { blamingFlags, SECTION_FLAGS } from "./blaming-flags.ts";
import { keepApart } from "./factors-apart.ts";
import { partsFirst } from "./parts-first.ts";
import type { SweepFlags } from "./flags.ts";
import { opened, wholeWhereAsked, type AskedFactor } from "./whole-numbers.ts";
import type { Tell } from "../topology-file.ts";

/** What is to be swept: the scenario, the section `sweep`, and the factors of both the file and the flags. */
export interface SweepRequest {
  readonly recipe: Recipe;
  /** At the first value of every factor. */
  readonly scenario: Scenario;
  readonly section: SweepSection;
  readonly factors: readonly AskedFactor[];
}

/**
 * Reads the scenario and the flags.
 *
 * @throws FabricError of the scenario, its section `sweep`, or a flag
 */
export function sweepRequest(
  file: string,
  text: string,
  flags: SweepFlags,
  registry: Registry,
  tell?: Tell,
): SweepRequest {
  const overrides: Override[] = [];
  const varied: PlacedFactor[] = [];
  for (const one of flags.set ?? []) {
    const override = parseOverride(one);
    const { path, value, flag } = override;
    if (typeof value === "string" && readRange(value, { path: flag }))
      varied.push(sweepFactor(path, value, { path: flag }));
    else overrides.push(override);
  }
  for (const one of flags.vary ?? []) {
    const { path, value, flag } = parseOverride(one, "--vary");
    varied.push(
      sweepFactor(path, listOf(value), {
        path: `${flag.split(" ")[0]} ${one}`,
      }),
    );
  }
  for (const key of ["seed", "seeds"] as const) {
    const value = flags[key];
    if (value !== undefined)
      overrides.push(parseOverride(`${key}=${value}`, `--${key}`));
  }
  const recipe = withFabric({
    file: file === "-" ? undefined : file,
    text,
    overrides,
    ...(flags.fabric === undefined ? {} : { fabric: flags.fabric }),
  });
  const section = unlessFabric(recipe, () =>
    blamingFlags(flags, () =>
      readSweep(text, nameOf(recipe), sectionFlags(flags)),
    ),
  );
  const names = new Set(varied.map(({ name }) => name));
  // A factor on the command line takes the place of the file's of that name.
  const known = extendRegistry(registry, filePlugins(recipe, tell));
  const { root } = parseScenario(text, nameOf(recipe));
  const factors = partsFirst(
    [...section.factors.filter(({ name }) => !names.has(name)), ...varied],
    root,
    known,
  );
  keepApart(factors, root);
  const read = (more: readonly Override[]): Scenario =>
    offeringFabric(() =>
      readScenario(text, {
        file: nameOf(recipe),
        registry: known,
        overrides: [
          ...recipe.overrides,
          ...factors.flatMap(firstSettings),
          ...more,
        ],
        sweep: true,
      }),
    );
  const scenario = hintingRanges(factors, () => read([]));
  return {
    recipe,
    scenario,
    section,
    factors: factors.map((factor) =>
      // Numbers that nobody wrote are drawn from a range, or tried by the search for saturation.
      factor.open !== undefined || section.saturation !== undefined
        ? wholeWhereAsked(factor, read)
        : factor,
    ),
  };
}

/** Where what is refused is a value that looks like a range, how that is written. */
function hintingRanges<T>(factors: readonly PlacedFactor[], act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    for (const { name, values } of factors)
      for (const { label } of values) {
        const meant =
          error.got === JSON.stringify(label)
            ? meantRange(String(label))
            : undefined;
        if (meant !== undefined)
          throw error.hinting(
            `did you mean a range? from..to:step, as --vary ${name}=${meant}`,
          );
      }
    throw error;
  }
}

/** What a factor's first value sets: with it the scenario is complete, though a key may stand nowhere else. */
const firstSettings = (factor: PlacedFactor): Override[] =>
  (
    factor.values[0]?.sets ??
    (factor.open === undefined ? [] : [opened(factor, factor.open.between[0])])
  ).map(({ path, value, at }) => overrideAt(path, value, at));

/** What a factor sets, at its line or with its flag as its place. */
export const overrideAt = (
  path: string,
  value: unknown,
  at: ErrorPlace | undefined,
): Override => ({
  path,
  value,
  flag: at?.path ?? path,
  ...(at?.line === undefined ? {} : { at }),
});

/** `cyclic,updn` as people write it on a command line, beside YAML's `[cyclic, updn]`. */
const listOf = (value: unknown): unknown =>
  typeof value === "string" && value.includes(",")
    ? value.split(",").map((word) => parseOverride(`x=${word.trim()}`).value)
    : value;

/** The keys of the section `sweep` that flags give. */
function sectionFlags(flags: SweepFlags): Record<string, unknown> {
  const keys: Record<string, unknown> = {};
  for (const key of SECTION_FLAGS) {
    const text = flags[key];
    if (text !== undefined)
      keys[key] = parseOverride(`${key}=${text}`, `--${kebab(key)}`).value;
  }
  return keys;
}
