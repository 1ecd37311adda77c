import {
  DEFAULT_FLIGHT_PS,
  FabricBuilder,
  type NodeRef,
} from "@fabriclab/fabric";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import type { Guid, Ps } from "@fabriclab/units";
import { connectDraft } from "./draft-cables.ts";
import { draftLids } from "./draft-lids.ts";
import {
  nameOf,
  type DraftCable,
  type DraftEnd,
  type DraftNode,
  type NodeFacts,
  type PortFacts,
} from "./draft-node.ts";
import type { Notes, ReadNote } from "./notes.ts";
import type { Rate } from "./rate.ts";
import { refusal, type LinePlace } from "./scanner.ts";
import { noteSharedPortGuids } from "./shared-guids.ts";
import { noteOtherLids } from "./usable-lids.ts";

/** What a file of a fabric holds. */
export interface FabricOfText {
  readonly fabric: Fabric;
  /** LIDs and LMCs of the file; undefined where it has none, or not one for each (several subnets in one file). */
  readonly lids: LidTable | undefined;
  /** Oddities that were passed over, counted. */
  readonly notes: readonly ReadNote[];
}

/** How a draft becomes a fabric. */
export interface BuildOptions {
  /** The fabric's name; default: the file's. */
  readonly name?: string | undefined;
  /** Time of flight of every cable, in ps; default 20 ns. */
  readonly flight?: Ps | undefined;
  /** Both ends of a cable have a record each, so that one without the other is odd. Default true. */
  readonly bothEnds?: boolean;
}

/**
 * A fabric as the records of a file tell it, in any order: nodes by a key (a GUID, a name), cables by their ends. Of names, LIDs and PortGUIDs that differ the first
 * holds, with a note; what would be another fabric is refused.
 */
export class FabricDraft {
  readonly #file: string | undefined;
  readonly #notes: Notes;
  readonly #nodes = new Map<string, DraftNode>();
  readonly #cables: DraftCable[] = [];

  constructor(file: string | undefined, notes: Notes) {
    this.#file = file;
    this.#notes = notes;
  }

  has(key: string): boolean {
    return this.#nodes.has(key);
  }

  /**
   * Says what a record tells of a node.
   *
   * @throws FabricError E_READING_NODE_TWICE where an earlier record has another kind, another GUID, or other ports
   */
  node(key: string, facts: NodeFacts, place: LinePlace): void {
    const own = facts.own ?? true;
    const known = this.#nodes.get(key);
    if (known === undefined) {
      this.#nodes.set(key, {
        key,
        isSwitch: facts.isSwitch,
        ports: facts.ports,
        highest: 0,
        name: facts.name,
        guid: facts.guid,
        own,
        place,
        portGuids: new Map(),
        lids: new Map(),
      });
      return;
    }
    const differs =
      known.isSwitch !== facts.isSwitch ||
      (known.ports ?? facts.ports) !== (facts.ports ?? known.ports) ||
      (known.guid ?? facts.guid) !== (facts.guid ?? known.guid);
    if (differs)
      throw refusal(this.#file, place, {
        code: "E_READING_NODE_TWICE",
        message: `node ${known.name ?? key} was described differently on line ${known.place.line}`,
        got: describe(facts),
        expected: describe(known),
        hint: "were two files put together?",
      });
    known.ports ??= facts.ports;
    known.guid ??= facts.guid;
    const other = facts.name !== undefined && facts.name !== known.name;
    if (other && known.name !== undefined)
      this.#notes.add("nodes with two names keep the first", place.line);
    known.name ??= facts.name;
    if (own && !known.own) {
      // Why: the order of the nodes is that of their own records.
      known.own = true;
      known.place = place;
      this.#nodes.delete(key);
      this.#nodes.set(key, known);
    }
  }

  /**
   * Says what a record tells of a port; `num` 0 is a switch's own. The node must be known.
   *
   * @throws FabricError E_READING_PORT
   */
  port(key: string, num: number, facts: PortFacts, place: LinePlace): void {
    const node = this.#touch(key, num, place);
    if (facts.guid !== undefined && num > 0 && !node.isSwitch) {
      const before = node.portGuids.get(num);
      if (before === undefined) node.portGuids.set(num, facts.guid);
      else if (before !== facts.guid)
        this.#notes.add(
          "of PortGUIDs that differ the first was taken",
          place.line,
        );
    }
    if (facts.lid === undefined) return;
    const at = node.isSwitch ? 0 : num;
    const before = node.lids.get(at);
    if (before === undefined)
      node.lids.set(at, { lid: facts.lid, lmc: facts.lmc, line: place.line });
    else if (
      !noteOtherLids(
        nameOf(node, at),
        before,
        { lid: facts.lid, lmc: facts.lmc },
        place.line,
        this.#notes,
      )
    )
      before.lmc ??= facts.lmc;
  }

  /**
   * Takes one end's record of a cable. Both nodes must be known.
   *
   * @throws FabricError E_READING_PORT
   */
  cable(from: DraftEnd, to: DraftEnd, rate: Rate, place: LinePlace): void {
    for (const end of [from, to]) {
      if (end.num < 1) throw this.#noPort(end, place, "a port from 1 on");
      this.#touch(end.key, end.num, place);
    }
    this.#cables.push({ from, to, ...rate, place });
  }

  /**
   * Builds the fabric: switches, then hosts, each in the order of their own records.
   *
   * @throws FabricError E_READING_EMPTY, E_READING_CONTRADICTION, and what the builder refuses, with its place in the file
   */
  build(options: BuildOptions = {}): FabricOfText {
    if (this.#nodes.size === 0)
      throw new FabricError({
        code: "E_READING_EMPTY",
        message: "no node in the file",
        where: {
          ...(this.#file === undefined ? {} : { file: this.#file }),
          ...{ line: 1, column: 1 },
        },
        got: "nothing that names one",
        expected: "at least one record of the format",
      });
    const builder = new FabricBuilder(options.name ?? this.#file ?? "fabric");
    const order = [...this.#nodes.values()].sort(
      (a, b) =>
        Number(b.isSwitch) - Number(a.isSwitch) ||
        Number(b.own) - Number(a.own),
    );
    const guids = this.#guids(order);
    const refs = new Map<string, NodeRef>();
    for (const node of order) {
      const { key, isSwitch, place, portGuids } = node;
      if (node.ports === undefined)
        this.#notes.add(
          "nodes whose number of ports the file does not say have as many as their highest port",
          place.line,
        );
      const name = node.name ?? key;
      const ports = portsOf(node);
      const guid = guids.get(key);
      try {
        const ref = isSwitch
          ? builder.addSwitch(name, ports, guid)
          : builder.addHost(name, ports, guid, portGuids);
        refs.set(key, ref);
        if (node.guid === undefined) builder.markGuidMadeUp(ref);
        if (node.ports === undefined) builder.markRadixMadeUp(ref);
      } catch (error) {
        throw FabricError.is(error)
          ? error.at({
              ...(this.#file === undefined ? {} : { file: this.#file }),
              ...place,
            })
          : error;
      }
    }
    connectDraft(
      builder,
      this.#cables,
      refs,
      {
        flight: options.flight ?? (DEFAULT_FLIGHT_PS as Ps),
        bothEnds: options.bothEnds ?? true,
      },
      this.#notes,
      this.#file,
    );
    const lids = draftLids(order, portsOf, this.#notes);
    const fabric = builder.build();
    noteSharedPortGuids(fabric, this.#notes);
    return { fabric, lids, notes: this.#notes.all() };
  }

  /** GUIDs of the nodes; where only some have one, those of the others are chosen around them. */
  #guids(order: readonly DraftNode[]): Map<string, Guid> {
    const named = order.filter(({ guid }) => guid !== undefined);
    const guids = new Map<string, Guid>();
    const missing = order.length - named.length;
    if (missing > 0)
      this.#notes.add("nodes without a GUID were given one", 0, missing);
    if (named.length === 0) return guids;
    const taken = new Set(named.flatMap((one) => [one.guid ?? 0n]));
    let next = 0x200000n;
    for (const { key, guid } of order) {
      if (guid === undefined) while (taken.has(next)) next += 256n;
      guids.set(key, guid ?? next);
      if (guid === undefined) taken.add(next);
    }
    return guids;
  }

  #touch(key: string, num: number, place: LinePlace): DraftNode {
    const node = this.#nodes.get(key);
    if (node === undefined) throw new RangeError(`node ${key} is not known`);
    if (node.ports !== undefined && num > node.ports)
      throw this.#noPort(
        { key, num },
        place,
        `a port from 1 to ${node.ports}, as line ${node.place.line} says`,
      );
    node.highest = Math.max(node.highest, num);
    return node;
  }

  #noPort(end: DraftEnd, place: LinePlace, expected: string): FabricError {
    const name = this.#nodes.get(end.key)?.name ?? end.key;
    return refusal(this.#file, place, {
      code: "E_READING_PORT",
      message: `${name} has no port ${end.num}`,
      got: `port ${end.num}`,
      expected,
    });
  }
}

const portsOf = (node: DraftNode): number =>
  node.ports ?? Math.max(1, node.highest);

const describe = ({
  isSwitch,
  ports,
  guid,
}: Pick<NodeFacts, "isSwitch" | "ports" | "guid">): string =>
  [
    isSwitch ? "a switch" : "a host",
    ...(ports === undefined ? [] : [`of ${ports} ports`]),
    ...(guid === undefined ? [] : [`with GUID 0x${guid.toString(16)}`]),
  ].join(" ");
