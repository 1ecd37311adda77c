import type { Override, PlacedFactor } from "@fabriclab/formats-scenario";
import { FabricError } from "@fabriclab/spec";
import { withUnit } from "@fabriclab/units";

/** A factor with what its key says of numbers between its values. */
export interface AskedFactor extends PlacedFactor {
  /** 1 where a number that is none of its values has to be a whole one, too. */
  readonly parts?: number;
}

/** A number of a range without a step, with the range's unit. */
export const opened = ({ name, open, at }: PlacedFactor, number: number) => ({
  path: name,
  value: open?.unit === undefined ? number : withUnit(number, open.unit),
  at,
});

/**
 * The factor, in whole numbers where the key takes no others: nothing between two numbers says which it is, so the key is asked.
 *
 * @param read reads the scenario with more overrides
 */
export function wholeWhereAsked(
  factor: PlacedFactor,
  read: (overrides: readonly Override[]) => unknown,
): AskedFactor {
  const { open } = factor;
  const [from, to] = endsOf(factor);
  const between = Math.floor(from) + 0.5;
  if (!(between > from && between < to)) return factor;
  const set = opened(factor, between);
  try {
    read([{ ...set, flag: factor.name }]);
    return factor;
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    return open === undefined
      ? { ...factor, parts: 1 }
      : { ...factor, open: { ...open, parts: 1 } };
  }
}

/** The least and the largest number of a factor; NaN where it has others than plain ones. */
function endsOf({ open, values }: PlacedFactor): readonly [number, number] {
  if (open !== undefined)
    return open.unit === undefined ? open.between : [NaN, NaN];
  const numbers = values.map(({ label }) =>
    typeof label === "number" ? label : NaN,
  );
  return [Math.min(...numbers), Math.max(...numbers)];
}
