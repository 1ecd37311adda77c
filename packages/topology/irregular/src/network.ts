import { FabricBuilder, type LinkOptions } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

/** Name of switch `sw`. */
export const switchLabel = (sw: number): string => `S${sw}`;

/** @param slot which of the switch's hosts, from 0; undefined where it has only one */
export const hostLabel = (sw: number, slot?: number): string =>
  slot === undefined ? `H${sw}` : `H${sw}.${slot}`;

/** What is built around a list of links between switches. */
export interface NetworkPlan {
  readonly name: string;
  readonly switches: number;
  /** Ports that each switch has for other switches, used or not; its hosts have those that follow. */
  readonly degree: number;
  readonly hostsPerSwitch: number;
  /** Pairs of different switches, in any order. */
  readonly links: readonly (readonly [number, number])[];
  readonly link: LinkOptions;
}

/**
 * The fabric of a list of links. Every switch has `degree + hostsPerSwitch` ports: from 1 on its links, those to the switches of smaller number
 * first, and from `degree + 1` on its hosts.
 *
 * Why that order: the fabric depends on which switches are joined, not on the order in which the links were drawn.
 */
export function buildNetwork(plan: NetworkPlan): Fabric {
  const { name, switches, degree, hostsPerSwitch, link } = plan;
  const builder = new FabricBuilder(name);
  const refs = Array.from({ length: switches }, (_, sw) =>
    builder.addSwitch(switchLabel(sw), degree + hostsPerSwitch),
  );
  const sorted = plan.links
    .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)])
    .sort(([a, b], [c, d]) => a - c || b - d);
  const used = new Int32Array(switches);
  // Sorted pairs come to a switch in the order of the other one's number: first all pairs in which it is the larger, then the others.
  const next = (sw: number): number => {
    used[sw] = (used[sw] ?? 0) + 1;
    return used[sw] ?? 0;
  };
  for (const [a, b] of sorted) {
    const [one, other] = [refs[a], refs[b]];
    if (one === undefined || other === undefined)
      throw new RangeError(`link ${a}-${b} of ${switches} switches`);
    builder.connect(one, next(a), other, next(b), link);
  }
  for (const [sw, ref] of refs.entries())
    for (let slot = 0; slot < hostsPerSwitch; slot++)
      builder.connect(
        ref,
        degree + slot + 1,
        builder.addHost(hostLabel(sw, hostsPerSwitch === 1 ? undefined : slot)),
        1,
        link,
      );
  return builder.build();
}
