import type { FactorValue } from "@fabriclab/experiment-plot";
import type { Searched } from "../sweep/saturation-table.ts";
import { timesOf } from "../sweep/stage.ts";

interface Tried {
  /** `saturation x16` */
  readonly stage: string;
  readonly status: string;
  readonly factors: Readonly<Record<string, FactorValue>>;
}

/**
 * Whether the search for saturation found out by longer runs that a point lies where the network saturates, though its own runs came to a cap before they
 * showed it: with nothing but the searched factor changed, longer ones saturate at its value or on the way to it. A mean of it would be one of an unsteady network.
 *
 * @param search what the sweep's summary says of it; nothing where none was done, or it is not finished
 * @param points all of the sweep, each value by its longest runs. O(points²)
 */
export function beyondSaturation<T extends Tried>(
  { searched, saturation }: Partial<Searched>,
  points: readonly T[],
): ReadonlySet<T> {
  if (searched === undefined || saturation === undefined) return new Set();
  const beyond = saturation.flatMap(({ factors, low, high }) => {
    const group = points.filter((point) =>
      Object.entries(factors).every(
        ([name, level]) => point.factors[name] === level,
      ),
    );
    const sign = low !== undefined && high !== undefined && low > high ? -1 : 1;
    const along = (point: T): number => sign * Number(point.factors[searched]);
    // To the search a deadlock is saturation, too.
    const saturated = group.filter(
      ({ status }) => status === "saturated" || status === "deadlocked",
    );
    return group.filter(
      (point) =>
        point.status === "limit" &&
        saturated.some(
          (longer) =>
            timesOf(longer) > timesOf(point) && along(longer) <= along(point),
        ),
    );
  });
  return new Set(beyond);
}
