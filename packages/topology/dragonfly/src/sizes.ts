import { MAX_GENERATED_PORTS } from "@fabriclab/fabric";
import { MAX_PORTS } from "@fabriclab/units";
import {
  hostsOf,
  mostGroups,
  portsOf,
  switchesOf,
  type DragonflySize,
} from "./size.ts";

/** Sizes that are proposed at most. */
const PROPOSED = 3;

/**
 * Dragonflies with at least `hosts` hosts, balanced as Kim et al. advise where nothing is given (a = 2p = 2h), with as few groups as have them; fewest hosts first.
 * What is given stays.
 */
export function sizesFor(
  hosts: number,
  given: Partial<DragonflySize>,
): Partial<DragonflySize>[] {
  const found: DragonflySize[] = [];
  for (let half = 1; half <= MAX_PORTS / 4; half++) {
    const shape = {
      hostsPerSwitch: given.hostsPerSwitch ?? half,
      switchesPerGroup: given.switchesPerGroup ?? 2 * half,
      globalLinks: given.globalLinks ?? half,
    };
    const perGroup = shape.hostsPerSwitch * shape.switchesPerGroup;
    const needed = Math.ceil(hosts / perGroup);
    const groups =
      given.groups === undefined || given.groups === 0
        ? Math.max(1, needed)
        : given.groups;
    const size = { ...shape, groups };
    if (groups < needed || groups > mostGroups(size)) continue;
    if (portsOf(size) > MAX_PORTS) break;
    const ports = switchesOf(size) * portsOf(size) + hostsOf(size);
    if (ports > MAX_GENERATED_PORTS) continue;
    // Of what is given whole there is one.
    if (found.some((other) => isSame(other, size))) break;
    found.push(size);
    // One group is no dragonfly: larger ones are none either.
    if (found.length === PROPOSED || groups === 1) break;
  }
  return found.sort((a, b) => hostsOf(a) - hostsOf(b));
}

const isSame = (a: DragonflySize, b: DragonflySize): boolean =>
  a.hostsPerSwitch === b.hostsPerSwitch &&
  a.switchesPerGroup === b.switchesPerGroup &&
  a.globalLinks === b.globalLinks &&
  a.groups === b.groups;
