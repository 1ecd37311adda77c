import type { Fabric } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/spec";
import type {
  EndportIx,
  Guid,
  HostIx,
  LinkIx,
  NodeIx,
  PortIx,
  PortNum,
  Ps,
  SwitchIx,
} from "@fabriclab/units";

/** The arrays of a fabric that cannot be derived from others. */
export type FabricArrays = Pick<
  Fabric,
  | "name"
  | "switchCount"
  | "hostCount"
  | "portStart"
  | "linkPorts"
  | "linkWidth"
  | "linkSpeed"
  | "linkFlightPs"
  | "linkBytePsNum"
  | "linkBytePsDen"
  | "nodeGuid"
  | "guidMadeUp"
  | "radixMadeUp"
  | "portGuid"
  | "nodeName"
>;

/** `Fabric` over its arrays; made by `FabricBuilder`, which has checked them. */
export class CsrFabric implements Fabric {
  readonly name: string;
  readonly switchCount: number;
  readonly hostCount: number;
  readonly nodeCount: number;
  readonly linkCount: number;
  readonly portCount: number;
  readonly portStart: Int32Array;
  readonly portNode: Int32Array;
  readonly portPeer: Int32Array;
  readonly portLink: Int32Array;
  readonly linkPorts: Int32Array;
  readonly linkWidth: Uint8Array;
  readonly linkSpeed: Uint8Array;
  readonly linkFlightPs: Int32Array;
  readonly linkBytePsNum: Int32Array;
  readonly linkBytePsDen: Int32Array;
  readonly nodeGuid: BigUint64Array;
  readonly guidMadeUp?: Uint8Array;
  readonly radixMadeUp?: Uint8Array;
  readonly portGuid: BigUint64Array;
  readonly nodeName: readonly string[];
  readonly endportCount: number;
  readonly endportNode: Int32Array;
  readonly endportPort: Int32Array;
  readonly nodeEndport: Int32Array;
  // Why: only few callers look nodes up by name or GUID; the maps are larger than all arrays together.
  #byName: Map<string, number> | undefined;
  #byGuid: Map<bigint, number> | undefined;

  constructor(arrays: FabricArrays) {
    this.name = arrays.name;
    this.switchCount = arrays.switchCount;
    this.hostCount = arrays.hostCount;
    this.nodeCount = arrays.switchCount + arrays.hostCount;
    this.portStart = arrays.portStart;
    this.linkPorts = arrays.linkPorts;
    this.linkWidth = arrays.linkWidth;
    this.linkSpeed = arrays.linkSpeed;
    this.linkFlightPs = arrays.linkFlightPs;
    this.linkBytePsNum = arrays.linkBytePsNum;
    this.linkBytePsDen = arrays.linkBytePsDen;
    this.nodeGuid = arrays.nodeGuid;
    if (arrays.guidMadeUp?.includes(1) === true)
      this.guidMadeUp = arrays.guidMadeUp;
    if (arrays.radixMadeUp?.includes(1) === true)
      this.radixMadeUp = arrays.radixMadeUp;
    this.portGuid = arrays.portGuid;
    this.nodeName = arrays.nodeName;

    this.portCount = at(this.portStart, this.nodeCount);
    this.linkCount = this.linkPorts.length / 2;
    this.portNode = new Int32Array(this.portCount);
    for (let node = 0; node < this.nodeCount; node++)
      this.portNode.fill(
        node,
        at(this.portStart, node),
        at(this.portStart, node + 1),
      );
    this.portPeer = new Int32Array(this.portCount).fill(-1);
    this.portLink = new Int32Array(this.portCount).fill(-1);
    for (let link = 0; link < this.linkCount; link++) {
      const a = at(this.linkPorts, 2 * link);
      const b = at(this.linkPorts, 2 * link + 1);
      this.portPeer[a] = b;
      this.portPeer[b] = a;
      this.portLink[a] = link;
      this.portLink[b] = link;
    }

    const hostPorts = this.portCount - at(this.portStart, this.switchCount);
    this.endportCount = this.switchCount + hostPorts;
    this.endportNode = new Int32Array(this.endportCount);
    this.endportPort = new Int32Array(this.endportCount).fill(-1);
    this.nodeEndport = new Int32Array(this.nodeCount);
    for (let sw = 0; sw < this.switchCount; sw++) {
      this.endportNode[sw] = sw;
      this.nodeEndport[sw] = sw;
    }
    const shift = this.switchCount - at(this.portStart, this.switchCount);
    for (let node = this.switchCount; node < this.nodeCount; node++) {
      this.nodeEndport[node] = at(this.portStart, node) + shift;
      for (
        let port = at(this.portStart, node);
        port < at(this.portStart, node + 1);
        port++
      ) {
        this.endportNode[port + shift] = node;
        this.endportPort[port + shift] = port;
      }
    }
  }

  portOf(node: NodeIx, num: PortNum): PortIx {
    if (num < 1 || num > this.radix(node)) {
      throw new FabricError({
        code: "E_FABRIC_NO_SUCH_PORT",
        message: "the node has no such port",
        where: { path: this.nodeName[node] ?? `node ${node}` },
        got: `port ${num}`,
        expected: `1 to ${this.radix(node)}`,
      });
    }
    return (at(this.portStart, node) + num - 1) as PortIx;
  }

  numOf(port: PortIx): PortNum {
    return (port - at(this.portStart, at(this.portNode, port)) + 1) as PortNum;
  }

  radix(node: NodeIx): number {
    return at(this.portStart, node + 1) - at(this.portStart, node);
  }

  isSwitch(node: NodeIx): boolean {
    return node < this.switchCount;
  }

  hostNode(host: HostIx): NodeIx {
    return (this.switchCount + host) as NodeIx;
  }

  switchNode(sw: SwitchIx): NodeIx {
    return sw as number as NodeIx;
  }

  attachment(
    endport: EndportIx,
  ): { readonly sw: SwitchIx; readonly num: PortNum } | undefined {
    const port = at(this.endportPort, endport);
    const peer = port < 0 ? -1 : at(this.portPeer, port);
    if (peer < 0) return undefined;
    const node = at(this.portNode, peer);
    return node < this.switchCount
      ? { sw: node as SwitchIx, num: this.numOf(peer as PortIx) }
      : undefined;
  }

  findNode(name: string): NodeIx | undefined {
    if (this.#byName === undefined) {
      this.#byName = new Map();
      for (const [node, known] of this.nodeName.entries())
        this.#byName.set(known, this.#byName.has(known) ? -1 : node);
    }
    const node = this.#byName.get(name);
    return node === undefined || node < 0 ? undefined : (node as NodeIx);
  }

  findGuid(guid: Guid): NodeIx | undefined {
    this.#byGuid ??= new Map(
      Array.from(this.nodeGuid, (known, node) => [known, node]),
    );
    return this.#byGuid.get(guid) as NodeIx | undefined;
  }

  serializationPs(link: LinkIx, bytes: number): Ps {
    // bytes · 4000 stays an exact double for any packet; the ratio is in lowest terms.
    return Math.ceil(
      (bytes * at(this.linkBytePsNum, link)) / at(this.linkBytePsDen, link),
    ) as Ps;
  }
}

function at(array: Int32Array, index: number): number {
  const value = array[index];
  if (value === undefined) {
    throw new FabricError({
      code: "E_FABRIC_INDEX",
      message: "no such node, port, link or endport",
      got: String(index),
      expected: `an index below ${array.length}`,
    });
  }
  return value;
}
