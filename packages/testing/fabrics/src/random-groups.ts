import type { Fabric, MulticastGroup } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import fc from "fast-check";

/** What random multicast groups may look like. */
export interface RandomGroupsOptions {
  readonly minGroups?: number;
  /** Default 3. */
  readonly maxGroups?: number;
  /** Sources of a group; default 3. Sources need not be members. */
  readonly maxSources?: number;
}

/** Host endports of a fabric. */
export function hostEndports(fabric: Fabric): EndportIx[] {
  return Array.from(
    { length: fabric.endportCount - fabric.switchCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );
}

/** Groups over the host endports of a fabric: at least two members (or as many as there are), at least one source. */
export function randomGroups(
  fabric: Fabric,
  options: RandomGroupsOptions = {},
): fc.Arbitrary<MulticastGroup[]> {
  const { minGroups = 1, maxGroups = 3, maxSources = 3 } = options;
  const hosts = hostEndports(fabric);
  if (hosts.length === 0) return fc.constant([]);
  const group = fc.record({
    members: fc.subarray(hosts, { minLength: Math.min(2, hosts.length) }),
    sources: fc.subarray(hosts, {
      minLength: 1,
      maxLength: Math.min(maxSources, hosts.length),
    }),
  });
  return fc
    .array(group, { minLength: minGroups, maxLength: maxGroups })
    .map((drafts) =>
      drafts.map((draft, id) => ({ id, name: `group ${id}`, ...draft })),
    );
}

/** A random fabric together with groups over its hosts. */
export function fabricWithGroups(
  fabric: fc.Arbitrary<Fabric>,
  options: RandomGroupsOptions = {},
): fc.Arbitrary<{
  readonly fabric: Fabric;
  readonly groups: MulticastGroup[];
}> {
  return fabric.chain((built) =>
    randomGroups(built, options).map((groups) => ({ fabric: built, groups })),
  );
}
