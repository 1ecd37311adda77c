import {
  destinationOrder,
  listedHosts,
  listedSwitches,
  plainPaths,
  switchPlanes,
  type Listed,
} from "@fabriclab/paths";
import { compareGuids } from "@fabriclab/fabric";
import {
  FabricError,
  type Fabric,
  type LidTable,
  type RoutingContext,
  type RoutingEngine,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";
import { ANY_SERVES, checkHeight, checkRegular, notATree } from "./checks.ts";
import { LidColumns } from "./columns.ts";
import { connectRoots } from "./connect-roots.ts";
import { indexSwitches } from "./index-switches.ts";
import { packTree } from "./packed-tree.ts";
import { ranksOf } from "./ranks.ts";
import { TreeRoutes } from "./route.ts";
import {
  byIndex,
  numberByIndex,
  treeOf,
  type PortGroup,
  type TreeSwitch,
} from "./tree.ts";

const NO_SUCH_NODE = "E_FTREE_NO_SUCH_NODE";

/** What the plugin's parameters say. */
export interface FtreeOptions {
  readonly roots?: Listed;
  readonly compute?: Listed;
  readonly io?: Listed;
  readonly reverseHops: number;
  readonly connectRoots: boolean;
}

/**
 * The tables of OpenSM's ftree.
 *
 * Complexity: O(LIDs · cables) time; memory: the tables, twice.
 * @throws FabricError E_FTREE_UNSUPPORTED_FABRIC, E_FTREE_LMC, E_FTREE_NO_SUCH_NODE
 */
export function createFtree(
  { fabric, lids }: RoutingContext,
  options: FtreeOptions,
): RoutingEngine {
  refuseLmc(lids);
  const roots = listedSwitches(fabric, options.roots, NO_SUCH_NODE);
  const compute = listedHosts(fabric, options.compute, "compute", NO_SUCH_NODE);
  const io = listedHosts(fabric, options.io, "io", NO_SUCH_NODE);
  const isCompute = (endport: number): boolean =>
    compute === undefined ? io?.[endport] !== 1 : compute[endport] === 1;
  const planes = switchPlanes(fabric);
  const tree = treeOf(fabric, ranksOf(fabric, roots, planes));
  const order = destinationOrder(fabric);
  const switches = Array.from(order.mapOrder).flatMap((sw) => tree[sw] ?? []);
  const hosts = attached(fabric, tree);
  // Parts that no cables join are trees for themselves: a subnet manager sees one of them only.
  const parts = Array.from({ length: planes.count }, (_, plane) => ({
    inOrder: switches.filter(({ sw }) => planes.of[sw] === plane),
    hosts: hosts.filter(({ at }) => planes.of[at.sw] === plane),
  })).map((part) => ({
    ...part,
    // A part without hosts, such as a switch that lost its cables, has nothing to check: its switches' LIDs are routed all the same.
    ...(planes.count > 1 && part.hosts.length === 0
      ? { leafRank: 0, leaves: [] }
      : prepared(fabric, part, isCompute, roots === undefined)),
  }));
  return {
    tables: () => {
      const columns = new LidColumns(fabric.switchCount, lids.topLid);
      for (const part of parts) {
        const { inOrder, leaves } = part;
        const routes = new TreeRoutes(
          packTree(inOrder, fabric.switchCount),
          columns,
        );
        routeCompute(routes, leaves, lids, isCompute);
        for (const { endport, at, num } of part.hosts) {
          const lid = lids.baseLid[endport] ?? 0;
          if (isCompute(endport) || lid === 0) continue;
          const reverse = io?.[endport] === 1 ? options.reverseHops : 0;
          routes.route(at.sw, lid, num, true, 1, reverse);
        }
        for (const at of inOrder) {
          const lid = lids.baseLid[at.sw] ?? 0;
          if (lid === 0) continue;
          routes.route(at.sw, lid, 0, false, 0);
        }
      }
      const rows = columns.rows();
      if (options.connectRoots)
        for (const { inOrder, leaves, leafRank } of parts)
          connectRoots(rows, lids, inOrder, leaves.at(-1), leafRank);
      return {
        ...plainPaths(lids, rows, "ftree"),
        hostOrder: parts.flatMap(({ leaves }) => hostOrder(leaves, isCompute)),
      };
    },
  };
}

/** One tree, ready for routes: leaves marked, switches numbered, checked. */
function prepared(
  fabric: Fabric,
  part: {
    readonly inOrder: readonly TreeSwitch[];
    readonly hosts: readonly AttachedHost[];
  },
  isCompute: (endport: number) => boolean,
  isFound: boolean,
): { readonly leafRank: number; readonly leaves: readonly TreeSwitch[] } {
  const { inOrder, hosts } = part;
  const leafRank = markLeaves(
    fabric,
    inOrder,
    hosts.filter(({ endport }) => isCompute(endport)),
    isFound,
  );
  const [start] = inOrder.filter(({ isLeaf }) => isLeaf);
  if (start !== undefined) indexSwitches(start, leafRank);
  numberByIndex(inOrder);
  const leaves = leavesOf(fabric, inOrder, leafRank);
  if (isFound) checkRegular(fabric, inOrder, leafRank);
  return { leafRank, leaves };
}

interface AttachedHost {
  readonly endport: number;
  readonly at: TreeSwitch;
  readonly num: number;
}

/** Host ports cabled to a ranked switch, by their nodes in map order. */
function attached(
  fabric: Fabric,
  tree: readonly (TreeSwitch | undefined)[],
): AttachedHost[] {
  const nodes = Array.from(
    { length: fabric.hostCount },
    (_, host) => fabric.switchCount + host,
  ).sort((a, b) =>
    compareGuids(fabric.nodeGuid[a] ?? 0n, fabric.nodeGuid[b] ?? 0n),
  );
  return nodes.flatMap((node) => {
    const first = fabric.nodeEndport[node] ?? 0;
    const count =
      (fabric.portStart[node + 1] ?? 0) - (fabric.portStart[node] ?? 0);
    return Array.from({ length: count }, (_, i) => first + i).flatMap(
      (endport) => {
        const place = fabric.attachment(endport as EndportIx);
        const at = place === undefined ? undefined : tree[place.sw];
        return place === undefined || at === undefined
          ? []
          : [{ endport, at, num: place.num }];
      },
    );
  });
}

/** Marks the switches that carry compute nodes. @returns their rank */
function markLeaves(
  fabric: Fabric,
  inOrder: readonly TreeSwitch[],
  compute: readonly AttachedHost[],
  isFound: boolean,
): number {
  const [first] = compute;
  if (first === undefined)
    throw notATree(
      fabric,
      "routing.compute",
      "no compute node on any switch",
      "compute nodes on the leaves",
    );
  const leafRank = isFound
    ? inOrder.reduce((most, { rank }) => Math.max(most, rank), 0)
    : first.at.rank;
  checkHeight(fabric, leafRank);
  for (const { at, endport, num } of compute) {
    at.isLeaf = true;
    if (at.rank === leafRank) continue;
    const host = fabric.nodeName[fabric.endportNode[endport] ?? 0] ?? "";
    throw notATree(
      fabric,
      `${fabric.nodeName[at.sw] ?? ""}:${num}`,
      `compute node ${host} on a switch of rank ${at.rank}`,
      `compute nodes on switches of rank ${leafRank} only`,
      isFound
        ? undefined
        : `name all root switches (roots: …), for ranks are counted from those named, and the compute nodes (compute: …) if other hosts hang above the leaves; or ${ANY_SERVES}`,
    );
  }
  return leafRank;
}

/** Switches of the leaves' rank in index order, from the first with compute nodes to the last. */
function leavesOf(
  fabric: Fabric,
  inOrder: readonly TreeSwitch[],
  leafRank: number,
): TreeSwitch[] {
  const all = inOrder.filter(({ rank }) => rank === leafRank).sort(byIndex);
  const first = all.findIndex(({ isLeaf }) => isLeaf);
  const last = all.findLastIndex(({ isLeaf }) => isLeaf);
  if (first < last) return all.slice(first, last + 1);
  throw notATree(
    fabric,
    fabric.nodeName[all[first]?.sw ?? -1] ?? "",
    "one switch with compute nodes",
    "two leaves at least",
    ANY_SERVES,
  );
}

/** Leaf by leaf, port by port; a leaf with fewer compute nodes than another is given as many more that are missing, so that all leaves count alike. */
function routeCompute(
  routes: TreeRoutes,
  leaves: readonly TreeSwitch[],
  lids: LidTable,
  isCompute: (endport: number) => boolean,
): void {
  const most = mostNodes(leaves, isCompute);
  for (const leaf of leaves) {
    const nodes = nodesOf(leaf, isCompute);
    for (const { endport, ports } of nodes) {
      const lid = lids.baseLid[endport] ?? 0;
      if (lid === 0) continue;
      routes.route(leaf.sw, lid, ports[0]?.num ?? NO_PORT, true, 1);
    }
    for (let missing = nodes.length; missing < most; missing++)
      routes.route(leaf.sw, 0, NO_PORT, true, 1);
  }
}

/** The groups of a leaf that lead to its compute nodes, as they stand. */
const nodesOf = (
  leaf: TreeSwitch,
  isCompute: (endport: number) => boolean,
): PortGroup[] =>
  leaf.lower.filter(
    ({ remote, endport }) => remote === undefined && isCompute(endport),
  );

const mostNodes = (
  leaves: readonly TreeSwitch[],
  isCompute: (endport: number) => boolean,
): number =>
  leaves.reduce(
    (count, leaf) => Math.max(count, nodesOf(leaf, isCompute).length),
    0,
  );

/** The order of ranks for shift patterns: leaf by leaf, with undefined for each compute node that a leaf has fewer than another. */
function hostOrder(
  leaves: readonly TreeSwitch[],
  isCompute: (endport: number) => boolean,
): (EndportIx | undefined)[] {
  const most = mostNodes(leaves, isCompute);
  return leaves.flatMap((leaf) => {
    const nodes = nodesOf(leaf, isCompute);
    return Array.from(
      { length: most },
      (_, i) => nodes[i]?.endport as EndportIx | undefined,
    );
  });
}

function refuseLmc(lids: LidTable): void {
  const most = lids.lmc.reduce((lmc, one) => Math.max(lmc, one), 0);
  if (most === 0) return;
  throw new FabricError({
    code: "E_FTREE_LMC",
    message: "ftree routes one LID for a port",
    where: { path: "addressing" },
    got: `LMC ${most}`,
    expected: "LMC 0",
    hint: "take an addressing with LMC 0; or minhop, updn or sssp, which route several LIDs of a port",
  });
}
