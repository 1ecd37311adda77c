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
 * @throws FabricError `E_SWEEP_FACTOR`
 */
export function keepApart(
  factors: readonly PlacedFactor[],
  root: ParsedScenario["root"],
): void {
  const setBy: { readonly path: string; readonly factor: PlacedFactor }[] = [];
  for (const factor of factors) {
    for (const path of pathsOf(factor, root)) {
      const before = setBy.find(
        (one) => one.factor !== factor && meet(one.path, path),
      );
      if (before === undefined) {
        setBy.push({ path, factor });
        continue;
      }
      throw new FabricError({
        code: "E_SWEEP_FACTOR",
        message: `two factors set ${path.replaceAll(/\.(\d+)/g, "[$1]")}`,
        where: factor.at,
        got:
          before.factor.name === factor.name
            ? `${factor.name}, twice`
            : `${before.factor.name} and ${factor.name}`,
        expected: "a key that one factor sets",
        hint: "write all values into one list, or make named cases that set several keys",
      });
    }
  }
}

/** Whether the later path sets what the earlier one has set: the same, its short name (`load` for `traffic.0.load`), or all of what the earlier one is a part of. */
const meet = (earlier: string, later: string): boolean =>
  earlier === later ||
  earlier.startsWith(`${later}.`) ||
  isShortOf(earlier, later) ||
  isShortOf(later, earlier);

const isShortOf = (short: string, path: string): boolean =>
  !short.includes(".") &&
  !topKeys.includes(short) &&
  path.endsWith(`.${short}`);
