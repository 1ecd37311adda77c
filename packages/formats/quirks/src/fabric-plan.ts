import { FabricBuilder, LINK_SPEEDS, type NodeRef } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { Guid, PortIx, Ps } from "@fabriclab/units";

/** A node that quirks may change. */
export interface PlannedNode {
  readonly isSwitch: boolean;
  name: string;
  ports: number;
  guid: Guid;
  /** As in `Fabric.guidMadeUp`. */
  readonly guidMadeUp?: boolean;
  /** As in `Fabric.radixMadeUp`. */
  readonly radixMadeUp?: boolean;
  /** Port number -> PortGUID; hosts only. */
  portGuids: Map<number, Guid>;
}

/** A cable that quirks may change. */
export interface PlannedCable {
  readonly a: PlannedNode;
  readonly portA: number;
  readonly b: PlannedNode;
  readonly portB: number;
  speed: string;
  width: number;
  readonly flight: Ps;
}

/** A fabric in parts. */
export interface FabricPlan {
  readonly name: string;
  readonly nodes: PlannedNode[];
  readonly cables: PlannedCable[];
}

/** Takes a fabric apart. */
export function planOf(fabric: Fabric): FabricPlan {
  const nodes = Array.from({ length: fabric.nodeCount }, (_, node) => {
    const start = fabric.portStart[node] ?? 0;
    const ports = (fabric.portStart[node + 1] ?? 0) - start;
    const isSwitch = node < fabric.switchCount;
    return {
      isSwitch,
      name: fabric.nodeName[node] ?? "",
      ports,
      guid: fabric.nodeGuid[node] ?? 0n,
      guidMadeUp: fabric.guidMadeUp?.[node] === 1,
      radixMadeUp: fabric.radixMadeUp?.[node] === 1,
      portGuids: new Map(
        isSwitch
          ? []
          : Array.from({ length: ports }, (_port, i) => [
              i + 1,
              fabric.portGuid[start + i] ?? 0n,
            ]),
      ),
    };
  });
  const end = (port: number): [PlannedNode, number] => [
    nodes[fabric.portNode[port] ?? -1] ?? failed(port),
    fabric.numOf(port as PortIx),
  ];
  const cables = Array.from({ length: fabric.linkCount }, (_, link) => {
    const [a, portA] = end(fabric.linkPorts[2 * link] ?? -1);
    const [b, portB] = end(fabric.linkPorts[2 * link + 1] ?? -1);
    return {
      a,
      portA,
      b,
      portB,
      speed: LINK_SPEEDS[fabric.linkSpeed[link] ?? 0]?.name ?? "SDR",
      width: fabric.linkWidth[link] ?? 1,
      flight: (fabric.linkFlightPs[link] ?? 0) as Ps,
    };
  });
  return { name: fabric.name, nodes, cables };
}

/** Puts it together again. */
export function fabricOf({ name, nodes, cables }: FabricPlan): Fabric {
  const builder = new FabricBuilder(name);
  const refs = new Map<PlannedNode, NodeRef>();
  for (const node of nodes) {
    const ref = node.isSwitch
      ? builder.addSwitch(node.name, node.ports, node.guid)
      : builder.addHost(node.name, node.ports, node.guid, node.portGuids);
    refs.set(node, ref);
    if (node.guidMadeUp === true) builder.markGuidMadeUp(ref);
    if (node.radixMadeUp === true) builder.markRadixMadeUp(ref);
  }
  for (const { a, portA, b, portB, speed, width, flight } of cables)
    builder.connect(
      refs.get(a) ?? failed(portA),
      portA,
      refs.get(b) ?? failed(portB),
      portB,
      { speed, width, flight },
    );
  return builder.build();
}

function failed(what: number): never {
  throw new RangeError(`nothing stands for ${what}`);
}
