import { FabricError } from "@fabriclab/spec";
import { kebab } from "../flags.ts";
import type { SweepFlags } from "./flags.ts";

/** Flags that give keys of the section `sweep`. */
export const SECTION_FLAGS = [
  "design",
  "points",
  "precision",
  "maxSeeds",
  "metric",
  "saturation",
  "resolution",
  "require",
] as const;

/** Runs `act`; what it throws names flags as `blamingFlag` has it. */
export function blamingFlags<T>(flags: SweepFlags, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw blamingFlag(flags, error);
  }
}

/** A refusal of a key of the section `sweep` that a flag gave, or whose lack a flag made, with the flag as its place: the scenario says nothing of it. */
export function blamingFlag(flags: SweepFlags, error: unknown): unknown {
  if (!FabricError.is(error)) return error;
  const place = placeOf(flags, error.where.path);
  return place === undefined ? error : error.placed({ path: place });
}

function placeOf(
  flags: SweepFlags,
  path: string | undefined,
): string | undefined {
  const key = SECTION_FLAGS.find(
    (one) => path === `sweep.${one}` && flags[one] !== undefined,
  );
  if (key !== undefined) return `--${kebab(key)} ${flags[key] ?? ""}`;
  if (path === "sweep.vary" && flags.vary !== undefined) return "--vary";
  // What is missing was asked for by the design.
  if (path === "sweep.points" && flags.design !== undefined)
    return `--design ${flags.design}`;
  return undefined;
}
