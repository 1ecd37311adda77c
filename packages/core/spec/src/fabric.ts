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

/**
 * An immutable network in compressed sparse rows.
 *
 * Nodes are numbered switches first (0 … switchCount-1), then hosts (channel adapters). Port `k` (1-based, as printed) of node `n` is
 * `portStart[n] + k - 1`; a node's radix is `portStart[n+1] - portStart[n]`, cabled or not. A *channel* is one direction of a link and is
 * named by the port that sends on it. Build one with `FabricBuilder` of `@fabriclab/fabric`.
 */
export interface Fabric {
  readonly name: string;
  readonly switchCount: number;
  readonly hostCount: number;
  /** switchCount + hostCount */
  readonly nodeCount: number;
  /** Cables, not directions. */
  readonly linkCount: number;
  readonly portCount: number;
  /** Length nodeCount + 1. */
  readonly portStart: Int32Array;
  /** Port -> its node. Length portCount. */
  readonly portNode: Int32Array;
  /** Port -> the port at the other end, -1 where nothing is cabled. */
  readonly portPeer: Int32Array;
  /** Port -> link, -1 where nothing is cabled. */
  readonly portLink: Int32Array;
  /** Link -> its two ports, [2l] and [2l+1]. */
  readonly linkPorts: Int32Array;
  /** Link -> lanes: 1, 2, 4, 8 or 12. */
  readonly linkWidth: Uint8Array;
  /** Link -> index into `LINK_SPEEDS`. */
  readonly linkSpeed: Uint8Array;
  /** Link -> time of flight in ps (5 ns per metre unless given as a time). */
  readonly linkFlightPs: Int32Array;
  /** Link -> picoseconds per byte as an exact ratio: numerator. */
  readonly linkBytePsNum: Int32Array;
  /** Link -> picoseconds per byte as an exact ratio: denominator. */
  readonly linkBytePsDen: Int32Array;
  /** Node -> NodeGUID. */
  readonly nodeGuid: BigUint64Array;
  /**
   * Node -> 1 where its NodeGUID, and with it its PortGUIDs, are made up: the file that the fabric is from names none, so that they say nothing of the machine.
   * Absent where there is no such node.
   */
  readonly guidMadeUp?: Uint8Array;
  /**
   * Node -> 1 where its number of ports is made up: the file that the fabric is from does not say it, and the node has as many as its highest cabled one, or more.
   * Absent where there is no such node.
   */
  readonly radixMadeUp?: Uint8Array;
  /** Port -> PortGUID of a host port; 0 for switch ports (a switch's endport has its NodeGUID). */
  readonly portGuid: BigUint64Array;
  /** Node -> NodeDescription. */
  readonly nodeName: readonly string[];
  /** Switches (port 0) first, then every host port in port order: what can own a LID. */
  readonly endportCount: number;
  /** Endport -> node. */
  readonly endportNode: Int32Array;
  /** Endport -> port index, -1 for a switch's port 0. */
  readonly endportPort: Int32Array;
  /** Node -> its first endport (endports of a node are consecutive). */
  readonly nodeEndport: Int32Array;

  portOf(node: NodeIx, num: PortNum): PortIx;
  numOf(port: PortIx): PortNum;
  radix(node: NodeIx): number;
  isSwitch(node: NodeIx): boolean;
  hostNode(host: HostIx): NodeIx;
  switchNode(sw: SwitchIx): NodeIx;
  /** The switch that a host endport is cabled to and that switch's port number; undefined where it is not cabled to a switch. */
  attachment(
    endport: EndportIx,
  ): { readonly sw: SwitchIx; readonly num: PortNum } | undefined;
  /** Node by NodeDescription; undefined where none or several have it. */
  findNode(name: string): NodeIx | undefined;
  findGuid(guid: Guid): NodeIx | undefined;
  /** Serialisation time of `bytes` on a link, rounded up to whole ps. */
  serializationPs(link: LinkIx, bytes: number): Ps;
}

/** The `Fabric` arrays' link speeds: name, per-lane data rate as ps per byte on one lane (exact ratio). Index = `linkSpeed`. */
export interface LinkSpeed {
  /** As ibnetdiscover prints it: SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR, XDR. */
  readonly name: string;
  readonly bytePsNum: number;
  readonly bytePsDen: number;
}
