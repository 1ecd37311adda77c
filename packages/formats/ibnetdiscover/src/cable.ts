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
 * @returns the cables that only one of their ends tells of, in the order of the file
 * @throws FabricError E_IBNETDISCOVER_CONTRADICTION where two records cable one port to different ones
 */
export function connect(
  builder: FabricBuilder,
  order: readonly Draft[],
  refs: ReadonlyMap<string, NodeRef>,
  remarks: Remarks,
  flight: Ps,
  notes: Notes,
): readonly OneSidedCable[] {
  /** End of a cable -> the end it is cabled to. */
  const cabled = new Map<string, { to: string; line: number }>();
  /** One end and the other -> the record of the first. */
  const records = new Map<string, PortRecord>();
  for (const draft of order)
    for (const record of draft.records) {
      const key = `${linkKey(draft.id, record.num)} ${linkKey(record.peerId, record.peerNum)}`;
      if (!records.has(key)) records.set(key, record);
    }
  const nodes = new Map(order.map((draft, node) => [draft.id, node]));
  const oneSided: OneSidedCable[] = [];
  for (const [node, draft] of order.entries()) {
    for (const record of draft.records) {
      const { num, peerId, peerNum, scanner } = record;
      const here = linkKey(draft.id, num);
      const there = linkKey(peerId, peerNum);
      if (peerId === draft.id) {
        notes.add("a cable from a node to itself was left out", scanner.line);
        continue;
      }
      if (cabled.get(here)?.to === there) continue;
      if (cabled.has(here) || cabled.has(there)) {
        const taken = cabled.has(here) ? here : there;
        const before = cabled.get(taken);
        throw wrongLine(
          scanner,
          "E_IBNETDISCOVER_CONTRADICTION",
          `${here} to ${there}, but ${taken} has another cable on line ${before?.line ?? 0}`,
          `${taken} to ${before?.to ?? ""}, or no such line`,
          "is a port number mistyped, do two nodes have the same GUID, was the fabric changed while it was read, or were two files put together?",
        );
      }
      const a = refs.get(draft.id);
      const b = refs.get(peerId);
      if (a === undefined || b === undefined) continue;
      const back = records.get(`${there} ${here}`);
      if (back === undefined) {
        const peer = nodes.get(peerId) ?? -1;
        notes.add(
          "a cable that only one of its ends tells of was taken",
          scanner.line,
          1,
          `${endOf(draft, num)} names ${endOf(order[peer], peerNum)}, which does not name it`,
        );
        oneSided.push({ node, port: num, peer, peerPort: peerNum });
      }
      const ps =
        remarks.flights.get(here) ??
        remarks.flights.get(there) ??
        remarks.flightPs ??
        flight;
      builder.connect(a, num, b, peerNum, {
        ...agreedRate(record.rate, back?.rate, scanner.line, notes),
        flight: ps as Ps,
      });
      cabled.set(here, { to: there, line: scanner.line });
      cabled.set(there, { to: here, line: scanner.line });
    }
  }
  return oneSided;
}

/** One end of a cable for people: the node's name where it has one, by the file's own name, and the port. */
const endOf = (draft: Draft | undefined, num: number): string =>
  draft?.name === undefined
    ? linkKey(draft?.id ?? "?", num)
    : `${draft.name} (${linkKey(draft.id, num)})`;
