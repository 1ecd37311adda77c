import {
  FabricBuilder,
  LINK_SPEED_NAMES,
  LINK_WIDTHS,
  type LinkSpec,
  type NodeRef,
} from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import fc from "fast-check";

/** What random fabrics may look like; each has a default that keeps tests quick. */
export interface RandomFabricOptions {
  readonly minSwitches?: number;
  /** Default 8. */
  readonly maxSwitches?: number;
  /** Cables between switches beyond a spanning tree, parallel ones included; default 8. */
  readonly maxExtraLinks?: number;
  readonly minHosts?: number;
  /** Default 8. */
  readonly maxHosts?: number;
  /** Hosts may have up to so many ports, cabled to any switches; default 2. */
  readonly maxHostPorts?: number;
  /** Free ports that a switch may have; default 2. */
  readonly maxFreePorts?: number;
  /** Links of all speeds, widths and lengths; default true. Otherwise all are 1x SDR with 20 ns. */
  readonly mixedLinks?: boolean;
}

interface Plan {
  /** Switch i + 1 hangs on switch parents[i] mod (i + 1): always connected. */
  readonly parents: readonly number[];
  readonly extra: readonly (readonly [number, number])[];
  /** For each host, the switches of its ports. */
  readonly hosts: readonly (readonly number[])[];
  /** Per switch: free ports, and by how much port numbers are turned round. */
  readonly slack: readonly { readonly free: number; readonly turn: number }[];
  readonly links: readonly LinkSpec[];
}

/**
 * Connected fabrics of switches of different radix, with parallel cables, hosts of several ports, free ports in between, and mixed links. Shrinks towards
 * one switch with `minHosts` hosts.
 */
export function randomFabric(
  options: RandomFabricOptions = {},
): fc.Arbitrary<Fabric> {
  const {
    minSwitches = 1,
    maxSwitches = 8,
    maxExtraLinks = 8,
    minHosts = 2,
    maxHosts = 8,
    maxHostPorts = 2,
    maxFreePorts = 2,
    mixedLinks = true,
  } = options;
  const index = fc.nat({ max: maxSwitches - 1 });
  const link: fc.Arbitrary<LinkSpec> = mixedLinks
    ? fc.record({
        speed: fc.constantFrom(...LINK_SPEED_NAMES),
        width: fc.constantFrom(...LINK_WIDTHS),
        flight: fc.nat({ max: 1_000_000 }).map((ps) => ps as Ps),
      })
    : fc.constant({});
  return fc
    .record({
      parents: fc.array(index, {
        minLength: minSwitches - 1,
        maxLength: maxSwitches - 1,
      }),
      extra: fc.array(fc.tuple(index, index), { maxLength: maxExtraLinks }),
      hosts: fc.array(
        fc.array(index, { minLength: 1, maxLength: maxHostPorts }),
        { minLength: minHosts, maxLength: maxHosts },
      ),
      slack: fc.array(
        fc.record({
          free: fc.nat({ max: maxFreePorts }),
          turn: fc.nat({ max: 7 }),
        }),
        { minLength: maxSwitches, maxLength: maxSwitches },
      ),
      links: fc.array(link, { minLength: 1, maxLength: 4 }),
    })
    .map(build);
}

function build(plan: Plan): Fabric {
  const switches = plan.parents.length + 1;
  const cables: [number, number][] = plan.parents.map((parent, i) => [
    i + 1,
    parent % (i + 1),
  ]);
  for (const [a, b] of plan.extra)
    if (a % switches !== b % switches)
      cables.push([a % switches, b % switches]);
  const hosts = plan.hosts.map((ports) => ports.map((sw) => sw % switches));

  const degree = new Array<number>(switches).fill(0);
  for (const sw of [...cables.flat(), ...hosts.flat()])
    degree[sw] = (degree[sw] ?? 0) + 1;
  const radix = degree.map((used, sw) =>
    Math.max(1, used + (plan.slack[sw]?.free ?? 0)),
  );
  const builder = new FabricBuilder("random");
  const refs = radix.map((ports, sw) =>
    builder.addSwitch(`switch ${sw}`, ports),
  );
  const taken = new Array<number>(switches).fill(0);
  // Why turned: port numbers must not follow the order of cabling, or "lowest port" and "first cable" could never be told apart.
  const nextPort = (sw: number): number => {
    const port =
      ((taken[sw] ?? 0) + (plan.slack[sw]?.turn ?? 0)) % (radix[sw] ?? 1);
    taken[sw] = (taken[sw] ?? 0) + 1;
    return port + 1;
  };
  const ref = (sw: number): NodeRef => {
    const found = refs[sw];
    if (found === undefined) throw new RangeError(`switch ${sw}`);
    return found;
  };
  let count = 0;
  const link = (): LinkSpec => plan.links[count++ % plan.links.length] ?? {};
  for (const [a, b] of cables)
    builder.connect(ref(a), nextPort(a), ref(b), nextPort(b), link());
  for (const [host, ports] of hosts.entries()) {
    const node = builder.addHost(`host ${host}`, ports.length);
    for (const [port, sw] of ports.entries())
      builder.connect(node, port + 1, ref(sw), nextPort(sw), link());
  }
  return builder.build();
}
