import {
  FabricError,
  type Options,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { membersOf, parentOf } from "./members.ts";
import type { GroupOptions, params } from "./params.ts";
import { routedTree, switchNamed } from "./routed-tree.ts";
import { barrierTree, type BarrierTree } from "./tree.ts";

type Chosen = Options<typeof params>;

/** The groups as they are written, each with what stands for all of them filled in; and where each is written. */
function written(options: Chosen): { group: GroupOptions; path: string }[] {
  const { groups, members, parent, root } = options;
  const common: GroupOptions = {
    members,
    ...(parent === undefined ? {} : { parent }),
    ...(root === "auto" ? {} : { root }),
  };
  if (typeof groups === "number")
    return Array.from({ length: groups }, () => ({
      group: common,
      path: "members",
    }));
  return groups.map((group, k) => ({
    group: group.registers === undefined ? { ...common, ...group } : group,
    path: `groups[${k}]`,
  }));
}

function refuseConflict(
  { registers, members, parent, root }: GroupOptions,
  path: string,
): void {
  const said =
    registers === undefined
      ? parent !== undefined && root !== undefined && root !== "auto"
        ? "parent and root"
        : undefined
      : Object.entries({ members, parent, root })
          .filter(([, value]) => value !== undefined)
          .map(([key]) => `registers and ${key}`)[0];
  if (said === undefined) return;
  throw new FabricError({
    code: "E_BARRIER_OPERATION_CONFLICT",
    message: "a group's tree is described twice",
    where: { path },
    got: said,
    expected:
      "registers alone; or members with a parent, whose switch is the root, or with a root",
  });
}

/**
 * The barrier trees of all groups, by group number.
 *
 * @throws FabricError E_BARRIER_OPERATION_… of members, switches, registers and trees
 */
export function groupTrees(
  context: TrafficTablesContext,
  options: Chosen,
): BarrierTree[] {
  return written(options).map(({ group, path }, number) => {
    refuseConflict(group, path);
    if (group.registers !== undefined)
      return barrierTree(
        context.fabric,
        group.registers.map(({ switch: name, parent, children }) => ({
          sw: switchNamed(context, name, `${path}.registers`),
          parent: parent === "none" ? 0 : parent,
          children: [...children].sort((a, b) => a - b),
        })),
        `${path}.registers`,
      );
    const parent =
      group.parent === undefined ? undefined : parentOf(context, group.parent);
    const members = membersOf(
      context,
      group.members ?? "all",
      parent,
      number,
      path,
    );
    const root =
      group.root === undefined || group.root === "auto"
        ? undefined
        : switchNamed(context, group.root, "root");
    const switches = routedTree(context, {
      members,
      parent,
      root,
      turn: number,
      path,
    });
    return barrierTree(context.fabric, switches, path);
  });
}
