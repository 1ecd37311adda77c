import {
  topKeys,
  type ParsedScenario,
  type PlacedFactor,
} from "@fabriclab/formats-scenario";
import { FabricError } from "@fabriclab/spec";
import { pathsOf } from "./parts-first.ts";

/**
 * Refuses two factors that set one key: only the later one would have an effect, and results would name values of the earlier one that nobody simulated.
 *
 * @param root of the scenario, in which entries have their names
 * @throws FabricError `E_SWEEP_FACTOR`. O(all steps of all paths).
 */
export function keepApart(
  factors: readonly PlacedFactor[],
  root: ParsedScenario["root"],
): void {
  const before = new PathsSet();
  for (const factor of factors) {
    for (const path of pathsOf(factor, root)) {
      const other = before.meeting(path, factor);
      if (other === undefined) {
        before.add(path, factor);
        continue;
      }
      throw new FabricError({
        code: "E_SWEEP_FACTOR",
        message: `two factors set ${path.replaceAll(/\.(\d+)/g, "[$1]")}`,
        where: factor.at,
        got:
          other.name === factor.name
            ? `${factor.name}, twice`
            : `${other.name} and ${factor.name}`,
        expected: "a key that one factor sets",
        hint: "write all values into one list, or make named cases that set several keys",
      });
    }
  }
}

/** What factors set so far, one factor after the other. Why maps: somebody else's scenario may have 100,000 keys here. */
class PathsSet {
  readonly #paths = new Map<string, PlacedFactor>();
  /** What a path is a part of: `traffic` and `traffic.0` for `traffic.0.load`. */
  readonly #wholes = new Map<string, PlacedFactor>();
  /** Last steps of paths of several steps: the short names that may mean them. */
  readonly #shorts = new Map<string, PlacedFactor>();

  add(path: string, factor: PlacedFactor): void {
    keep(this.#paths, path, factor);
    const steps = path.split(".");
    for (let end = 1; end < steps.length; end++)
      keep(this.#wholes, steps.slice(0, end).join("."), factor);
    if (steps.length > 1) keep(this.#shorts, steps.at(-1) ?? "", factor);
  }

  /** The factor before this one that sets the same, its short name (`load` for `traffic.0.load`) or what that is short for, or a part of what the path sets as a whole. */
  meeting(path: string, factor: PlacedFactor): PlacedFactor | undefined {
    const last = path.split(".").at(-1) ?? "";
    const isShort = !topKeys.includes(last);
    return [
      this.#paths.get(path),
      this.#wholes.get(path),
      ...(isShort ? [this.#paths.get(last)] : []),
      ...(isShort && last === path ? [this.#shorts.get(path)] : []),
    ].find((other) => other !== undefined && other !== factor);
  }
}

/** Why the first one: where that is the factor at hand, no other was before it. */
const keep = (
  map: Map<string, PlacedFactor>,
  key: string,
  factor: PlacedFactor,
): void => {
  if (!map.has(key)) map.set(key, factor);
};
