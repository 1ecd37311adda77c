import { refusal } from "@fabriclab/reading";
import type { Heading, Peer, PortLine } from "./line.ts";

/** A node with the lines of its ports. */
export interface Node {
  readonly key: string;
  /** Undefined where no heading says it. */
  readonly isSwitch: boolean | undefined;
  readonly name: string;
  /** Hexadecimal digits of the NodeGUID of a switch, of the first PortGUID of an adapter. */
  readonly guid: string | undefined;
  readonly lines: PortLine[];
  /** Ports that the file names, peers' words included. */
  readonly ports: Set<number>;
}

/** The nodes of a file by GUID, and by LID for those who are named so. */
export class Nodes {
  readonly #file: string | undefined;
  readonly #nodes = new Map<string, Node>();
  readonly #byLid = new Map<number, { node: Node; line: number }>();

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** Takes a port; `below` is the node under the same heading, if there was a port already. @throws FabricError E_IBLINKINFO_LID */
  add(
    port: PortLine,
    heading: Heading | undefined,
    below: Node | undefined,
  ): Node {
    const guid =
      heading === undefined ? port.guid : (heading.guid ?? port.guid);
    const key = guid === undefined ? `LID ${port.lid}` : `0x${guid}`;
    const node = below ??
      this.#nodes.get(key) ?? {
        key,
        isSwitch: heading?.isSwitch,
        name: heading?.name ?? port.name ?? key,
        guid,
        lines: [],
        ports: new Set(),
      };
    this.#nodes.set(node.key, node);
    node.lines.push(port);
    node.ports.add(port.num);
    this.#takeLid(port, node);
    return node;
  }

  /** The node at the other end of a cable; one without lines of its own is made. @throws FabricError E_IBLINKINFO_LID */
  peer({ guid, lid, name }: Peer, { place }: PortLine): Node {
    const known =
      guid === undefined
        ? this.#byLid.get(lid)?.node
        : this.#nodes.get(`0x${guid}`);
    if (known !== undefined) return known;
    if (guid === undefined && !isUnicast(lid))
      throw refusal(this.#file, place, {
        code: "E_IBLINKINFO_LID",
        message: "the other end is named by its LID, and has none",
        got: `LID ${lid} of ${name}`,
        expected: "a LID from 1 to 49151",
        hint: "iblinkinfo -l names both ends by their GUIDs",
      });
    const key = guid === undefined ? `LID ${lid}` : `0x${guid}`;
    const node: Node = {
      key,
      isSwitch: undefined,
      name,
      guid,
      lines: [],
      ports: new Set(),
    };
    this.#nodes.set(key, node);
    if (guid === undefined) this.#byLid.set(lid, { node, line: place.line });
    return node;
  }

  all(): Node[] {
    return [...this.#nodes.values()];
  }

  #takeLid({ lid, place, name }: PortLine, node: Node): void {
    if (!isUnicast(lid)) return;
    const before = this.#byLid.get(lid);
    // Why not with -l: there nobody is named by LID, and files of several subnets can be read.
    if (before !== undefined && before.node !== node && name === undefined)
      throw refusal(this.#file, place, {
        code: "E_IBLINKINFO_LID",
        message: `LID ${lid} is that of ${before.node.name} on line ${before.line}`,
        got: `LID ${lid} of ${node.name}`,
        expected: "a LID of its own for each node, because cables name them so",
        hint: "iblinkinfo -l names both ends by their GUIDs",
      });
    if (before === undefined) this.#byLid.set(lid, { node, line: place.line });
  }
}

const isUnicast = (lid: number): boolean => lid > 0 && lid < 0xc000;
