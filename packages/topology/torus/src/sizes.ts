import { MAX_GENERATED_PORTS } from "@fabriclab/fabric";
import { portsOf } from "./torus.ts";
import { hostsOf, type TorusSize } from "./size.ts";

/**
 * The tori with at least `hosts` hosts that are nearest to a cube, or to what is given of one: the longest of the lengths that are free is as short as can be, then the others. None
 * where it would be larger than can be built.
 */
export function sizesFor(
  hosts: number,
  given: Partial<TorusSize>,
): Pick<TorusSize, "x" | "y" | "z">[] {
  const { hostsPerSwitch = 1, open = false } = given;
  const lengths: (number | undefined)[] = [given.x, given.y, given.z];
  for (const [at, fixed] of lengths.entries()) {
    if (fixed !== undefined) continue;
    const known = lengths.reduce<number>((all, one) => all * (one ?? 1), 1);
    const free = lengths.filter((one) => one === undefined).length;
    const switches = Math.ceil(hosts / hostsPerSwitch);
    lengths[at] = leastRoot(Math.ceil(switches / known), free);
  }
  const [x = 1, y = 1, z = 1] = lengths;
  const size: TorusSize = { x, y, z, hostsPerSwitch, open };
  return hostsOf(size) < hosts || portsOf(size) > MAX_GENERATED_PORTS
    ? []
    : [{ x, y, z }];
}

/** The least number whose power reaches a product. */
function leastRoot(product: number, power: number): number {
  let root = Math.max(1, Math.floor(product ** (1 / power)) - 1);
  while (root ** power < product) root += 1;
  return root;
}
