import { FabricError, type Fabric } from "@fabriclab/spec";
import { MAX_PORTS, parseFlight, type Guid, type Ps } from "@fabriclab/units";
import { CsrFabric } from "./csr-fabric.ts";
import { linkBytePs, linkSpeedIndex } from "./link-speed.ts";

/** A node of a fabric under construction. `index` counts switches and hosts apart: it becomes the SwitchIx or the HostIx. */
export interface NodeRef {
  readonly kind: "switch" | "host";
  readonly index: number;
}

/** What a cable is; the papers' 1x SDR with 20 ns of flight unless said otherwise. */
export interface LinkSpec {
  /** Name in `LINK_SPEEDS`; default SDR. */
  readonly speed?: string;
  /** Lanes: 1 (default), 2, 4, 8 or 12. */
  readonly width?: number;
  /** Time of flight: ps, `20ns`, or a length such as `4m` at 5 ns per metre. Default 20 ns. */
  readonly flight?: Ps | string;
}

/** Flight time of a link that does not say. Zhou et al. 2007, §4. */
export const DEFAULT_FLIGHT_PS = 20_000;

const FIRST_SWITCH_GUID = 0x200000n;
const FIRST_HOST_GUID = 0x100000n;
/** Where hosts go on when theirs would run into those of the switches: beyond any switch that 32-bit indices can number. */
const MORE_HOST_GUIDS = 0x1_0000_0000n;
const MAX_INT32 = 2 ** 31 - 1;
const MAX_GUID = 2n ** 64n - 1n;

interface NodeDraft {
  readonly name: string;
  readonly ports: number;
  readonly guid: Guid;
  /** Port number -> PortGUID, where it differs from NodeGUID + number. */
  readonly portGuids: ReadonlyMap<number, Guid> | undefined;
  /** Port number - 1 -> link, -1 while free. */
  readonly links: Int32Array;
}

/**
 * Builds a `Fabric`: add switches and hosts, connect their ports, `build()`.
 *
 * Switches get GUIDs 0x200000 + index and hosts 0x100000 + 2·index (more apart after hosts with many ports; from 0x100000000 on where they would
 * reach those of the switches) unless told otherwise, and a host port gets its node's GUID + its number: ibsim's convention, so that tables computed here and by OpenSM under ibsim name the same things.
 *
 * Complexity: O(nodes + ports + links) time and space.
 */
export class FabricBuilder {
  readonly #name: string;
  readonly #switches: NodeDraft[] = [];
  readonly #hosts: NodeDraft[] = [];
  readonly #ends: { node: NodeRef; num: number }[] = [];
  readonly #widths: number[] = [];
  readonly #speeds: number[] = [];
  readonly #flights: number[] = [];
  readonly #guids = new Map<Guid, string>();
  readonly #madeUp = new Set<NodeRef>();
  readonly #radixMadeUp = new Set<NodeRef>();
  #nextHostGuid = FIRST_HOST_GUID;

  constructor(name = "fabric") {
    this.#name = name;
  }

  /**
   * @param radix number of ports, 1-254, cabled or not
   * @throws FabricError E_FABRIC_PORT_COUNT, E_FABRIC_GUID or E_FABRIC_GUID_TWICE.
   */
  addSwitch(name: string, radix: number, guid?: Guid): NodeRef {
    const index = this.#switches.length;
    this.#switches.push(
      this.#draft(
        name,
        radix,
        guid ?? FIRST_SWITCH_GUID + BigInt(index),
        undefined,
      ),
    );
    return { kind: "switch", index };
  }

  /**
   * @param ports number of ports, each an endport with a LID of its own
   * @param portGuids port number -> PortGUID where it is not NodeGUID + number
   * @throws FabricError E_FABRIC_PORT_COUNT, E_FABRIC_GUID or E_FABRIC_GUID_TWICE.
   */
  addHost(
    name: string,
    ports = 1,
    guid?: Guid,
    portGuids?: ReadonlyMap<number, Guid>,
  ): NodeRef {
    const index = this.#hosts.length;
    // Why: node and port GUIDs of a host lie side by side; the next host starts on the next even number.
    const step = BigInt(Math.max(2, ports + 1 + ((ports + 1) % 2)));
    if (
      this.#nextHostGuid < MORE_HOST_GUIDS &&
      this.#nextHostGuid + step > FIRST_SWITCH_GUID
    )
      this.#nextHostGuid = MORE_HOST_GUIDS;
    const chosen = guid ?? this.#nextHostGuid;
    this.#hosts.push(this.#draft(name, ports, chosen, portGuids));
    if (guid === undefined) this.#nextHostGuid += step;
    return { kind: "host", index };
  }

  /** Says that a node's GUID, given or chosen here, is made up: `Fabric.guidMadeUp`. */
  markGuidMadeUp(node: NodeRef): void {
    this.#madeUp.add(node);
  }

  /** Says that a node's number of ports is made up: `Fabric.radixMadeUp`. */
  markRadixMadeUp(node: NodeRef): void {
    this.#radixMadeUp.add(node);
  }

  /**
   * Cables port `portA` of `a` to port `portB` of `b`. Port numbers as printed, from 1.
   *
   * @throws FabricError E_FABRIC_NO_SUCH_PORT, E_FABRIC_PORT_TWICE, E_FABRIC_SELF_LOOP, E_FABRIC_LINK_SPEED, E_FABRIC_LINK_WIDTH or
   * E_FABRIC_FLIGHT.
   */
  connect(
    a: NodeRef,
    portA: number,
    b: NodeRef,
    portB: number,
    link: LinkSpec = {},
  ): void {
    const one = this.#free(a, portA);
    const other = this.#free(b, portB);
    if (one === other) {
      throw new FabricError({
        code: "E_FABRIC_SELF_LOOP",
        message: "a cable from a node to itself carries nothing",
        where: { path: `${one.name}:${portA}` },
        got: `${one.name}:${portA} to ${one.name}:${portB}`,
        expected: "two different nodes",
      });
    }
    const speed = linkSpeedIndex(link.speed ?? "SDR");
    const width = link.width ?? 1;
    linkBytePs(speed, width); // refuses an unknown width
    const flight =
      typeof link.flight === "string"
        ? parseFlight(link.flight)
        : (link.flight ?? DEFAULT_FLIGHT_PS);
    if (!Number.isInteger(flight) || flight < 0 || flight > MAX_INT32) {
      throw new FabricError({
        code: "E_FABRIC_FLIGHT",
        message: "a cable with no such time of flight",
        where: { path: `${one.name}:${portA}` },
        got: `${flight} ps`,
        expected: "an integer from 0 to 2147483647 ps (429 km)",
      });
    }
    const index = this.#widths.length;
    one.links[portA - 1] = index;
    other.links[portB - 1] = index;
    this.#ends.push({ node: a, num: portA }, { node: b, num: portB });
    this.#widths.push(width);
    this.#speeds.push(speed);
    this.#flights.push(flight);
  }

  /** The fabric as added so far; the builder may go on. Nodes, ports and links are numbered in the order in which they were added. */
  build(): Fabric {
    const nodes = [...this.#switches, ...this.#hosts];
    const portStart = new Int32Array(nodes.length + 1);
    for (const [node, draft] of nodes.entries())
      portStart[node + 1] = (portStart[node] ?? 0) + draft.ports;
    const portGuid = new BigUint64Array(portStart[nodes.length] ?? 0);
    for (const [host, draft] of this.#hosts.entries()) {
      const start = portStart[this.#switches.length + host] ?? 0;
      for (let num = 1; num <= draft.ports; num++)
        portGuid[start + num - 1] =
          draft.portGuids?.get(num) ?? draft.guid + BigInt(num);
    }
    const bytePs = Array.from(this.#widths, (width, link) =>
      linkBytePs(this.#speeds[link] ?? 0, width),
    );
    const marks = (marked: ReadonlySet<NodeRef>): Uint8Array => {
      const made = new Uint8Array(nodes.length);
      for (const node of marked) made[this.#nodeOf(node)] = 1;
      return made;
    };
    return new CsrFabric({
      name: this.#name,
      switchCount: this.#switches.length,
      hostCount: this.#hosts.length,
      portStart,
      linkPorts: Int32Array.from(
        this.#ends,
        ({ node, num }) => (portStart[this.#nodeOf(node)] ?? 0) + num - 1,
      ),
      linkWidth: Uint8Array.from(this.#widths),
      linkSpeed: Uint8Array.from(this.#speeds),
      linkFlightPs: Int32Array.from(this.#flights),
      linkBytePsNum: Int32Array.from(bytePs, (ratio) => ratio.num),
      linkBytePsDen: Int32Array.from(bytePs, (ratio) => ratio.den),
      nodeGuid: BigUint64Array.from(nodes, (draft) => draft.guid),
      guidMadeUp: marks(this.#madeUp),
      radixMadeUp: marks(this.#radixMadeUp),
      portGuid,
      nodeName: Object.freeze(nodes.map((draft) => draft.name)),
    });
  }

  #nodeOf(node: NodeRef): number {
    return node.kind === "switch"
      ? node.index
      : this.#switches.length + node.index;
  }

  #draft(
    name: string,
    ports: number,
    guid: Guid,
    portGuids: ReadonlyMap<number, Guid> | undefined,
  ): NodeDraft {
    if (!Number.isInteger(ports) || ports < 1 || ports > MAX_PORTS) {
      throw new FabricError({
        code: "E_FABRIC_PORT_COUNT",
        message: "a node cannot have so many ports",
        where: { path: name },
        got: String(ports),
        expected: `an integer from 1 to ${MAX_PORTS}`,
      });
    }
    if (guid < 1n || guid > MAX_GUID) {
      throw new FabricError({
        code: "E_FABRIC_GUID",
        message: "a GUID is a positive 64-bit number",
        where: { path: name },
        got: String(guid),
      });
    }
    const owner = this.#guids.get(guid);
    if (owner !== undefined) {
      throw new FabricError({
        code: "E_FABRIC_GUID_TWICE",
        message: "two nodes with the same NodeGUID",
        where: { path: name },
        got: `0x${guid.toString(16)}, which ${owner} has already`,
        expected: "a GUID of its own for every node",
      });
    }
    this.#guids.set(guid, name);
    return {
      name,
      ports,
      guid,
      portGuids,
      links: new Int32Array(ports).fill(-1),
    };
  }

  #free(node: NodeRef, num: number): NodeDraft {
    const draft = (node.kind === "switch" ? this.#switches : this.#hosts)[
      node.index
    ];
    if (draft === undefined) {
      throw new FabricError({
        code: "E_FABRIC_NO_SUCH_NODE",
        message: "the node was not added to this builder",
        got: `${node.kind} ${node.index}`,
      });
    }
    const link = draft.links[num - 1];
    if (link === undefined) {
      throw new FabricError({
        code: "E_FABRIC_NO_SUCH_PORT",
        message: "the node has no such port",
        where: { path: `${draft.name}:${num}` },
        got: `port ${num}`,
        expected: `1 to ${draft.ports}`,
      });
    }
    if (link >= 0) {
      throw new FabricError({
        code: "E_FABRIC_PORT_TWICE",
        message: "two cables in one port",
        where: { path: `${draft.name}:${num}` },
        got: `port ${num} of ${draft.name}, already cabled from ${this.#place(2 * link)} to ${this.#place(2 * link + 1)}`,
        expected: "a port that is free",
      });
    }
    return draft;
  }

  #place(end: number): string {
    const { node, num } = this.#ends[end] ?? {
      node: { kind: "switch", index: -1 },
      num: 0,
    };
    return `${(node.kind === "switch" ? this.#switches : this.#hosts)[node.index]?.name ?? "?"}:${num}`;
  }
}
