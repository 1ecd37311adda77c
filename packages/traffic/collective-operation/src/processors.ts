import {
  FabricError,
  type Options,
  type TrafficContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { params } from "./params.ts";

/**
 * The hosts that take part, by rank. Equal for equal (seed, fabric, options).
 *
 * @throws FabricError `E_COLLECTIVE_OPERATION_PROCESSORS` for more than there are hosts, or a fabric of one
 */
export function processorsOf(
  { hosts, random }: TrafficContext,
  { processors = hosts.length, place }: Options<typeof params>,
): EndportIx[] {
  if (processors > hosts.length || processors < 2)
    throw new FabricError({
      code: "E_COLLECTIVE_OPERATION_PROCESSORS",
      message: "This number of processors does not fit the fabric",
      where: { path: "processors" },
      got: `${processors} of ${hosts.length} hosts`,
      expected: `2 to ${hosts.length}`,
    });
  if (place === "packed") return hosts.slice(0, processors);
  const chance = random("collective-operation/processors");
  const order = [...hosts];
  // Fisher and Yates, stopped early.
  for (let rank = 0; rank < processors; rank += 1) {
    const other = rank + chance.below(order.length - rank);
    const [a, b] = [order[rank], order[other]];
    if (a === undefined || b === undefined) continue;
    order[rank] = b;
    order[other] = a;
  }
  return order.slice(0, processors);
}
