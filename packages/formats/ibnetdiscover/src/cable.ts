import type { FabricBuilder, NodeRef } from "@fabriclab/fabric";
import { agreedRate, type Notes } from "@fabriclab/reading";
import type { Ps } from "@fabriclab/units";
import type { Draft } from "./draft.ts";
import { linkKey } from "./link-key.ts";
import type { OneSidedCable } from "./one-sided.ts";
import type { PortRecord } from "./record.ts";
import type { Remarks } from "./remark.ts";
import { wrongLine } from "./scanner.ts";

/**
 * Cables the nodes, each cable once.
 *
 * @param order the nodes as the fabric numbers them
 * @param refs the same, as the builder knows them
 * @returns the cables that only one of their ends tells of, in the order of the file
 * @throws FabricError E_IBNETDISCOVER_CONTRADICTION where two records cable one port to different ones
 */
export function connect(
  builder: FabricBuilder,
  order: readonly Draft[],
  refs: readonly NodeRef[],
  remarks: Remarks,
  flight: Ps,
  notes: Notes,
): readonly OneSidedCable[] {
  const ends = new Ends(order);
  const oneSided: OneSidedCable[] = [];
  for (const [node, draft] of order.entries()) {
    for (const record of draft.records) {
      const { num, peerId, peerNum, scanner } = record;
      if (peerId === draft.id) {
        notes.add("a cable from a node to itself was left out", scanner.line);
        continue;
      }
      const peer = ends.nodeOf(peerId);
      const here = ends.at(node, num);
      const there = ends.at(peer, peerNum);
      if (ends.cabledTo[here] === there) continue;
      const taken = [here, there].find((end) => ends.isCabled(end));
      if (taken !== undefined)
        throw wrongLine(
          scanner,
          "E_IBNETDISCOVER_CONTRADICTION",
          `${ends.name(here)} to ${ends.name(there)}, but ${ends.name(taken)} has another cable on line ${ends.line[taken] ?? 0}`,
          `${ends.name(taken)} to ${ends.name(ends.cabledTo[taken] ?? -1)}, or no such line`,
          "is a port number mistyped, do two nodes have the same GUID, was the fabric changed while it was read, or were two files put together?",
        );
      const a = refs[node];
      const b = refs[peer];
      if (a === undefined || b === undefined) continue;
      const back = ends.record(peer, peerNum, draft.id, num);
      if (back === undefined) {
        notes.add(
          "a cable that only one of its ends tells of was taken",
          scanner.line,
          1,
          `${endOf(draft, num)} names ${endOf(order[peer], peerNum)}, which does not name it`,
        );
        oneSided.push({ node, port: num, peer, peerPort: peerNum });
      }
      builder.connect(a, num, b, peerNum, {
        ...agreedRate(record.rate, back?.rate, scanner.line, notes),
        flight: (flightOf(remarks, draft.id, record) ?? flight) as Ps,
      });
      ends.cable(here, there, scanner.line);
    }
  }
  return oneSided;
}

/** Ports of all nodes in a row: an end of a cable is a number. Why: names of ends, put together for every cable, took a quarter of the time of reading. */
class Ends {
  /** End -> the end it is cabled to; -1 = none so far. */
  readonly cabledTo: Int32Array;
  /** End -> the line that says so. */
  readonly line: Int32Array;
  readonly #order: readonly Draft[];
  readonly #nodes: ReadonlyMap<string, number>;
  /** Node -> its first end. */
  readonly #first: Int32Array;
  /** End -> the first record of it. */
  readonly #records: (PortRecord | undefined)[];

  constructor(order: readonly Draft[]) {
    this.#order = order;
    this.#nodes = new Map(order.map((draft, node) => [draft.id, node]));
    this.#first = new Int32Array(order.length + 1);
    for (const [node, { ports }] of order.entries())
      this.#first[node + 1] = (this.#first[node] ?? 0) + ports;
    const count = this.#first[order.length] ?? 0;
    this.cabledTo = new Int32Array(count).fill(-1);
    this.line = new Int32Array(count);
    this.#records = new Array<undefined>(count).fill(undefined);
    for (const [node, { records }] of order.entries())
      for (const record of records)
        this.#records[this.at(node, record.num)] ??= record;
  }

  nodeOf(id: string): number {
    return this.#nodes.get(id) ?? -1;
  }

  at(node: number, num: number): number {
    return (this.#first[node] ?? 0) + num - 1;
  }

  isCabled(end: number): boolean {
    return (this.cabledTo[end] ?? -1) >= 0;
  }

  cable(here: number, there: number, line: number): void {
    this.cabledTo[here] = there;
    this.cabledTo[there] = here;
    this.line[here] = line;
    this.line[there] = line;
  }

  /** The first record by which an end names another. */
  record(
    node: number,
    num: number,
    peerId: string,
    peerNum: number,
  ): PortRecord | undefined {
    const names = (record: PortRecord): boolean =>
      record.peerNum === peerNum && record.peerId === peerId;
    const first = this.#records[this.at(node, num)];
    return first === undefined || names(first)
      ? first
      : this.#order[node]?.records.find(
          (record) => record.num === num && names(record),
        );
  }

  /** By the file's own names. */
  name(end: number): string {
    const node = this.#first.findLastIndex((first) => first <= end);
    return linkKey(
      this.#order[node]?.id ?? "?",
      end - (this.#first[node] ?? 0) + 1,
    );
  }
}

/** What remarks say of a cable's time of flight. */
const flightOf = (
  { flights, flightPs }: Remarks,
  id: string,
  { num, peerId, peerNum }: PortRecord,
): number | undefined =>
  flights.size === 0
    ? flightPs
    : (flights.get(linkKey(id, num)) ??
      flights.get(linkKey(peerId, peerNum)) ??
      flightPs);

/** One end of a cable for people: the node's name where it has one, by the file's own name, and the port. */
const endOf = (draft: Draft | undefined, num: number): string =>
  draft?.name === undefined
    ? linkKey(draft?.id ?? "?", num)
    : `${draft.name} (${linkKey(draft.id, num)})`;
