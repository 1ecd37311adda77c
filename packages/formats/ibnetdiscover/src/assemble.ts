import {
  FabricBuilder,
  LINK_SPEED_NAMES,
  LINK_WIDTHS,
  linkBytePs,
  linkSpeedIndex,
  type NodeRef,
} from "@fabriclab/fabric";
import { FabricError, type Fabric } from "@fabriclab/spec";
import type { Guid, Ps } from "@fabriclab/units";
import { linkKey } from "./link-key.ts";
import type { Notes } from "./notes.ts";
import type { NodeBlock } from "./read.ts";
import type { PortRecord, PrintedRate } from "./record.ts";
import type { Remarks } from "./remark.ts";

/** The fabric, and what the file says about LIDs, by endport. */
export interface Assembled {
  readonly fabric: Fabric;
  readonly baseLid: readonly number[];
  readonly lmc: readonly number[];
  /** Line on which an endport's LID stands. */
  readonly lines: readonly number[];
}

interface Draft {
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

/**
 * Builds the fabric. Both ends of a cable describe it; either alone is enough.
 *
 * @throws FabricError E_IBNETDISCOVER_PORT, E_IBNETDISCOVER_NODE_TWICE, and what the builder refuses, with its place in the file.
 */
export function assemble(
  blocks: readonly NodeBlock[],
  remarks: Remarks,
  flight: Ps,
  file: string | undefined,
  notes: Notes,
): Assembled {
  const drafts = draftsOf(blocks, notes);
  for (const draft of [...drafts.values()])
    for (const record of draft.records) completePeer(drafts, record, notes);

  const builder = new FabricBuilder(remarks.name ?? file ?? "ibnetdiscover");
  const order = [...drafts.values()].sort(
    (a, b) => Number(b.isSwitch) - Number(a.isSwitch),
  );
  const refs = new Map<string, NodeRef>();
  for (const draft of order) {
    const name = draft.name ?? draft.id;
    const place = {
      ...(file === undefined ? {} : { file }),
      line: draft.line,
      column: 1,
    };
    refs.set(
      draft.id,
      placed(place, () =>
        draft.isSwitch
          ? builder.addSwitch(name, draft.ports, draft.guid)
          : builder.addHost(name, draft.ports, draft.guid, draft.portGuids),
      ),
    );
  }
  connect(builder, order, drafts, refs, remarks, flight, notes);
  const fabric = builder.build();

  const baseLid: number[] = [];
  const lmc: number[] = [];
  const lines: number[] = [];
  for (const draft of order) {
    for (
      let num = draft.isSwitch ? 0 : 1;
      num <= (draft.isSwitch ? 0 : draft.ports);
      num++
    ) {
      const given = draft.lids.get(num);
      baseLid.push(given?.lid ?? 0);
      lmc.push(given?.lmc ?? 0);
      lines.push(given?.line ?? draft.line);
    }
  }
  return { fabric, baseLid, lmc, lines };
}

const idGuid = (id: string): Guid | undefined => {
  const match = /^[SHR]-([0-9a-fA-F]{16})$/.exec(id);
  return match === null ? undefined : BigInt(`0x${match[1] ?? "0"}`);
};

function draftsOf(
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
      guid: guid ?? idGuid(id),
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
function completePeer(
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

function connect(
  builder: FabricBuilder,
  order: readonly Draft[],
  drafts: ReadonlyMap<string, Draft>,
  refs: ReadonlyMap<string, NodeRef>,
  remarks: Remarks,
  flight: Ps,
  notes: Notes,
): void {
  /** End of a cable -> the end it is cabled to. */
  const cabled = new Map<string, string>();
  for (const draft of order) {
    for (const record of draft.records) {
      const { num, peerId, peerNum, scanner } = record;
      const here = linkKey(draft.id, num);
      const there = linkKey(peerId, peerNum);
      if (peerId === draft.id) {
        notes.add("a cable from a node to itself was left out", scanner.line);
        continue;
      }
      if (cabled.get(here) === there) continue;
      if (cabled.has(here) || cabled.has(there)) {
        const taken = cabled.has(here) ? here : there;
        notes.add(
          `${taken} is cabled to ${cabled.get(taken) ?? ""} by an earlier line; ${here} to ${there} was left out`,
          scanner.line,
        );
        continue;
      }
      const a = refs.get(draft.id);
      const b = refs.get(peerId);
      if (a === undefined || b === undefined) continue;
      const back = drafts
        .get(peerId)
        ?.records.find(
          (other) =>
            other.num === peerNum &&
            other.peerId === draft.id &&
            other.peerNum === num,
        );
      if (back === undefined)
        notes.add(
          "a cable that only one of its ends tells of was taken",
          scanner.line,
        );
      const ps =
        remarks.flights.get(here) ??
        remarks.flights.get(there) ??
        remarks.flightPs ??
        flight;
      builder.connect(a, num, b, peerNum, {
        ...rateOf(record, back, notes),
        flight: ps as Ps,
      });
      cabled.set(here, there);
      cabled.set(there, here);
    }
  }
}

function rateOf(
  record: PortRecord,
  back: PortRecord | undefined,
  notes: Notes,
): { speed: string; width: number } {
  const line = record.scanner.line;
  const one = usable(record.rate, line, notes);
  const other = usable(back?.rate, line, notes);
  if (one === undefined || other === undefined) {
    const known = one ?? other;
    if (known === undefined)
      notes.add("a cable without a speed was taken as 1xSDR", line);
    return known ?? { speed: "SDR", width: 1 };
  }
  if (one.speed === other.speed && one.width === other.width) return one;
  notes.add(
    "the two ends of a cable name different speeds; the slower was taken",
    line,
  );
  const time = ({ speed, width }: { speed: string; width: number }): number => {
    const ratio = linkBytePs(linkSpeedIndex(speed), width);
    return ratio.num / ratio.den;
  };
  return time(one) >= time(other) ? one : other;
}

function usable(
  rate: PrintedRate | undefined,
  line: number,
  notes: Notes,
): { speed: string; width: number } | undefined {
  if (rate === undefined || rate.speed === undefined) return undefined;
  const { speed, width } = rate;
  if (
    LINK_SPEED_NAMES.some((name) => name === speed) &&
    LINK_WIDTHS.some((lanes) => lanes === width)
  )
    return { speed, width };
  notes.add(`the speed ${width}x${speed} is unknown and was passed over`, line);
  return undefined;
}

function placed<T>(
  where: {
    readonly file?: string;
    readonly line: number;
    readonly column: number;
  },
  make: () => T,
): T {
  try {
    return make();
  } catch (error) {
    throw FabricError.is(error) ? error.at(where) : error;
  }
}
