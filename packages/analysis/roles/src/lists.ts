import { switchRanks } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { hostRoles, type HostRole } from "./roles.ts";
import { rootCandidates } from "./roots.ts";

/** What a subnet manager's lists may say of a fabric: OpenSM's root, compute and I/O GUID files. */
export interface FabricLists {
  /** Root switches, ascending. */
  readonly roots: readonly SwitchIx[];
  /** Ports of compute nodes, all at one rank below the roots where there are ranks; ascending. */
  readonly compute: readonly EndportIx[];
  /** All other host ports that are cabled to a switch, ascending. */
  readonly io: readonly EndportIx[];
  /** Rank of the switches with compute nodes; 0 where the fabric has no ranks. */
  readonly leafRank: number;
  /** Who counts as a compute node: those that their names do not say to be something else, or every host of the leaves. */
  readonly who: "compute only" | "all hosts of the leaves";
}

const byRole: Readonly<Record<FabricLists["who"], readonly HostRole[]>> = {
  "all hosts of the leaves": ["compute", "storage", "management"],
  "compute only": ["compute"],
};

/**
 * Root, compute and I/O lists from the fabric itself, the likeliest first: for each set of roots (`rootCandidates`), once with all hosts of the leaves as
 * compute nodes, and once without those that their names say to be storage or management, where there are any.
 *
 * Hosts that hang elsewhere than at the rank of most hosts are I/O nodes, and so are Aggregation Nodes and gateways wherever they hang: fat-tree routing
 * takes compute nodes of one rank only.
 *
 * Complexity: that of `rootCandidates`.
 * @returns at least one, unless no switch has hosts
 */
export function deriveLists(fabric: Fabric): FabricLists[] {
  const { switchCount, endportCount } = fabric;
  const roles = hostRoles(fabric);
  const hosts = new Int32Array(switchCount);
  const ports: { endport: EndportIx; sw: SwitchIx; role: HostRole }[] = [];
  for (let i = switchCount; i < endportCount; i++) {
    const endport = i as EndportIx;
    const sw = fabric.attachment(endport)?.sw;
    const role = roles[i - switchCount] ?? "compute";
    if (sw === undefined) continue;
    ports.push({ endport, sw, role });
    if (role !== "aggregation node" && role !== "gateway")
      hosts[sw] = (hosts[sw] ?? 0) + 1;
  }
  const parts = rootCandidates(fabric, hosts);
  const variants = Math.max(0, ...parts.map((part) => part.length));
  const found = new Map<string, FabricLists>();
  for (let variant = 0; variant < variants; variant++) {
    const chosen = parts.flatMap((part) => part[variant] ?? part.at(-1) ?? []);
    const roots = chosen.flatMap((one) => one.roots).sort((a, b) => a - b);
    const ranks = switchRanks(fabric, roots);
    // Parts of other heights than the largest have no leaves in the sense of fat-tree routing, which wants one rank.
    const [largest] = chosen.toSorted((a, b) => b.hosts - a.hosts);
    const leafRank = largest?.leafRank ?? 0;
    for (const who of Object.keys(byRole) as FabricLists["who"][]) {
      const isCompute = ({ sw, role }: (typeof ports)[number]): boolean =>
        byRole[who].includes(role) &&
        (leafRank === 0 || ranks[sw] === leafRank);
      const compute = ports.filter(isCompute).map(({ endport }) => endport);
      const io = ports
        .filter((port) => !isCompute(port))
        .map(({ endport }) => endport);
      const key = `${roots.join()}/${compute.join()}`;
      if (compute.length > 0 && !found.has(key))
        found.set(key, { roots, compute, io, leafRank, who });
    }
  }
  return [...found.values()];
}
