import { MAX_GENERATED_PORTS } from "@fabriclab/fabric";
import { MAX_PORTS } from "@fabriclab/units";
import {
  hostsOf,
  leafCables,
  mostCables,
  mostGroups,
  portsOf,
  spineCables,
  type DragonflyPlusSize,
} from "./size.ts";

/** Sizes that are proposed at most. */
const PROPOSED = 3;

type Shape = Omit<DragonflyPlusSize, "groups">;

/** Groups of switches that have as many cables down as up, where nothing is given; fewest ports first. */
const shapesOf = (given: Partial<DragonflyPlusSize>): Shape[] =>
  given.ports === undefined || given.ports === 0
    ? Array.from({ length: MAX_PORTS / 2 }, (_, at) => ({
        hostsPerLeaf: given.hostsPerLeaf ?? at + 1,
        leaves: given.leaves ?? at + 1,
        spines: given.spines ?? at + 1,
        globalLinks: given.globalLinks ?? at + 1,
        ports: 0,
      }))
    : [filled(given.ports, given)];

/** The group of switches of so many ports, of which none stays free that need not: half of them lead down, or as many as what is given leaves. */
function filled(ports: number, given: Partial<DragonflyPlusSize>): Shape {
  const split = (down?: number, up?: number): [down: number, up: number] => [
    down ?? (up === undefined ? Math.ceil(ports / 2) : ports - up),
    up ?? ports - (down ?? Math.ceil(ports / 2)),
  ];
  const [hostsPerLeaf, spines] = split(given.hostsPerLeaf, given.spines);
  const [leaves, globalLinks] = split(given.leaves, given.globalLinks);
  return { hostsPerLeaf, leaves, spines, globalLinks, ports };
}

/**
 * Networks with at least `hosts` hosts, of switches that have as many cables down as up where nothing is given, with as few groups as have them; fewest hosts first.
 * Of switches of a given number of ports it is the one that uses them all. What is given stays.
 */
export function sizesFor(
  hosts: number,
  given: Partial<DragonflyPlusSize>,
): Partial<DragonflyPlusSize>[] {
  const found = new Map<string, DragonflyPlusSize>();
  for (const shape of shapesOf(given)) {
    const { hostsPerLeaf, leaves, spines, globalLinks } = shape;
    // More is given than the ports are.
    if (Math.min(hostsPerLeaf, leaves, spines, globalLinks) < 1) continue;
    const needed = Math.ceil(hosts / (hostsPerLeaf * leaves));
    const groups =
      given.groups === undefined || given.groups === 0 ? needed : given.groups;
    const size = { ...shape, groups };
    if (groups < needed || groups > mostGroups(size)) continue;
    if (Math.max(leafCables(size), spineCables(size)) > mostCables(size)) break;
    if (portsOf(size) > MAX_GENERATED_PORTS) continue;
    found.set(JSON.stringify(size), size);
    // One group is a two-level tree: larger ones are trees, too.
    if (found.size === PROPOSED || groups === 1) break;
  }
  return [...found.values()]
    .sort((a, b) => hostsOf(a) - hostsOf(b))
    .map(({ ports, ...size }) => (ports === 0 ? size : { ...size, ports }));
}
