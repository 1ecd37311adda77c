import { FabricError, type Fabric } from "@fabriclab/spec";
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
    throw new FabricError({
      code,
      message: `${fabric.name} is not a complete m-port n-tree in the paper's wiring`,
      where: cause.where,
      got: cause.got ?? "another fabric",
      expected: cause.expected ?? "a fabric of topology fat-tree",
      hint: "this routing serves complete fat trees only: mend what differs, or take a routing that serves what is left after a failure, too: updn, minhop, or nue, which makes no credit loops",
      cause,
    });
  }
}
