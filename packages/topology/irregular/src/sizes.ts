import { MAX_GENERATED_PORTS } from "@fabriclab/fabric";
import { MAX_PORTS } from "@fabriclab/units";

/** What decides how many hosts and links a network has. */
export interface NetworkSize {
  readonly switches: number;
  readonly links: number;
  readonly degree: number;
  readonly hostsPerSwitch: number;
  readonly parallel: boolean;
}

/** A subnet has so many unicast LIDs, and every switch has one. */
export const MOST_SWITCHES = 49_151;

/** Hosts at each switch that are proposed to somebody who names neither switches nor hosts at each. */
const USUAL_HOSTS = [1, 2, 4, 8] as const;

/** Links to switches where nobody says how many: as in kim2007, which has 23 for 15 and 46 for 30. */
const LINKS_PER_SWITCH = 23 / 15;

/** Most links between switches under a bound on each. */
export function mostLinks(
  switches: number,
  degree: number,
  parallel: boolean,
): number {
  if (switches === 1) return 0;
  // Two switches can have no more links than ports; without parallel links a switch has at most one to every other.
  const each = parallel ? degree : Math.min(degree, switches - 1);
  return Math.floor((switches * each) / 2);
}

/** Links that a network has where nobody says how many: as many for each switch as in kim2007, as far as the degree allows. */
export const usualLinks = (
  switches: number,
  degree: number,
  parallel: boolean,
): number =>
  Math.min(
    mostLinks(switches, degree, parallel),
    Math.max(switches - 1, Math.round(LINKS_PER_SWITCH * switches)),
  );

/** Of switches and hosts, cabled or not. */
export const portsOf = ({
  switches,
  degree,
  hostsPerSwitch,
}: Pick<NetworkSize, "switches" | "degree" | "hostsPerSwitch">): number =>
  switches * (degree + 2 * hostsPerSwitch);

/**
 * The networks with at least `hosts` hosts and the fewest switches, for a few numbers of hosts at each, fewest hosts first; where switches are given, the one
 * with the fewest hosts at each. Links that are not given are as many for each switch as in kim2007, as far as the degree allows. None where it would be
 * larger than can be built, or the given links fit none.
 */
export function sizesFor(
  hosts: number,
  given: Partial<NetworkSize>,
): Pick<NetworkSize, "switches" | "links" | "hostsPerSwitch">[] {
  const { degree = 4, parallel = false } = given;
  const each =
    given.hostsPerSwitch !== undefined
      ? [given.hostsPerSwitch]
      : given.switches !== undefined
        ? [Math.max(1, Math.ceil(hosts / given.switches))]
        : USUAL_HOSTS.filter((count) => count <= hosts);
  const found = each.flatMap((hostsPerSwitch) => {
    const switches = given.switches ?? Math.ceil(hosts / hostsPerSwitch);
    const most = mostLinks(switches, degree, parallel);
    const links = given.links ?? usualLinks(switches, degree, parallel);
    const fits =
      switches * hostsPerSwitch >= hosts &&
      switches <= MOST_SWITCHES &&
      degree + hostsPerSwitch <= MAX_PORTS &&
      portsOf({ switches, degree, hostsPerSwitch }) <= MAX_GENERATED_PORTS &&
      links >= switches - 1 &&
      links <= most;
    return fits ? [{ switches, links, hostsPerSwitch }] : [];
  });
  return found.sort(
    (a, b) => a.switches * a.hostsPerSwitch - b.switches * b.hostsPerSwitch,
  );
}
