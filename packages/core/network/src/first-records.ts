import type { Layout } from "./compute-layout.ts";
import type { LaneBuffers } from "./general/lane-buffers.ts";
import * as L from "./layout.ts";
import type { EngineConfig } from "./own-endports.ts";

/** Links all packets of the pool as free ones. */
export function writePackets(
  M: Int32Array,
  { firstPacket }: Layout,
  packets: number,
): void {
  for (let k = 0; k < packets; k++)
    M[firstPacket + k * L.PACKET_WORDS] =
      k + 1 < packets ? firstPacket + (k + 1) * L.PACKET_WORDS : -1;
}

/** What the records of ports are written from, beside the fabric and the layout. */
export interface PortSpec {
  /** There are output buffers. */
  readonly buffered: boolean;
  /** Buffers of switches. */
  readonly inputs: LaneBuffers;
  /** Buffers of hosts. */
  readonly receivers: LaneBuffers;
  /** Nodes that this part simulates. */
  owns(node: number): boolean;
}

/** What is known of ports and lists of ports once their records are written. */
export interface PortIndex {
  /** Group, a switch or a host's port -> the record of what would be its port 0. */
  readonly groupBase: Int32Array;
  /** Host port, counted from 0 -> its endport. */
  readonly endportOf: Int32Array;
}

/** Writes the record of every port as it is before anything happens: empty queues, full credit. */
export function writePorts(
  M: Int32Array,
  layout: Layout,
  { fabric }: Pick<EngineConfig, "fabric">,
  spec: PortSpec,
): PortIndex {
  const { firstPort = 1 } = fabric;
  const ports = fabric.portCount;
  const firstHostPort = fabric.portStart[fabric.switchCount]!;
  const endpoints = ports - firstHostPort;
  const record = (port: number): number =>
    layout.firstPort + port * layout.portWords;
  const groupBase = new Int32Array(fabric.switchCount + endpoints);
  const endportOf = new Int32Array(endpoints);
  for (let e = 0; e < fabric.endportCount; e++)
    if (fabric.endportPort[e]! >= 0)
      endportOf[fabric.endportPort[e]! - firstHostPort] = e;
  for (let port = 0; port < ports; port++) {
    const node = fabric.portNode[port]!;
    const isSwitch = node < fabric.switchCount;
    const i = record(port);
    const base = isSwitch ? record(fabric.portStart[node]! - firstPort) : i;
    const peer = fabric.portPeer[port]!;
    const num = isSwitch ? port - fabric.portStart[node]! + firstPort : 0;
    const group = isSwitch ? node : fabric.switchCount + port - firstHostPort;
    groupBase[group] = base;
    M[i + L.I_READER] = -1;
    M[i + L.I_QUEUE] = -1;
    M[i + L.I_UP] = peer < 0 ? -1 : record(peer);
    M[i + L.I_BASE] = base;
    M[i + L.I_NODE] = !spec.owns(node)
      ? L.REMOTE
      : isSwitch
        ? node
        : ~(port - firstHostPort);
    M[i + L.I_NUM] = num;
    writeQueues(M, layout, i, isSwitch ? spec.inputs : spec.receivers);
    const o = i + layout.out;
    M[o + L.O_DOWN] = peer < 0 ? -1 : record(peer);
    M[o + L.O_INPUT] = i;
    M[o + L.O_GROUP] = group;
    M[o + L.O_NUM] = num;
    M[o + L.O_INDEX] = port;
    M[o + L.O_SENDING] = -1;
    if (spec.buffered) writeOutputLanes(M, layout, i);
  }
  return { groupBase, endportOf };
}

/** Queues of the port whose record is at `i`. */
function writeQueues(
  M: Int32Array,
  { lanes, queues, queueWords }: Layout,
  i: number,
  { capacityOf }: LaneBuffers,
): void {
  for (let k = 0; k < queues; k++) {
    const q = i + L.Q0 + k * queueWords;
    M[q + L.Q_HEAD] = -1;
    M[q + L.Q_TAIL] = -1;
    M[q + L.Q_OUT] = -1;
    M[q + L.Q_CREDIT] = capacityOf[k % lanes]!;
    M[q + L.Q_PORT] = i;
    M[q + L.Q_LANE] = k % lanes;
  }
}

/** Output buffers of the port whose record is at `i`. */
function writeOutputLanes(
  M: Int32Array,
  { lanes, laneWords, out }: Layout,
  i: number,
): void {
  for (let lane = 0; lane < lanes; lane++) {
    const x = i + out + L.O_LANES + lane * laneWords;
    M[x + L.X_HEAD] = -1;
    M[x + L.X_TAIL] = -1;
    M[x + L.X_INPUT] = i;
    M[x + L.X_PORT] = i;
  }
}
