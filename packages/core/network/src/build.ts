import { createWheel, EVENT_KIND_BITS, put } from "@fabriclab/kernel";
import { JOURNAL_STRIDE, MAX_DROPPED_COPIES } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { bufferText, bufferUnits } from "./buffer-units.ts";
import type { Clock } from "./clock.ts";
import { commonModel } from "./common-model.ts";
import { MAX_RING } from "./credit-ring.ts";
import { buildGeneral, needsGeneralLoop } from "./general/build.ts";
import {
  laneBuffers,
  receiveBuffers,
  UNLIMITED_PACKETS,
} from "./general/lane-buffers.ts";
import { NO_LIMIT } from "./general/state.ts";
import * as L from "./layout.ts";
import { linkDelays } from "./link-delays.ts";
import {
  checkManagement,
  dataLanes,
  hasManagement,
  managementFirst,
} from "./management-lane.ts";
import { mixArbiters, mixLaneSchedulers } from "./mixed-parts.ts";
import { refuseUnsupported } from "./unsupported.ts";
import type { NetworkConfig } from "./network.ts";
import { usesOwnEndports, withOwnEndports } from "./own-endports.ts";
import type { EngineConfig } from "./own-endports.ts";
import { keepsLanes } from "./kept-lanes.ts";
import { refuseSize } from "./network-size.ts";
import { packTables } from "./packed-tables.ts";
import { createReceivers } from "./receivers.ts";
import { createOvertake } from "./overtake.ts";
import { createSources } from "./sources.ts";
import {
  R_BUCKET,
  R_FREE,
  R_TIME,
  type Mail,
  type NetworkState,
} from "./state.ts";
import { lengthTicks, ticksOf, type Ratio } from "./timing.ts";

/** Journal records beyond what one tick can write. */
const JOURNAL_RECORDS = 1 << 11;
/** Beyond so many lanes requests are kept by pairs of ports, too. */
const MANY_LANES = 8;
/** The near wheel grows to this many bits and no further: 512 KB. */
const MAX_BUCKET_BITS = 16;
const MIN_BUCKET_BITS = 8;

const sumOf = (counts: readonly number[]): number =>
  counts.reduce((sum, count) => sum + count, 0);

/** Builds the state of a network: sizes, records, tables, first packets. */
export function buildState(
  given: NetworkConfig,
  mailbox?: Pick<Mail, "words" | "lookahead">,
): NetworkState {
  const needed = needsGeneralLoop(given);
  const config: EngineConfig = usesOwnEndports(given)
    ? withOwnEndports(given)
    : given;
  const { fabric, tables, hca, tickPs, traffic } = config;
  const { firstPort = 1, givenPort } = fabric;
  const model = commonModel(config.switchModels);
  const V = model.lanes;
  if (!(Number.isInteger(V) && V >= 1 && V <= 16))
    throw new FabricError({
      code: "E_NETWORK_LANES",
      message: "number of lanes out of range",
      got: String(V),
      expected: "1 to 15, or 16 with VL15",
    });
  checkManagement(model, traffic);
  if (tables.lanes > dataLanes(V))
    throw new FabricError({
      code: "E_NETWORK_LANES",
      message: "the tables need more lanes than the switches have",
      got: `${dataLanes(V)} lanes`,
      expected: `at least ${tables.lanes}`,
    });
  if (traffic.length > 256)
    throw new FabricError({
      code: "E_NETWORK_TRAFFIC",
      message: "too many traffic entries",
      got: String(traffic.length),
      expected: "at most 256",
    });
  /** Port -> the model of its switch; host ports decide as the first model does. */
  const modelOfPort = Array.from(fabric.portNode, (node) =>
    node < fabric.switchCount
      ? config.switchModels[config.modelOf?.[node] ?? 0]!
      : model,
  );
  const { partition } = config;
  const owns = (node: number): boolean =>
    partition === undefined || partition.partOf[node] === partition.part;
  let largest = 0;
  for (let sw = 0; sw < fabric.switchCount; sw++)
    largest = Math.max(
      largest,
      fabric.portStart[sw + 1]! - fabric.portStart[sw]! - 1 + firstPort,
    );
  refuseUnsupported({
    switchModels: config.switchModels,
    traffic,
    divided: partition !== undefined,
    changes: config.changes === true,
    general: needed,
  });

  const buffered = bufferUnits(model.outputBuffer, "output buffer") > 0;
  const maxBytes = Math.max(64, ...traffic.map((t) => t.maxPacketBytes));
  const minBytes = Math.min(maxBytes, ...traffic.map((t) => t.minPacketBytes));
  const buffers = laneBuffers(model, maxBytes, minBytes);
  const inputSlots = "packets" in model.inputBuffer;
  const outputSlots = "packets" in model.outputBuffer;
  const outputCapacity = bufferUnits(model.outputBuffer, "output buffer");
  const blocks = (bytes: number): number => (bytes + 63) >> 6;
  if (buffered && outputCapacity < (outputSlots ? 1 : blocks(maxBytes))) {
    throw new FabricError({
      code: "E_NETWORK_BUFFER",
      message: "a buffer does not hold the largest packet",
      got: `an output buffer of ${bufferText(model.outputBuffer)}`,
      expected: `${maxBytes} bytes`,
    });
  }
  const received = receiveBuffers(config, V, maxBytes, minBytes);
  const inputPackets = Math.max(
    ...buffers.packetsOf,
    ...(received?.packetsOf ?? []),
  );
  const outputPackets = !buffered
    ? 0
    : outputSlots
      ? outputCapacity
      : Math.floor(outputCapacity / blocks(minBytes));

  // ---------------------------------------------------------------------------------- delays
  const ports = fabric.portCount;
  const delays = linkDelays(config, maxBytes, minBytes);
  const {
    rates,
    showAheadOf,
    longest,
    shortestLength,
    longestFlight,
    longestHop,
  } = delays;
  const sizes = new Set(
    traffic.flatMap((t) => [t.minPacketBytes, t.maxPacketBytes]),
  );
  const rate = rates.find((known) => known !== undefined);
  const length =
    delays.uniform && sizes.size === 1 && rate !== undefined
      ? lengthTicks([...sizes][0]!, rate, tickPs)
      : 0;
  const horizon = longest + longestFlight + longestHop + 1;
  let bucketBits = MIN_BUCKET_BITS;
  while (bucketBits < MAX_BUCKET_BITS && 1 << bucketBits < horizon)
    bucketBits++;

  // ---------------------------------------------------------------------------------- memory
  const maskWords = (largest >> 5) + 1;
  const firstHostPort = fabric.portStart[fabric.switchCount]!;
  const endpoints = ports - firstHostPort;
  const closed = traffic.some((t) => t.delivered !== undefined);
  // A drop policy, or a dead link, may empty a whole buffer within the flight time of a credit; credit packets may be shorter than any packet. Packets
  // without a path go one a tick.
  const concurrent =
    model.drop !== undefined ||
    model.creditPacketBytes !== undefined ||
    config.changes === true
      ? Math.max(1, inputPackets)
      : Math.min(inputPackets, longestFlight + 2);
  let ringLength = 1;
  while (ringLength < concurrent) ringLength *= 2;
  if (ringLength > MAX_RING) {
    const what =
      inputPackets > Math.max(...buffers.packetsOf)
        ? "a receive buffer"
        : "an input buffer";
    throw new FabricError({
      code: "E_NETWORK_BUFFER",
      message: "a buffer of more packets than the engine can keep credits for",
      got: `${what} of ${inputPackets} packets`,
      expected: `at most ${MAX_RING} packets`,
      hint: "smaller buffers, or larger packets",
    });
  }
  const multicast =
    tables.multicast !== undefined && tables.multicast.mlidCount > 0;
  const layered = model.crossbar === "lane" && V > 1;
  let cabled = 0;
  for (let port = 0; port < firstHostPort; port++)
    if (fabric.portPeer[port]! >= 0) cabled++;
  // Closed loop: packets on their way to their host stay in the pool until they are delivered.
  const receive = ticksOf(
    hca.receiveDelay,
    tickPs,
    "receive delay of the host",
  );
  const underway = closed
    ? endpoints *
      (Math.ceil((longest + longestFlight + receive) / shortestLength) + 1)
    : 0;
  const { replication } = model;
  const central =
    replication.mode === "asynchronous" ? (replication.centralPackets ?? 0) : 0;
  const held =
    multicast &&
    replication.mode === "asynchronous" &&
    replication.concurrent !== undefined;
  /** Packets that the receive buffers of one host hold. */
  const atReceiver = sumOf(received?.packetsOf ?? []);
  // What an own endport that is wired to every port sends waits in no buffer.
  const waitsAtOwnEndports =
    fabric.firstPort === 0 &&
    config.switchModels.some((of) => of.endportAtEveryPort === true);
  const packets =
    endpoints * V +
    cabled *
      (sumOf(buffers.packetsOf) +
        V * (outputPackets + central + (held ? 1 : 0))) +
    // Closed loop: as many more may be behind the buffers, but not delivered yet.
    (closed ? 2 : 1) * endpoints * atReceiver +
    (buffers.capacityOf.includes(NO_LIMIT) ||
    received?.capacityOf.includes(NO_LIMIT) === true ||
    waitsAtOwnEndports
      ? UNLIMITED_PACKETS
      : 0) +
    (buffered ? endpoints * V : 0) +
    underway +
    1;
  // Why not with live changes: other tables may come.
  const sl2vl =
    config.changes !== true && keepsLanes(fabric, tables, hca, traffic, V)
      ? undefined
      : tables.sl2vl;
  const layout = L.computeLayout({
    lanes: V,
    ringLength,
    ringStep: inputSlots && needed === undefined ? 1 : 2,
    maskWords,
    buffered,
    multicast,
    held,
    general: needed !== undefined,
    extras:
      multicast || layered || sl2vl !== undefined || model.drop !== undefined,
    ports,
    packets,
    // With few lanes there is little to find; a copy of a multicast may pass an input that is busy with another copy.
    pairedPorts:
      V > MANY_LANES &&
      maskWords === 1 &&
      !multicast &&
      !layered &&
      needed === undefined
        ? largest + 1
        : 0,
  });
  refuseSize(layout.words, packets, endpoints * atReceiver);
  const M = new Int32Array(layout.words);
  const record = (port: number): number =>
    layout.firstPort + port * layout.portWords;
  const groups = fabric.switchCount + endpoints;
  const groupBase = new Int32Array(groups);
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
    M[i + L.I_NODE] = !owns(node)
      ? L.REMOTE
      : isSwitch
        ? node
        : ~(port - firstHostPort);
    M[i + L.I_NUM] = num;
    for (let k = 0; k < layout.queues; k++) {
      const q = i + L.Q0 + k * layout.queueWords;
      M[q + L.Q_HEAD] = -1;
      M[q + L.Q_TAIL] = -1;
      M[q + L.Q_OUT] = -1;
      M[q + L.Q_CREDIT] = (
        isSwitch ? buffers : (received ?? buffers)
      ).capacityOf[k % V]!;
      M[q + L.Q_PORT] = i;
      M[q + L.Q_LANE] = k % V;
    }
    const o = i + layout.out;
    M[o + L.O_DOWN] = peer < 0 ? -1 : record(peer);
    M[o + L.O_INPUT] = i;
    M[o + L.O_GROUP] = group;
    M[o + L.O_NUM] = num;
    M[o + L.O_INDEX] = port;
    M[o + L.O_SENDING] = -1;
    if (buffered) {
      for (let lane = 0; lane < V; lane++) {
        const x = o + L.O_LANES + lane * layout.laneWords;
        M[x + L.X_HEAD] = -1;
        M[x + L.X_TAIL] = -1;
        M[x + L.X_INPUT] = i;
        M[x + L.X_PORT] = i;
      }
    }
  }
  for (let k = 0; k < packets; k++)
    M[layout.firstPacket + k * L.PACKET_WORDS] =
      k + 1 < packets ? layout.firstPacket + (k + 1) * L.PACKET_WORDS : -1;

  const packed = packTables(
    fabric,
    tables,
    sl2vl,
    V,
    maskWords,
    config.mlidRoom,
    needed !== undefined || config.changes === true,
  );

  // ---------------------------------------------------------------------------------- sources
  // Why -1: the loop starts after its present tick, and tick 0 is still to come; packets born at 0 leave at 0.
  const clock: Clock = { base: -1, tick: 0 };
  const endpointOfEndport = (endport: number): number => {
    const port = fabric.endportPort[endport] ?? -1;
    return port < 0 || fabric.portPeer[port]! < 0 ? -1 : port - firstHostPort;
  };
  const firstOwn = (fabric.firstOwnPort ?? ports) - firstHostPort;
  const hostRates: Ratio[] = [];
  // Why not `map`: once V8 compiles this, it makes arrays of another kind, and the sources' hot code is compiled anew.
  for (let port = firstHostPort; port < rates.length; port++)
    hostRates.push(rates[port] ?? { num: 1, den: 1 });
  const sources = createSources({
    memory: M,
    clock,
    lanes: V,
    hca,
    sendTicks: ticksOf(hca.sendDelay, tickPs, "send delay of the host"),
    firstOwn,
    tickPs,
    traffic,
    owns: (endport) => owns(fabric.endportNode[endport]!),
    endpointOf: endpointOfEndport,
    rates: hostRates,
    topLid: tables.lids.topLid,
    dlids: config.dlids === true,
    ahead: mailbox !== undefined && config.changes !== true,
  });

  // Live changes: copies for dead outputs are recorded one by one, and a failure discards what waits for it and what is on it.
  const onLink =
    Math.ceil(longestFlight / Math.max(1, shortestLength)) + outputPackets + 3;
  const slack =
    config.changes === true
      ? ports * V * (largest + 1) + 2 * V * (2 * (largest + 1) + onLink)
      : packed.sl2vlDiscards === undefined
        ? ports * V
        : 2 * ports * V;
  const perDrop = Math.ceil(endpoints / MAX_DROPPED_COPIES);
  const journalSlack =
    (4 * endpoints +
      perDrop * slack +
      (waitsAtOwnEndports ? UNLIMITED_PACKETS : 0)) *
    JOURNAL_STRIDE;
  const wheel = createWheel(bucketBits);
  const outputDelay = Math.max(
    ...config.switchModels.map((of) => of.outputDelay ?? 0),
  );
  const near = Math.max(horizon, outputDelay / tickPs) <= 1 << bucketBits;
  const showAhead = showAheadOf.some((ticks) => ticks > 0);
  const registers = new Int32Array(8);
  registers[R_FREE] = layout.firstPacket;
  const dataScheduler = mixLaneSchedulers(
    modelOfPort.map(({ laneScheduler }, port) =>
      port < firstHostPort || port >= firstHostPort + firstOwn
        ? laneScheduler
        : (hca.laneScheduler ?? laneScheduler),
    ),
    V,
    tables.vlArb,
  );
  const state: NetworkState = {
    layout,
    memory: M,
    wheel,
    clock,
    registers,
    sums: new Float64Array(8),
    journal: new Int32Array(JOURNAL_RECORDS * JOURNAL_STRIDE + journalSlack),
    journalLimit: JOURNAL_RECORDS * JOURNAL_STRIDE,
    dirtyGroups: new Int32Array(groups + 1),
    dirtyPorts: new Int32Array(groups * (maskWords === 1 ? 1 : maskWords + 1)),
    groupBase,
    switchCount: fabric.switchCount,
    ...packed,
    receivers: createReceivers(fabric, packed, maskWords),
    inputSlots,
    outputSlots,
    outputCapacity,
    layered,
    ...delays,
    receive,
    receiveOf: new Int32Array(endpoints).fill(receive, 0, firstOwn),
    portOf:
      givenPort === undefined ? (port) => port : (port) => givenPort[port]!,
    endportOf,
    arbiter: mixArbiters(
      modelOfPort.map(({ arbiter }) => arbiter),
      V,
      largest + 1,
    ),
    dataScheduler,
    laneScheduler: managementFirst(dataScheduler, V),
    sources,
    closed,
    closedOf: Uint8Array.from(traffic, (t) =>
      t.delivered === undefined ? 0 : 1,
    ),
    traffic,
    endpointOf: endpointOfEndport,
    mail:
      mailbox === undefined
        ? undefined
        : {
            ...mailbox,
            remoteUp: Uint8Array.from({ length: ports }, (_, port) =>
              fabric.portPeer[port]! >= 0 &&
              !owns(fabric.portNode[fabric.portPeer[port]!]!)
                ? 1
                : 0,
            ),
          },
    drop: model.drop?.create(ports * V, tickPs),
    showAhead,
    showAheadOf,
    general: buildGeneral(config, model, modelOfPort, {
      buffers,
      received,
      hosts: firstOwn,
      maxBytes,
      inputs: largest + 1,
      maskWords,
      packets,
      needed: needed !== undefined,
    }),
    near,
    length,
    delayed: outputDelay > 0,
    managed: traffic.some(hasManagement),
    ahead:
      needed === undefined &&
      near &&
      delays.uniform &&
      !showAhead &&
      model.select === undefined,
    starvedLanes: new Int32Array(ports),
    fullLanes: new Int32Array(ports),
    ...recordedInjections(config),
  };
  for (let source = 0; source < endpoints * V; source++)
    activateSource(state, source);
  return state;
}

/** Traffic entries whose injections the journal records. */
function recordedInjections({
  injections = true,
  traffic,
}: Pick<NetworkConfig, "injections" | "traffic">): Pick<
  NetworkState,
  "injections" | "injectionsOf"
> {
  const isRecorded = (index: number): boolean =>
    typeof injections === "boolean" ? injections : injections(index);
  const injectionsOf = Uint8Array.from(traffic, (_, index) =>
    isRecorded(index) ? 1 : 0,
  );
  return { injections: injectionsOf.includes(1), injectionsOf };
}

/** Gives the loop the next packet of a source, if it has none in it. Only between slices. */
export function activateSource(state: NetworkState, source: number): void {
  const { memory: M, registers, layout, wheel, sources } = state;
  const V = layout.lanes;
  const endpoint = (source / V) | 0;
  const i = state.groupBase[state.switchCount + endpoint]!;
  const q = i + L.Q0 + (source % V) * layout.queueWords;
  const waiting =
    layout.buffered &&
    M[
      i + layout.out + L.O_LANES + (source % V) * layout.laneWords + L.X_HEAD
    ]! >= 0;
  if (waiting) return;
  const now = registers[R_TIME]!;
  state.clock.tick = now + 1;
  let ready: number;
  if (M[q + L.Q_HEAD]! >= 0) {
    ready = createOvertake(state)(q, source, now);
    if (ready < 0) return;
  } else {
    const p = registers[R_FREE]!;
    const rest = M[p]!;
    if (!sources.pull(source, p)) return;
    registers[R_FREE] = rest;
    M[q + L.Q_HEAD] = p;
    ready = Math.max(M[p + L.K_READY]!, M[i + layout.out + L.O_BUSY]!);
  }
  put(
    M,
    wheel.near,
    wheel.nearBits,
    wheel.far,
    wheel.farBits,
    wheel.bucketBits,
    registers[R_BUCKET]!,
    (q << EVENT_KIND_BITS) | L.READY,
    Math.max(ready, now + 1),
  );
}
