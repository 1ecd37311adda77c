import { MAX_GENERATED_PORTS } from "@fabriclab/fabric";
import { MAX_PORTS } from "@fabriclab/units";
import {
  checkOrder,
  degreeOf,
  hostsOf,
  isOrder,
  portsOf,
  switchesOf,
  type SlimFlySize,
} from "./size.ts";

/** Sizes that are proposed at most. */
const PROPOSED = 3;

/**
 * Slim Flies with at least `hosts` hosts, at each switch as few as that takes and no more than half its cables to others, beyond which these would be the bottleneck of uniform traffic; fewest hosts
 * first. What is given stays.
 *
 * @throws FabricError E_SLIM_FLY_ORDER for one given that no field has
 */
export function sizesFor(
  hosts: number,
  given: Partial<SlimFlySize>,
): Partial<SlimFlySize>[] {
  if (given.order !== undefined) checkOrder(given.order);
  const found: SlimFlySize[] = [];
  const [first, last] =
    given.order === undefined ? [3, MAX_PORTS] : [given.order, given.order];
  for (let order = first; order <= last && found.length < PROPOSED; order++) {
    if (!isOrder(order)) continue;
    const needed = Math.ceil(hosts / switchesOf({ order }));
    const size = { order, hostsPerSwitch: given.hostsPerSwitch ?? needed };
    const isBalanced = needed <= Math.ceil(degreeOf(size) / 2);
    if (given.hostsPerSwitch === undefined && !isBalanced) continue;
    if (hostsOf(size) < hosts || portsOf(size) > MAX_PORTS) continue;
    const ports = switchesOf(size) * portsOf(size) + hostsOf(size);
    if (ports <= MAX_GENERATED_PORTS) found.push(size);
  }
  return found.sort((a, b) => hostsOf(a) - hostsOf(b));
}
