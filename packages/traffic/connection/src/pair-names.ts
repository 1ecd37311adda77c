import { endportName, excerpt, type Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** Pairs that are named. */
const NAMED = 8;

/** The ends of a connection. */
export interface Pair {
  readonly source: EndportIx;
  readonly destination: EndportIx;
}

/** Who is connected to whom, of many the first: `H0 -> H3, H1 -> H2, and 5 more`. */
export function pairNames(fabric: Fabric, pairs: readonly Pair[]): string {
  const names = pairs
    .slice(0, NAMED)
    .map(
      ({ source, destination }) =>
        `${excerpt(endportName(fabric, source))} -> ${excerpt(endportName(fabric, destination))}`,
    );
  const more = pairs.length - names.length;
  return `${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
