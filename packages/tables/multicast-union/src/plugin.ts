import { flood } from "@fabriclab/paths";
import {
  checkMulticastGroups,
  choiceParam,
  defineMulticastTables,
  endportName,
  type Fabric,
  FabricError,
  intParam,
  type MulticastGroup,
  type MulticastTables,
  notASource,
  PAPERS,
  portMaskWords,
  type TablesContext,
} from "@fabriclab/spec";
import {
  MLID_CAPACITY,
  MULTICAST_LID_MIN,
  type EndportIx,
  type Mlid,
} from "@fabriclab/units";
import { z } from "zod";
import { planMlids, type MlidShare } from "./plan.ts";
import { UnicastPaths } from "./unicast-paths.ts";

/**
 * Multicast tables as the union of unicast paths (zhou2007 §3.3.2, zhou2010 §3.3.2), restricted to the paths.
 *
 * A switch looks up an MLID only: neither the ingress port nor the source's LID. So a union is right for a source, not for a group, and the
 * plan says which sources share an MLID. Only switches on the path from a source to a member contribute that member's port; the papers'
 * wording, a union over all switches, loops.
 *
 * Every table is verified before it is returned: each receiver exactly once, nobody else, no copy wasted. Only with `faulty: build` it is not, so that
 * it can be shown what unions over other routings do.
 *
 * Complexity: O(Σ sources x members x path length) time, switches x MLIDs words of memory.
 *
 * @throws FabricError E_TABLES_BAD_MEMBER, E_TABLES_GROUP_TOO_SMALL, E_TABLES_GROUP_TWICE,
 * E_MULTICAST_UNION_NO_CLASSES, E_MULTICAST_UNION_MLID_OVERFLOW, E_MULTICAST_UNION_NO_PATH, E_MULTICAST_UNION_LOOP,
 * E_MULTICAST_UNION_NOT_A_TREE, E_MULTICAST_UNION_NOT_SHARABLE
 */
export const multicastUnion = defineMulticastTables({
  name: "multicast-union",
  summary:
    "Multicast tables as the union of the unicast paths from a source to a group's members.",
  cites: [PAPERS.zhou2007, PAPERS.zhou2010],
  params: z.object({
    plan: choiceParam(["perSource", "shared"], "perSource").describe(
      "perSource: an MLID for every (group, source). shared: one for every (group, class of sources), the classes being the routing's (suffix on a fat tree, row on a mesh).",
    ),
    firstMlid: intParam({
      min: 0,
      max: MLID_CAPACITY - 1,
      default: 0,
    }).describe(
      "MLIDs start at 0xC000 + this; a real subnet manager keeps 0xC000 for IPoIB's broadcast group.",
    ),
    faulty: choiceParam(["refuse", "build"], "refuse").describe(
      "What becomes of a union that repeats, loses, misdelivers or circulates copies: refuse it; or build it all the same, for study only (an audit shows what it does, and a run on it may never end).",
    ),
  }),
  claims: { exactlyOnce: true },
  build(context, options): MulticastTables {
    const { fabric, groups, routing, routingName } = context;
    checkMulticastGroups(fabric, groups);
    const plan = planMlids(
      groups,
      options.plan,
      routing,
      routingName,
      options.firstMlid,
    );
    const mlidCount = plan.shares.length;
    const words = portMaskWords(fabric);
    const masks = new Int32Array(fabric.switchCount * mlidCount * words);
    const walker = new UnicastPaths(context);
    const strict = options.faulty === "refuse";
    for (const [k, share] of plan.shares.entries()) {
      for (const source of share.sources) {
        const enteredBy = new Map<number, number>();
        for (const member of new Set(share.group.members)) {
          if (member === source) continue;
          for (const { sw, ingress, egress } of walker.walk(source, member)) {
            const before = enteredBy.get(sw) ?? ingress;
            if (strict && before !== ingress)
              throw meetAgain(
                context,
                share.group,
                source,
                sw,
                before,
                ingress,
              );
            enteredBy.set(sw, ingress);
            const at = (sw * mlidCount + k) * words + (egress >> 5);
            masks[at] = (masks[at] ?? 0) | (1 << (egress & 31));
          }
        }
      }
    }
    const tables: MulticastTables = {
      groups,
      mlidCount,
      firstMlid: options.firstMlid,
      words,
      masks,
      plan: options.plan === "perSource" ? "per-source" : "shared",
      mlids(source, group): readonly Mlid[] {
        const share = plan.shareOf(source, group);
        if (share === undefined) throw notASource(fabric, source, group);
        return [(MULTICAST_LID_MIN + options.firstMlid + share) as Mlid];
      },
    };
    if (strict) for (const share of plan.shares) verify(context, share, tables);
    return tables;
  },
});

/** Two paths from one source that meet again after parting would deliver twice. */
function meetAgain(
  { fabric, routingName }: TablesContext,
  group: MulticastGroup,
  source: EndportIx,
  sw: number,
  before: number,
  ingress: number,
): FabricError {
  const name = fabric.nodeName[sw] ?? "";
  return new FabricError({
    code: "E_MULTICAST_UNION_NOT_A_TREE",
    message: `paths of ${routingName} from ${endportName(fabric, source)} to members of ${group.name} part and meet again at ${name}, so their union would deliver twice`,
    where: { path: name },
    got: `ports ${before} and ${ingress} lead there from one source`,
    expected: "the paths from one source form a tree",
    hint: "use a routing whose climb does not depend on the destination (cyclic, xy), or tables multicast-spanning-tree; faulty: build makes the tables all the same, for study",
  });
}

/** Floods a packet from every source of an MLID and refuses tables that lose, repeat, misdeliver or waste a copy. */
function verify(
  { fabric, routingName }: TablesContext,
  { group, sources }: MlidShare,
  tables: MulticastTables,
): void {
  for (const source of sources) {
    const fault = faultOf(fabric, tables, group, source);
    if (fault === undefined) continue;
    if (sources.length === 1)
      throw new FabricError({
        code: "E_MULTICAST_UNION_NOT_A_TREE",
        message: `the union of the paths of ${routingName} from ${endportName(fabric, source)} to the members of ${group.name} is no tree: ${fault.what}`,
        where: { path: fault.place },
        expected: "every member exactly once and nobody else",
        hint: "audit the unicast tables: a path turns back on itself",
      });
    throw new FabricError({
      code: "E_MULTICAST_UNION_NOT_SHARABLE",
      message: `the ${sources.length} sources that routing ${routingName} puts in one class cannot share an MLID for ${group.name}: for ${endportName(fabric, source)}, ${fault.what}`,
      where: { path: fault.place },
      expected:
        "every member exactly once and nobody else, from every source of the class",
      hint: "use plan: perSource; the routing's sharedClass is wrong about this fabric",
    });
  }
}

interface FloodFault {
  readonly what: string;
  readonly place: string;
}

function faultOf(
  fabric: Fabric,
  tables: MulticastTables,
  group: MulticastGroup,
  source: EndportIx,
): FloodFault | undefined {
  const mlid = tables.mlids(source, group.id)[0];
  if (mlid === undefined) return undefined;
  const { deliveries, dead, loop } = flood(fabric, tables, source, mlid);
  if (loop !== undefined) {
    const node = fabric.portNode[loop[0] ?? 0] ?? 0;
    return { what: "copies circulate", place: fabric.nodeName[node] ?? "" };
  }
  const members = new Set(group.members);
  for (const [endport, copies] of deliveries.entries()) {
    const due = endport !== source && members.has(endport as EndportIx) ? 1 : 0;
    if (copies !== due)
      return {
        what: `${copies} copies arrive where ${due} should`,
        place: endportName(fabric, endport as EndportIx),
      };
  }
  return dead === 0
    ? undefined
    : {
        what: `${dead} copies end at a switch that sends them nowhere`,
        place: group.name,
      };
}
