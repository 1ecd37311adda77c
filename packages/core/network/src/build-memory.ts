import type { SwitchModel } from "@fabriclab/spec";
import type { BufferRoom } from "./buffer-room.ts";
import { computeLayout, type Layout } from "./compute-layout.ts";
import { writePackets, writePorts, type PortIndex } from "./first-records.ts";
import { keepsLanes } from "./kept-lanes.ts";
import type { LinkDelays } from "./link-delays.ts";
import { refuseSize } from "./network-size.ts";
import type { EngineConfig } from "./own-endports.ts";
import { packTables, type PackedTables } from "./packed-tables.ts";
import { poolRoom, ringLengthFor } from "./pool-room.ts";

/** Beyond so many lanes requests are kept by pairs of ports, too. */
const MANY_LANES = 8;

/** What {@link buildMemory} has to know beside the configuration. */
export interface MemorySpec {
  /** What all switch models have in common. */
  readonly model: SwitchModel;
  readonly room: BufferRoom;
  readonly delays: LinkDelays;
  /** Some traffic reacts to deliveries. */
  readonly closed: boolean;
  /** Ticks from a packet's arrival at a host to its delivery. */
  readonly receive: number;
  /** Port number of the largest switch's last port. */
  readonly largest: number;
  /** Each lane has a crossbar layer of its own. */
  readonly layered: boolean;
  /** The general loop is needed. */
  readonly general: boolean;
  /** Nodes that this part simulates. */
  readonly owns: (node: number) => boolean;
}

/** The records of a network as they are before anything happens, and its tables. */
export interface NetworkMemory {
  readonly layout: Layout;
  readonly memory: Int32Array;
  readonly ports: PortIndex;
  readonly packed: PackedTables;
}

/**
 * Lays out the records of all ports and packets, and writes them.
 *
 * @throws FabricError E_NETWORK_BUFFER, E_NETWORK_LANES; what `refuseSize` says of too large a network
 */
export function buildMemory(
  config: EngineConfig,
  spec: MemorySpec,
): NetworkMemory {
  const { fabric, tables, hca, traffic } = config;
  const { model, room, delays, layered, general } = spec;
  const { lanes, replication } = model;
  const maskWords = (spec.largest >> 5) + 1;
  const multicast =
    tables.multicast !== undefined && tables.multicast.mlidCount > 0;
  const held =
    multicast &&
    replication.mode === "asynchronous" &&
    replication.concurrent !== undefined;
  const pool = poolRoom(config, model, room, delays, {
    closed: spec.closed,
    held,
    receive: spec.receive,
  });
  // Why not with live changes: other tables may come.
  const sl2vl =
    config.changes !== true && keepsLanes(fabric, tables, hca, traffic, lanes)
      ? undefined
      : tables.sl2vl;
  // With few lanes there is little to find; a copy of a multicast may pass an input that is busy with another copy.
  const paired =
    lanes > MANY_LANES && maskWords === 1 && !multicast && !layered && !general;
  const layout = computeLayout({
    lanes,
    ringLength: ringLengthFor(config, model, room, delays.longestFlight),
    ringStep: room.inputSlots && !general ? 1 : 2,
    maskWords,
    buffered: room.buffered,
    multicast,
    held,
    general,
    extras:
      multicast || layered || sl2vl !== undefined || model.drop !== undefined,
    ports: fabric.portCount,
    packets: pool.packets,
    pairedPorts: paired ? spec.largest + 1 : 0,
  });
  refuseSize(layout.words, pool.packets, pool.atReceivers);
  const memory = new Int32Array(layout.words);
  writePackets(memory, layout, pool.packets);
  const ports = writePorts(memory, layout, config, {
    buffered: room.buffered,
    inputs: room.buffers,
    receivers: room.received ?? room.buffers,
    owns: spec.owns,
  });
  const packed = packTables(
    fabric,
    tables,
    sl2vl,
    lanes,
    maskWords,
    config.mlidRoom,
    general || config.changes === true,
  );
  return { layout, memory, ports, packed };
}
