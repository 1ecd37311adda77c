import { MAX_GENERATED_PORTS } from "@fabriclab/fabric";
import { SOUTH } from "./port.ts";

/** What decides how many hosts a mesh has. */
export interface MeshSize {
  readonly columns: number;
  readonly rows: number;
  readonly hostsPerSwitch: number;
}

/** Least columns and rows of a torus. */
const LEAST_RING = 3;

/**
 * The mesh with at least `hosts` hosts that is nearest to a square; where columns or rows are given, the one with the fewest of the others. None where it
 * would be larger than can be built.
 */
export function sizesFor(
  hosts: number,
  given: Partial<MeshSize> & { readonly wrap?: boolean },
): Pick<MeshSize, "columns" | "rows">[] {
  const { hostsPerSwitch = 1, wrap = false } = given;
  const switches = Math.ceil(hosts / hostsPerSwitch);
  const least = wrap ? LEAST_RING : 1;
  const columns =
    given.columns ??
    Math.max(
      least,
      given.rows === undefined
        ? Math.ceil(Math.sqrt(switches))
        : Math.ceil(switches / given.rows),
    );
  const rows = given.rows ?? Math.max(least, Math.ceil(switches / columns));
  const ports = columns * rows * (SOUTH + 2 * hostsPerSwitch);
  return columns * rows < switches || ports > MAX_GENERATED_PORTS
    ? []
    : [{ columns, rows }];
}
