import type { Guid } from "@fabriclab/units";
import { noteOtherLids, type Notes } from "@fabriclab/reading";
import type { NodeRecord, PortRecord } from "./record.ts";
import { wrongLine } from "./scanner.ts";

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

/** GUID that a node's name stands for. */
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
    const named = idGuid(id);
    if (named !== undefined && guid !== undefined && named !== guid)
      throw wrongLine(
        scanner,
        "E_IBNETDISCOVER_NODE_TWICE",
        `the GUID line above says that node ${id} is another`,
        `0x${guid.toString(16)} in both, or no GUID line`,
        "was a line lost between them?",
      );
    if (named === undefined && guid === undefined)
      notes.add("nodes without a GUID were given one", scanner.line);
    if (
      known !== undefined &&
      (known.ports !== record.ports || known.isSwitch !== isSwitch)
    ) {
      throw wrongLine(
        scanner,
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
      guid: named ?? guid,
      line: scanner.line,
      declared: true,
      records: [],
      portGuids: new Map(),
      lids: new Map(),
    };
    drafts.set(id, draft);
    if (known !== undefined && known.name !== record.name)
      notes.add("nodes with two names keep the first", scanner.line);
    if (record.lid !== undefined && isSwitch)
      address(draft, 0, record.lid, record.lmc, scanner.line, notes);
    for (const port of ports) {
      if (port.num < 1 || port.num > draft.ports) {
        throw wrongLine(
          port.scanner,
          "E_IBNETDISCOVER_PORT",
          `${draft.name ?? id} has no port ${port.num}`,
          `a port from 1 to ${draft.ports}, as line ${draft.line} says`,
        );
      }
      draft.records.push(port);
      if (!isSwitch && port.portGuid !== undefined)
        ownGuid(draft, port.num, port.portGuid, port.scanner.line, notes);
      if (!isSwitch && port.lid !== undefined)
        address(draft, port.num, port.lid, port.lmc, port.scanner.line, notes);
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
    if (!/^[SHR]-/.test(peerId))
      throw wrongLine(
        scanner,
        "E_IBNETDISCOVER_UNKNOWN_NODE",
        `nothing says what kind of node ${peerId} is`,
        `a line Switch … "${peerId}" or Hca … "${peerId}"`,
      );
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
    throw wrongLine(
      scanner,
      "E_IBNETDISCOVER_PORT",
      `${peer.name ?? peerId} has no port ${peerNum}`,
      `a port from 1 to ${peer.ports}, as line ${peer.line} says`,
    );
  }
  if (record.peerName !== undefined && record.peerName !== peer.name) {
    if (peer.name === undefined) peer.name = record.peerName;
    else
      notes.add(
        "nodes that neighbours call otherwise keep their own name",
        scanner.line,
      );
  }
  if (!peer.isSwitch && record.peerGuid !== undefined)
    ownGuid(peer, peerNum, record.peerGuid, scanner.line, notes);
  const lidPort = peer.isSwitch ? 0 : peerNum;
  if (record.peerLid !== undefined)
    address(peer, lidPort, record.peerLid, undefined, scanner.line, notes);
}

/** Notes a port's LID; of two that differ the first holds, which is that of the node's own lines. */
function address(
  draft: Draft,
  num: number,
  lid: number,
  lmc: number | undefined,
  line: number,
  notes: Notes,
): void {
  const before = draft.lids.get(num);
  if (before === undefined) draft.lids.set(num, { lid, lmc: lmc ?? 0, line });
  else {
    const name = draft.name ?? draft.id;
    noteOtherLids(
      draft.isSwitch ? name : `${name}:${num}`,
      before,
      { lid, lmc },
      line,
      notes,
    );
  }
}

function ownGuid(
  draft: Draft,
  num: number,
  guid: Guid,
  line: number,
  notes: Notes,
): void {
  const before = draft.portGuids.get(num);
  if (before === undefined) draft.portGuids.set(num, guid);
  else if (before !== guid)
    notes.add("of PortGUIDs that differ the first was taken", line);
}
