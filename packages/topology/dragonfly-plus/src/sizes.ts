import { MAX_GENERATED_PORTS } from "@fabriclab/fabric";
import { MAX_PORTS } from "@fabriclab/units";
import {
  hostsOf,
  leafPorts,
  mostGroups,
  portsOf,
  spinePorts,
  type DragonflyPlusSize,
} from "./size.ts";

/** Sizes that are proposed at most. */
const PROPOSED = 3;

/**
 * Networks with at least `hosts` hosts, of switches that have as many cables down as up where nothing is given, with as few groups as have them; fewest hosts first.
 * What is given stays.
 */
export function sizesFor(
  hosts: number,
  given: Partial<DragonflyPlusSize>,
): Partial<DragonflyPlusSize>[] {
  const found = new Map<string, DragonflyPlusSize>();
  for (let half = 1; half <= MAX_PORTS / 2; half++) {
    const shape = {
      hostsPerLeaf: given.hostsPerLeaf ?? half,
      leaves: given.leaves ?? half,
      spines: given.spines ?? half,
      globalLinks: given.globalLinks ?? half,
    };
    const needed = Math.ceil(hosts / (shape.hostsPerLeaf * shape.leaves));
    const groups =
      given.groups === undefined || given.groups === 0 ? needed : given.groups;
    const size = { ...shape, groups };
    if (groups < needed || groups > mostGroups(size)) continue;
    if (Math.max(leafPorts(size), spinePorts(size)) > MAX_PORTS) break;
    if (portsOf(size) > MAX_GENERATED_PORTS) continue;
    found.set(JSON.stringify(size), size);
    // One group is a two-level tree: larger ones are trees, too.
    if (found.size === PROPOSED || groups === 1) break;
  }
  return [...found.values()].sort((a, b) => hostsOf(a) - hostsOf(b));
}
