import { endportName, FabricError, type Fabric } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";

/** A switch of a barrier tree: what its registers hold for the group. Ports by number. */
export interface TreeSwitch {
  readonly sw: SwitchIx;
  /** 0 = the root. */
  readonly parent: number;
  /** In ascending order. */
  readonly children: readonly number[];
}

/** The tree of a group, checked: each node with its neighbours. */
export interface BarrierTree {
  readonly nodes: readonly TreeNode[];
  /** Where combining ends: the root switch, or the host at its parent port. */
  readonly top: EndportIx;
  /** Hosts whose processes take part, in endport order. */
  readonly members: readonly EndportIx[];
}

export interface TreeNode {
  readonly endport: EndportIx;
  readonly parent: EndportIx | undefined;
  /** None = a host whose process takes part. */
  readonly children: readonly EndportIx[];
}

function refuse(
  code: `E_BARRIER_OPERATION_${string}`,
  path: string,
  message: string,
  got: string,
  expected: string,
): never {
  throw new FabricError({ code, message, where: { path }, got, expected });
}

/** Who is at the other end of a switch's port: a switch, or a host's endport. */
function neighbour(
  fabric: Fabric,
  { sw }: TreeSwitch,
  num: number,
  path: string,
): { readonly endport: EndportIx; readonly num: number } {
  const { portStart, portPeer, portNode } = fabric;
  const first = portStart[sw] ?? 0;
  const port = first + num - 1;
  const peer = port < (portStart[sw + 1] ?? 0) ? (portPeer[port] ?? -1) : -1;
  const name = fabric.nodeName[sw] ?? "";
  if (peer < 0)
    refuse(
      "E_BARRIER_OPERATION_PORT",
      path,
      `port ${num} of ${name} is not cabled`,
      `${name}:${num}`,
      "ports with a cable",
    );
  const node = portNode[peer] ?? 0;
  if (node < fabric.switchCount)
    return {
      endport: node as EndportIx,
      num: peer - (portStart[node] ?? 0) + 1,
    };
  return { endport: fabric.endportPort.indexOf(peer) as EndportIx, num: 0 };
}

/**
 * Checks the registers of a group's switches, and puts them together.
 *
 * @throws FabricError E_BARRIER_OPERATION_PARENT_IS_CHILD where a parent port is a child port, too; E_BARRIER_OPERATION_OVERLAP where two switches
 * have one child, or one end of a cable says parent and the other does not say child; E_BARRIER_OPERATION_TREE where there is no root, several,
 * or a cycle; E_BARRIER_OPERATION_PORT for ports without cables. O(ports).
 */
export function barrierTree(
  fabric: Fabric,
  switches: readonly TreeSwitch[],
  path: string,
): BarrierTree {
  const bySwitch = new Map<number, TreeSwitch>();
  for (const one of switches) {
    const name = fabric.nodeName[one.sw] ?? "";
    if (bySwitch.has(one.sw))
      refuse(
        "E_BARRIER_OPERATION_OVERLAP",
        path,
        "the trees of a group overlap",
        `${name} twice`,
        "each switch at most once",
      );
    if (one.children.includes(one.parent))
      refuse(
        "E_BARRIER_OPERATION_PARENT_IS_CHILD",
        path,
        `the parent port of ${name} is a child port, too`,
        `port ${one.parent}`,
        "a parent port that is not among the children",
      );
    if (new Set(one.children).size < one.children.length)
      refuse(
        "E_BARRIER_OPERATION_OVERLAP",
        path,
        `${name} has a child port twice`,
        one.children.join(", "),
        "each port at most once",
      );
    bySwitch.set(one.sw, one);
  }
  const nodes: TreeNode[] = [];
  const members: EndportIx[] = [];
  const parentOf = new Map<number, TreeSwitch>();
  const tops: EndportIx[] = [];

  /** The far end of a parent or child port must say the same of the cable. */
  function agree(
    one: TreeSwitch,
    num: number,
    far: { endport: EndportIx; num: number },
    role: "parent" | "child",
  ): void {
    const other = bySwitch.get(far.endport);
    const agrees =
      role === "child"
        ? other?.parent === far.num
        : other?.children.includes(far.num);
    if (agrees === true) return;
    refuse(
      "E_BARRIER_OPERATION_OVERLAP",
      path,
      `${fabric.nodeName[one.sw]} takes ${fabric.nodeName[far.endport]} for its ${role}, which has other registers`,
      `${fabric.nodeName[one.sw]}:${num} - ${fabric.nodeName[far.endport]}:${far.num}`,
      "cables whose one end is a parent port and whose other end is a child port",
    );
  }

  for (const one of switches) {
    const children = one.children.map((num): EndportIx => {
      const far = neighbour(fabric, one, num, path);
      const { endport } = far;
      const first = parentOf.get(endport);
      if (first !== undefined)
        refuse(
          "E_BARRIER_OPERATION_OVERLAP",
          path,
          `${endportName(fabric, endport)} is a child of two switches`,
          `${fabric.nodeName[first.sw]} and ${fabric.nodeName[one.sw]}`,
          "one parent for every member",
        );
      parentOf.set(endport, one);
      if (endport < fabric.switchCount) agree(one, num, far, "child");
      else {
        members.push(endport);
        nodes.push({
          endport,
          parent: one.sw as number as EndportIx,
          children: [],
        });
      }
      return endport;
    });
    const endport = one.sw as number as EndportIx;
    if (one.parent === 0) {
      tops.push(endport);
      nodes.push({ endport, parent: undefined, children });
      continue;
    }
    const far = neighbour(fabric, one, one.parent, path);
    nodes.push({ endport, parent: far.endport, children });
    if (far.endport < fabric.switchCount) {
      agree(one, one.parent, far, "parent");
      continue;
    }
    tops.push(far.endport);
    nodes.push({
      endport: far.endport,
      parent: undefined,
      children: [endport],
    });
  }
  const [top, another] = tops;
  if (top === undefined || another !== undefined)
    refuse(
      "E_BARRIER_OPERATION_TREE",
      path,
      top === undefined
        ? "the switches of a group form a cycle"
        : "a group has several trees",
      top === undefined
        ? "no root"
        : `roots ${tops.map((endport) => endportName(fabric, endport)).join(", ")}`,
      "one root",
    );
  if (parentOf.has(top))
    refuse(
      "E_BARRIER_OPERATION_PARENT_IS_CHILD",
      path,
      "the host at the parent port is a member, too",
      endportName(fabric, top),
      "a parent that is not among the members",
    );
  checkConnected(fabric, nodes, top, path);
  if (members.length + (top < fabric.switchCount ? 0 : 1) < 2)
    refuse(
      "E_BARRIER_OPERATION_GROUP_OF_ONE",
      path,
      "a group of one port has nobody to wait for",
      `${members.length} members`,
      "at least 2",
    );
  return { nodes, top, members: members.sort((a, b) => a - b) };
}

/** Beside one root there may be cycles of switches that no root is above. */
function checkConnected(
  fabric: Fabric,
  nodes: readonly TreeNode[],
  top: EndportIx,
  path: string,
): void {
  const byEndport = new Map(nodes.map((node) => [node.endport, node]));
  const reached = new Set<EndportIx>([top]);
  for (const endport of reached)
    for (const child of byEndport.get(endport)?.children ?? [])
      reached.add(child);
  const lost = nodes.find(({ endport }) => !reached.has(endport));
  if (lost !== undefined)
    refuse(
      "E_BARRIER_OPERATION_TREE",
      path,
      "a switch of the group is not below its root",
      endportName(fabric, lost.endport),
      `a way up to ${endportName(fabric, top)}`,
    );
}
