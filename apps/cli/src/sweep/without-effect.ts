import { readResults, type Results } from "@fabriclab/experiment-store";
import { FabricError, oneLine } from "@fabriclab/spec";

/** Runs up to which all results are read for a note. Why: each may stand in a file of its own, which takes milliseconds to read. */
const MOST_RUNS = 200;

/**
 * What a finished sweep says of factors that changed no result, a line each.
 *
 * @param runs how many runs the folder holds; of more than 200 nothing is said
 */
export async function tellWithoutEffect(
  folder: string,
  runs: number,
): Promise<string[]> {
  if (runs > MOST_RUNS) return [];
  try {
    return factorsWithoutEffect(await readResults(folder)).map(
      (name) =>
        `${oneLine(name)} has no effect: runs of one seed that differ in nothing else have the same results`,
    );
  } catch (error) {
    // Why: the sweep is done; who reads the folder is told what else lies in it.
    if (FabricError.is(error)) return [];
    throw error;
  }
}

/**
 * Names of the factors for which all results are alike: runs of one seed that differ in the factor alone are compared, in all that was measured. A factor without
 * two such runs is none of them, nor are failed runs looked at.
 *
 * Complexity: O(factors² · runs), and the length of the results.
 */
export function factorsWithoutEffect({
  factors,
  columns,
  rows,
}: Pick<Results, "factors" | "columns" | "rows">): string[] {
  const measured = columns.filter(
    ({ role }) => role !== "run" && role !== "factor",
  );
  const runs = rows
    .filter(({ status }) => status !== "failed")
    .map((row) => ({
      row,
      results: JSON.stringify(measured.map(({ name }) => row[name] ?? null)),
    }));
  return factors
    .filter(({ column }) => {
      const others = factors.filter((other) => other.column !== column);
      const found = new Map<string, string>();
      let alike = 0;
      for (const { row, results } of runs) {
        const rest = JSON.stringify([
          row["seed"],
          ...others.map((other) => row[other.column] ?? null),
        ]);
        const before = found.get(rest);
        if (before === undefined) found.set(rest, results);
        else if (before === results) alike += 1;
        else return false;
      }
      return alike > 0;
    })
    .map(({ name }) => name);
}
