/**
 * Cables between groups of switches, as dragonflies have them.
 *
 * C. Camarero, E. Vallejo, R. Beivide, Topological characterization of Hamming and dragonfly networks and its implications on routing, ACM TACO 11(4), 2014, §2.
 */

/** A group's side of a cable to another group: the group, and which of its global ports, counted over its switches. */
export interface GlobalEnd {
  readonly group: number;
  readonly port: number;
}

/** Cables between any two groups: as many for each pair as all have ports for. @param ports for global links, of a group */
export const cablesPerPair = (ports: number, groups: number): number =>
  groups < 2 ? 0 : Math.floor(ports / (groups - 1));

/**
 * The other end of a global port, by the palm-tree arrangement: a group's ports lead to the groups that follow it, one after the other, around the circle of all
 * groups, and again from the first where there are several cables to each (Camarero, Vallejo and Beivide 2014, §2; Kim et al. 2008, Figure 5).
 *
 * @param groups of the network
 * @param cables between any two groups
 * @returns nothing for a port that is free, as those behind `cables · (groups - 1)` are
 */
export function otherEnd(
  { group, port }: GlobalEnd,
  groups: number,
  cables: number,
): GlobalEnd | undefined {
  const others = groups - 1;
  if (port >= cables * others) return undefined;
  const round = Math.floor(port / others);
  const step = (port % others) + 1;
  return {
    group: (group + step) % groups,
    // As many steps on as lead from there around the circle to here.
    port: round * others + (others - step),
  };
}
