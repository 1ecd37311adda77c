import { FabricError, type Fabric } from "@fabriclab/spec";
import { CsrFabric } from "./csr-fabric.ts";

/**
 * The fabric after some cables are gone. Nodes keep their numbers, names and GUIDs; links are renumbered in order; hosts that lose their
 * last cable stay, unattached. The given fabric is not touched.
 *
 * Complexity: O(nodes + ports + links).
 * @throws FabricError E_FABRIC_NO_SUCH_LINK.
 */
export function withoutLinks(fabric: Fabric, links: Iterable<number>): Fabric {
  const gone = marked(links, fabric.linkCount, "E_FABRIC_NO_SUCH_LINK", "link");
  return derive(fabric, new Uint8Array(fabric.switchCount), gone);
}

/**
 * The fabric after some switches are gone, with all their cables. The remaining switches, and so all nodes and ports, are renumbered in
 * order; names and GUIDs stay. Hosts that lose their last cable stay, unattached.
 *
 * Complexity: O(nodes + ports + links).
 * @throws FabricError E_FABRIC_NO_SUCH_SWITCH.
 */
export function withoutSwitches(
  fabric: Fabric,
  switches: Iterable<number>,
): Fabric {
  const gone = marked(
    switches,
    fabric.switchCount,
    "E_FABRIC_NO_SUCH_SWITCH",
    "switch",
  );
  const cut = new Uint8Array(fabric.linkCount);
  for (let link = 0; link < fabric.linkCount; link++) {
    for (const end of [2 * link, 2 * link + 1]) {
      const node = fabric.portNode[fabric.linkPorts[end] ?? -1] ?? -1;
      if (node < fabric.switchCount && gone[node] === 1) cut[link] = 1;
    }
  }
  return derive(fabric, gone, cut);
}

function marked(
  indices: Iterable<number>,
  count: number,
  code: `E_${string}`,
  what: string,
): Uint8Array {
  const mark = new Uint8Array(count);
  for (const index of indices) {
    if (!Number.isInteger(index) || index < 0 || index >= count) {
      throw new FabricError({
        code,
        message: `the fabric has no such ${what}`,
        got: String(index),
        expected: count === 0 ? `no ${what} at all` : `0 to ${count - 1}`,
      });
    }
    mark[index] = 1;
  }
  return mark;
}

function derive(
  fabric: Fabric,
  goneSwitch: Uint8Array,
  goneLink: Uint8Array,
): Fabric {
  const nodes: number[] = [];
  for (let node = 0; node < fabric.nodeCount; node++)
    if (goneSwitch[node] !== 1) nodes.push(node);
  const links: number[] = [];
  for (let link = 0; link < fabric.linkCount; link++)
    if (goneLink[link] !== 1) links.push(link);

  const portStart = new Int32Array(nodes.length + 1);
  const newPort = new Int32Array(fabric.portCount).fill(-1);
  const portGuid: bigint[] = [];
  for (const [index, node] of nodes.entries()) {
    let next = portStart[index] ?? 0;
    for (
      let port = fabric.portStart[node] ?? 0;
      port < (fabric.portStart[node + 1] ?? 0);
      port++
    ) {
      newPort[port] = next++;
      portGuid.push(fabric.portGuid[port] ?? 0n);
    }
    portStart[index + 1] = next;
  }
  const pick = (values: ArrayLike<number>): number[] =>
    links.map((link) => values[link] ?? 0);
  const switchCount = nodes.filter((node) => node < fabric.switchCount).length;
  return new CsrFabric({
    name: fabric.name,
    switchCount,
    hostCount: nodes.length - switchCount,
    portStart,
    linkPorts: Int32Array.from(
      links.flatMap((link) => [
        newPort[fabric.linkPorts[2 * link] ?? 0] ?? 0,
        newPort[fabric.linkPorts[2 * link + 1] ?? 0] ?? 0,
      ]),
    ),
    linkWidth: Uint8Array.from(pick(fabric.linkWidth)),
    linkSpeed: Uint8Array.from(pick(fabric.linkSpeed)),
    linkFlightPs: Int32Array.from(pick(fabric.linkFlightPs)),
    linkBytePsNum: Int32Array.from(pick(fabric.linkBytePsNum)),
    linkBytePsDen: Int32Array.from(pick(fabric.linkBytePsDen)),
    nodeGuid: BigUint64Array.from(nodes, (node) => fabric.nodeGuid[node] ?? 0n),
    guidMadeUp: Uint8Array.from(
      nodes,
      (node) => fabric.guidMadeUp?.[node] ?? 0,
    ),
    radixMadeUp: Uint8Array.from(
      nodes,
      (node) => fabric.radixMadeUp?.[node] ?? 0,
    ),
    portGuid: BigUint64Array.from(portGuid),
    nodeName: Object.freeze(nodes.map((node) => fabric.nodeName[node] ?? "")),
  });
}
