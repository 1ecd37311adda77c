import {
  checkMulticastGroups,
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
} from "@fabriclab/spec";
import {
  MLID_CAPACITY,
  MULTICAST_LID_MIN,
  type EndportIx,
  type Mlid,
  type SwitchIx,
} from "@fabriclab/units";
import { z } from "zod";
import { NOT_REACHED, shortestPathTree } from "./shortest-path-tree.ts";

/**
 * Source-based multicast trees, as kim2007 has them: for every source of a group a shortest-path tree of its own to the members, and an MLID of its
 * own, so that a switch that is on the trees of three groups of 15 sources has 3 x 15 entries.
 *
 * The trees are made from the cables alone. They are shortest whatever the unicast routing, and exist on every fabric that is connected.
 *
 * Complexity: one breadth-first search for each switch with sources, then O(members x path length) for each source; switches x MLIDs masks.
 *
 * @throws FabricError E_TABLES_BAD_MEMBER, E_TABLES_GROUP_TOO_SMALL, E_TABLES_GROUP_TWICE, E_MULTICAST_SOURCE_TREE_MLID_OVERFLOW,
 * E_MULTICAST_SOURCE_TREE_UNREACHABLE
 */
export const multicastSourceTree = defineMulticastTables({
  name: "multicast-source-tree",
  summary:
    "A shortest-path tree and an MLID of its own for every source of a multicast group.",
  cites: [PAPERS.kim2007],
  params: z.object({
    firstMlid: intParam({
      min: 0,
      max: MLID_CAPACITY - 1,
      default: 0,
    }).describe(
      "MLIDs start at 0xC000 + this; a real subnet manager keeps 0xC000 for IPoIB's broadcast group.",
    ),
  }),
  claims: { exactlyOnce: true },
  build({ fabric, groups }, { firstMlid }): MulticastTables {
    checkMulticastGroups(fabric, groups);
    const indexOf = numberSources(groups, firstMlid);
    const mlidCount = [...indexOf.values()].reduce(
      (sum, { size }) => sum + size,
      0,
    );
    const words = portMaskWords(fabric);
    const masks = new Int32Array(fabric.switchCount * mlidCount * words);
    const trees = new Map<SwitchIx, Int32Array>();
    for (const group of groups)
      for (const [source, k] of indexOf.get(group.id) ?? []) {
        const start = fabric.attachment(source)?.sw ?? (0 as SwitchIx);
        const feeder = trees.get(start) ?? shortestPathTree(fabric, start);
        trees.set(start, feeder);
        /** @returns whether the port was set already */
        const set = (sw: number, num: number): boolean => {
          const at = (sw * mlidCount + k) * words + (num >> 5);
          const before = masks[at] ?? 0;
          masks[at] = before | (1 << (num & 31));
          return masks[at] === before;
        };
        for (const member of new Set(group.members))
          if (member !== source)
            addBranch(fabric, group, source, member, feeder, set);
      }
    return {
      groups,
      mlidCount,
      firstMlid,
      words,
      masks,
      plan: "per-source",
      mlids(source, group): readonly Mlid[] {
        const k = indexOf.get(group)?.get(source);
        if (k === undefined) throw notASource(fabric, source, group);
        return [(MULTICAST_LID_MIN + firstMlid + k) as Mlid];
      },
    };
  },
});

/** Group id -> source -> index of its MLID. */
function numberSources(
  groups: readonly MulticastGroup[],
  firstMlid: number,
): ReadonlyMap<number, ReadonlyMap<EndportIx, number>> {
  let count = 0;
  const numbered = new Map(
    groups.map(({ id, sources }) => [
      id,
      new Map([...new Set(sources)].map((source) => [source, count++])),
    ]),
  );
  const available = MLID_CAPACITY - firstMlid;
  if (count > available)
    throw new FabricError({
      code: "E_MULTICAST_SOURCE_TREE_MLID_OVERFLOW",
      message:
        "a tree for every source needs more multicast LIDs than a subnet has",
      where: { path: "multicast" },
      got: `${count} sources in ${groups.length} groups`,
      expected: `at most ${available}`,
      hint: "declare fewer sources, or take multicast-spanning-tree, which needs one MLID for a group",
    });
  return numbered;
}

/** Sets the ports from a member back towards the source, until it meets what is set already. */
function addBranch(
  fabric: Fabric,
  group: MulticastGroup,
  source: EndportIx,
  member: EndportIx,
  feeder: Int32Array,
  set: (sw: number, num: number) => boolean,
): void {
  const last = fabric.attachment(member);
  if (last === undefined || feeder[last.sw] === NOT_REACHED)
    throw new FabricError({
      code: "E_MULTICAST_SOURCE_TREE_UNREACHABLE",
      message: `no cables lead from ${endportName(fabric, source)} to ${endportName(fabric, member)}, a member of ${group.name}`,
      where: { path: group.name },
      expected: "one connected fabric",
    });
  let done = set(last.sw, last.num);
  let port = feeder[last.sw] ?? NOT_REACHED;
  while (port >= 0 && !done) {
    const sw = fabric.portNode[port] ?? 0;
    done = set(sw, port - (fabric.portStart[sw] ?? 0) + 1);
    port = feeder[sw] ?? NOT_REACHED;
  }
}
