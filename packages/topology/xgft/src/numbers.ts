import { readCounts, type Counts } from "@fabriclab/fabric";

/** What a 0 may be meant to say, by the parameter. */
const INSTEAD = {
  children:
    "leave out a level that has nothing in it; for fewer hosts than the tree has room for, give `hosts`",
  parents:
    "the roots have no number of parents: leave the last one out; of one level there is none: [], on the command line --parents '[]'",
  parallel: "1 is one cable between a switch and each above it",
} as const;

/** Reads the numbers of the levels. @throws FabricError E_XGFT_NUMBERS */
export const readNumbers = (
  numbers: Counts,
  path: keyof typeof INSTEAD,
): number[] =>
  readCounts(numbers, {
    code: "E_XGFT_NUMBERS",
    path,
    insteadOfZero: INSTEAD[path],
  });
