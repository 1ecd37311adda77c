import { FabricError, type Fabric } from "@fabriclab/spec";
import type { NodeIx } from "@fabriclab/units";
import { parseSwitchLabel } from "./label.ts";
import { fatTreeShape, type FatTreeShape } from "./shape.ts";

/**
 * The shape of the fabric, for a routing that serves complete m-port n-trees only: {@link fatTreeShape}, refused as the routing's own contract
 * says.
 *
 * Complexity: O(ports).
 * @throws FabricError with the code given, naming the first switch or port that differs
 */
export function completeFatTree(
  fabric: Fabric,
  code: `E_${string}_UNSUPPORTED_FABRIC`,
): FatTreeShape {
  try {
    return fatTreeShape(fabric);
  } catch (cause) {
    if (!FabricError.is(cause)) throw cause;
    const differs = `${cause.got ?? "another fabric"} where ${cause.expected ?? "the tree"} would stand`;
    throw new FabricError({
      code,
      message: `${fabric.name} is not a complete m-port n-tree in the paper's wiring`,
      where: cause.where,
      ...(isMeant(fabric)
        ? {
            got: cause.got ?? "another fabric",
            expected: cause.expected ?? TREE,
            hint: `mend what differs, or take a routing that serves a tree with a part missing: updn, minhop, or nue, which makes no credit loops`,
          }
        : {
            got: `another fabric: ${differs}`,
            expected: TREE,
            hint: "take a routing that serves any connected fabric: nue, which makes no credit loops, or minhop, which may make some; updn serves it where it finds roots or is given them",
          }),
      cause,
    });
  }
}

const TREE =
  "a complete m-port n-tree, as `fabriclab topology fat-tree` makes it: switches SW<w,l> that have m ports each, m even, and hosts P(p)";

/** Whether the fabric was such a tree once: most of its switches are called so. */
function isMeant(fabric: Fabric): boolean {
  const ports = fabric.switchCount === 0 ? 0 : fabric.radix(0 as NodeIx);
  let named = 0;
  for (let sw = 0; sw < fabric.switchCount; sw++)
    if (parseSwitchLabel(fabric.nodeName[sw] ?? "", ports) !== undefined)
      named += 1;
  return named * 2 > fabric.switchCount;
}
