import { endportName, excerpt, many, type Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** Pairs that are named. */
const NAMED = 8;

/**
 * What is to be said of connections that are armed to migrate and have no path to migrate to.
 *
 * @param alone those that have none
 * @param all how many connections there are
 * @returns undefined where each has one
 */
export function withoutAlternate(
  fabric: Fabric,
  alone: readonly {
    readonly source: EndportIx;
    readonly destination: EndportIx;
  }[],
  all: number,
): string | undefined {
  if (alone.length === 0) return undefined;
  const names = alone
    .slice(0, NAMED)
    .map(
      ({ source, destination }) =>
        `${excerpt(endportName(fabric, source))} -> ${excerpt(endportName(fabric, destination))}`,
    );
  const more = alone.length - names.length;
  return `${alone.length} of ${many(all, "connection")} cannot migrate, having no alternate path: ${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}; path bits (\`routing: multipath\`) or several LIDs for a host (LMC) give alternates where the cables do`;
}
