import { switchesInGuidOrder } from "@fabriclab/fabric";
import {
  checkMulticastGroups,
  citeOpenSm,
  defineMulticastTables,
  FabricError,
  intParam,
  type MulticastTables,
  notASource,
  portMaskWords,
  type TablesContext,
  type TreeRule,
} from "@fabriclab/spec";
import {
  MLID_CAPACITY,
  MULTICAST_LID_MIN,
  type EndportIx,
  type Mlid,
} from "@fabriclab/units";
import { z } from "zod";
import { shortestHops } from "./hops.ts";
import { growTree } from "./tree.ts";

/** What the plugin's parameters say. */
export interface SpanningTreeOptions {
  readonly firstMlid: number;
}

/**
 * OpenSM's default multicast tables: one tree and one MLID per group, shared by all its sources.
 *
 * The root is the switch with the least greatest distance to the members' switches, the first such in OpenSM's map order (byte-reversed
 * GUIDs); from there every member is reached by the lowest-numbered port on a shortest path. Sources join as senders, as the InfiniBand
 * Architecture demands. Where the unicast tables have a rule of their own for trees (sssp, dfsssp, nue, torus-2qos) or hop counts of their own (updn,
 * dnup), trees are grown by them.
 *
 * @throws FabricError E_TABLES_BAD_MEMBER, E_TABLES_GROUP_TOO_SMALL, E_TABLES_GROUP_TWICE,
 * E_MULTICAST_SPANNING_TREE_MLID_OVERFLOW, E_MULTICAST_SPANNING_TREE_UNREACHABLE,
 * E_MULTICAST_SPANNING_TREE_NOT_A_TREE
 */
export const multicastSpanningTree = defineMulticastTables({
  name: "multicast-spanning-tree",
  summary: "One spanning tree for every multicast group, as OpenSM builds it.",
  cites: [citeOpenSm("multicast manager")],
  params: z.object({
    firstMlid: intParam({
      min: 0,
      max: MLID_CAPACITY - 1,
      default: 0,
    }).describe(
      "MLIDs start at 0xC000 + this; a real subnet manager keeps 0xC000 for IPoIB's broadcast group.",
    ),
  }),
  // Why not exactlyOnce: OpenSM sets the ports of sources that are no members too, so they are sent what others send.
  claims: { exactlyOnce: false },
  build: (context, options) =>
    spanningTrees(context, options, context.unicast?.trees),
});

/** The same with a rule of one's own for hops, root or branches. Default: shortest paths. */
export function spanningTrees(
  { fabric, groups }: Pick<TablesContext, "fabric" | "groups">,
  options: SpanningTreeOptions,
  rule: TreeRule = {},
): MulticastTables {
  checkMulticastGroups(fabric, groups);
  const available = MLID_CAPACITY - options.firstMlid;
  if (groups.length > available)
    throw new FabricError({
      code: "E_MULTICAST_SPANNING_TREE_MLID_OVERFLOW",
      message: "there are more multicast groups than multicast LIDs",
      where: { path: "multicast" },
      got: `${groups.length} groups`,
      expected: `at most ${available}`,
      hint: "declare fewer groups, or a smaller firstMlid",
    });
  const mlidCount = groups.length;
  const words = portMaskWords(fabric);
  const masks = new Int32Array(fabric.switchCount * mlidCount * words);
  const shared = {
    fabric,
    order: switchesInGuidOrder(fabric),
    hops: rule.hops ?? shortestHops(fabric),
    rule,
  };
  const indexOf = new Map<
    number,
    { k: number; sources: ReadonlySet<EndportIx> }
  >();
  for (const [k, group] of groups.entries()) {
    indexOf.set(group.id, { k, sources: new Set(group.sources) });
    const joined = new Set([...group.members, ...group.sources]);
    // OpenSM builds nothing for a single joined port, since nobody could be sent anything, unless its engine has one root for all.
    if (joined.size < (rule.root === undefined ? 2 : 1)) continue;
    const mlid = (MULTICAST_LID_MIN + options.firstMlid + k) as Mlid;
    growTree(shared, { name: group.name, mlid, joined }, (sw, num) => {
      const at = (sw * mlidCount + k) * words + (num >> 5);
      masks[at] = (masks[at] ?? 0) | (1 << (num & 31));
    });
  }
  return {
    groups,
    mlidCount,
    firstMlid: options.firstMlid,
    words,
    masks,
    plan: "one per group",
    mlids(source, group): readonly Mlid[] {
      const known = indexOf.get(group);
      if (known?.sources.has(source) === true)
        return [(MULTICAST_LID_MIN + options.firstMlid + known.k) as Mlid];
      throw notASource(fabric, source, group);
    },
  };
}
