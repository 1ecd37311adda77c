import { FabricBuilder, LINK_SPEEDS, type NodeRef } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import { ps } from "@fabriclab/units";

type Numbers = ArrayLike<number | bigint>;

const arraysOf = (fabric: Fabric): Record<string, Numbers> => ({
  portStart: fabric.portStart,
  portNode: fabric.portNode,
  portPeer: fabric.portPeer,
  portLink: fabric.portLink,
  linkPorts: fabric.linkPorts,
  linkWidth: fabric.linkWidth,
  linkSpeed: fabric.linkSpeed,
  linkFlightPs: fabric.linkFlightPs,
  linkBytePsNum: fabric.linkBytePsNum,
  linkBytePsDen: fabric.linkBytePsDen,
  nodeGuid: fabric.nodeGuid,
  portGuid: fabric.portGuid,
  endportNode: fabric.endportNode,
  endportPort: fabric.endportPort,
  nodeEndport: fabric.nodeEndport,
});

/** Remembers a fabric, to tell later which of its arrays somebody wrote to. */
export function watch(fabric: Fabric): () => string | undefined {
  const before = Object.entries(arraysOf(fabric)).map(
    ([name, array]) => [name, Array.from(array)] as const,
  );
  const names = [...fabric.nodeName];
  return () => {
    const now = arraysOf(fabric);
    for (const [name, values] of before) {
      const array = now[name] ?? [];
      if (
        values.length !== array.length ||
        values.some((value, i) => value !== array[i])
      )
        return name;
    }
    return names.some((name, i) => name !== fabric.nodeName[i])
      ? "nodeName"
      : undefined;
  };
}

/** The same fabric with its switches, its hosts and its links listed in reverse: names, GUIDs, ports and cables stay. */
export function relabelled(fabric: Fabric): Fabric {
  const builder = new FabricBuilder(fabric.name);
  const nodes = new Map<number, NodeRef>();
  const radix = (node: number): number =>
    (fabric.portStart[node + 1] ?? 0) - (fabric.portStart[node] ?? 0);
  for (let node = fabric.nodeCount - 1; node >= 0; node--) {
    const [name, guid] = [fabric.nodeName[node] ?? "", fabric.nodeGuid[node]];
    if (node < fabric.switchCount) {
      nodes.set(node, builder.addSwitch(name, radix(node), guid));
      continue;
    }
    const ports = new Map<number, bigint>();
    for (let num = 1; num <= radix(node); num++)
      ports.set(
        num,
        fabric.portGuid[(fabric.portStart[node] ?? 0) + num - 1] ?? 0n,
      );
    nodes.set(node, builder.addHost(name, radix(node), guid, ports));
  }
  for (let link = fabric.linkCount - 1; link >= 0; link--) {
    const [a = 0, b = 0] = [
      fabric.linkPorts[2 * link],
      fabric.linkPorts[2 * link + 1],
    ];
    const end = (port: number): [NodeRef, number] => {
      const node = fabric.portNode[port] ?? 0;
      return [
        nodes.get(node) as NodeRef,
        port - (fabric.portStart[node] ?? 0) + 1,
      ];
    };
    builder.connect(...end(b), ...end(a), {
      speed: LINK_SPEEDS[fabric.linkSpeed[link] ?? 0]?.name ?? "SDR",
      width: fabric.linkWidth[link] ?? 1,
      flight: ps(fabric.linkFlightPs[link] ?? 0),
    });
  }
  return builder.build();
}

/** Links between two switches, by index. */
export function switchLinks(fabric: Fabric): number[] {
  const found: number[] = [];
  for (let link = 0; link < fabric.linkCount; link++) {
    const [a = 0, b = 0] = [
      fabric.linkPorts[2 * link],
      fabric.linkPorts[2 * link + 1],
    ];
    if (
      (fabric.portNode[a] ?? 0) < fabric.switchCount &&
      (fabric.portNode[b] ?? 0) < fabric.switchCount
    )
      found.push(link);
  }
  return found;
}

/** `SW<20,1>:3` */
export function portName(fabric: Fabric, port: number): string {
  const node = fabric.portNode[port] ?? 0;
  return `${fabric.nodeName[node] ?? "?"}:${port - (fabric.portStart[node] ?? 0) + 1}`;
}
