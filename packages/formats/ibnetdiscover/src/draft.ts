import type { Guid } from "@fabriclab/units";
import type { Notes } from "./notes.ts";
import type { NodeRecord, PortRecord } from "./record.ts";

/** One node of the file with what stands below it. */
export interface NodeBlock {
  readonly record: NodeRecord;
  readonly guid: Guid | undefined;
  readonly ports: readonly PortRecord[];
}

/** All that the file says about one node. */
export interface Draft {
  readonly id: string;
  readonly isSwitch: boolean;
  name: string | undefined;
  ports: number;
  readonly guid: Guid | undefined;
  readonly line: number;
  /** Has a block of its own; false where only neighbours name it. */
  readonly declared: boolean;
  readonly records: PortRecord[];
  readonly portGuids: Map<number, Guid>;
  /** Port number (0 for a switch) -> LID, LMC and line. */
  readonly lids: Map<number, { lid: number; lmc: number; line: number }>;
}

const idGuid = (id: string): Guid | undefined => {
  const match = /^[SHR]-([0-9a-fA-F]{16})$/.exec(id);
  return match === null ? undefined : BigInt(`0x${match[1] ?? "0"}`);
};

/**
 * One draft for each node of the file, by id.
 *
 * @throws FabricError E_IBNETDISCOVER_PORT, E_IBNETDISCOVER_NODE_TWICE.
 */
export function draftsOf(
  blocks: readonly NodeBlock[],
  notes: Notes,
): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const { record, guid, ports } of blocks) {
    const { id, isSwitch, scanner } = record;
    if (record.isRouter) notes.add("routers were taken as hosts", scanner.line);
    const known = drafts.get(id);
    if (
      known !== undefined &&
      (known.ports !== record.ports || known.isSwitch !== isSwitch)
    ) {
      throw scanner.refusal(
        "E_IBNETDISCOVER_NODE_TWICE",
        `node ${id} was described differently on line ${known.line}`,
        "one description of each node",
      );
    }
    if (known !== undefined)
      notes.add("a node described twice was taken once", scanner.line);
    const draft: Draft = known ?? {
      id,
      isSwitch,
      name: record.name,
      ports: record.ports,
      guid: idGuid(id) ?? guid,
      line: scanner.line,
      declared: true,
      records: [],
      portGuids: new Map(),
      lids: new Map(),
    };
    drafts.set(id, draft);
    if (record.lid !== undefined && isSwitch)
      draft.lids.set(0, {
        lid: record.lid,
        lmc: record.lmc ?? 0,
        line: scanner.line,
      });
    for (const port of ports) {
      if (port.num < 1 || port.num > draft.ports) {
        throw port.scanner.refusal(
          "E_IBNETDISCOVER_PORT",
          `${draft.name ?? id} has no port ${port.num}`,
          `a port from 1 to ${draft.ports}, as line ${draft.line} says`,
        );
      }
      draft.records.push(port);
      if (!isSwitch && port.portGuid !== undefined)
        draft.portGuids.set(port.num, port.portGuid);
      if (!isSwitch && port.lid !== undefined)
        draft.lids.set(port.num, {
          lid: port.lid,
          lmc: port.lmc ?? 0,
          line: port.scanner.line,
        });
    }
  }
  return drafts;
}

/** What a record says about the other end: the only source where that node has no block, or no record of this cable. */
export function completePeer(
  drafts: Map<string, Draft>,
  record: PortRecord,
  notes: Notes,
): void {
  const { peerId, peerNum, scanner } = record;
  let peer = drafts.get(peerId);
  if (peer === undefined) {
    peer = {
      id: peerId,
      isSwitch: peerId.startsWith("S-"),
      name: record.peerName,
      ports: peerNum,
      guid: idGuid(peerId),
      line: scanner.line,
      declared: false,
      records: [],
      portGuids: new Map(),
      lids: new Map(),
    };
    drafts.set(peerId, peer);
    notes.add(
      "a node that is only named by a neighbour was given as many ports as its neighbours name",
      scanner.line,
    );
  }
  if (!peer.declared) peer.ports = Math.max(peer.ports, peerNum);
  if (peerNum < 1 || peerNum > peer.ports) {
    throw scanner.refusal(
      "E_IBNETDISCOVER_PORT",
      `${peer.name ?? peerId} has no port ${peerNum}`,
      `a port from 1 to ${peer.ports}, as line ${peer.line} says`,
    );
  }
  if (
    !peer.isSwitch &&
    record.peerGuid !== undefined &&
    !peer.portGuids.has(peerNum)
  )
    peer.portGuids.set(peerNum, record.peerGuid);
  const lidPort = peer.isSwitch ? 0 : peerNum;
  if (record.peerLid !== undefined && !peer.lids.has(lidPort))
    peer.lids.set(lidPort, { lid: record.peerLid, lmc: 0, line: scanner.line });
}
