import { createWheel } from "@fabriclab/kernel";
import { activateSource } from "./activate-source.ts";
import { bufferRoom } from "./buffer-room.ts";
import type { Clock } from "./clock.ts";
import { commonModel } from "./common-model.ts";
import { computeLayout } from "./compute-layout.ts";
import { writePackets, writePorts } from "./first-records.ts";
import { buildGeneral, needsGeneralLoop } from "./general/build.ts";
import { JOURNAL_WORDS, journalSlack } from "./journal-room.ts";
import { keepsLanes } from "./kept-lanes.ts";
import { linkDelays } from "./link-delays.ts";
import {
  checkManagement,
  hasManagement,
  managementFirst,
} from "./management-lane.ts";
import { mixArbiters, mixLaneSchedulers } from "./mixed-parts.ts";
import { refuseSize } from "./network-size.ts";
import type { NetworkConfig } from "./network.ts";
import {
  usesOwnEndports,
  withOwnEndports,
  type EngineConfig,
} from "./own-endports.ts";
import { packTables } from "./packed-tables.ts";
import { poolRoom, ringLengthFor } from "./pool-room.ts";
import { createReceivers } from "./receivers.ts";
import { noWaits } from "./port-waits.ts";
import { noQueues } from "./input-queues.ts";
import { recordedInjections } from "./recorded-injections.ts";
import { refuseCounts } from "./refuse-counts.ts";
import { remotePeers } from "./remote-peers.ts";
import { NetworkHeads } from "./request-heads.ts";
import { createSources } from "./sources.ts";
import { R_FREE, type Mail, type NetworkState } from "./state.ts";
import { ticksOf, type Ratio } from "./timing.ts";
import { refuseUnsupported } from "./unsupported.ts";

/** Beyond so many lanes requests are kept by pairs of ports, too. */
const MANY_LANES = 8;
/** The near wheel grows to this many bits and no further: 512 KB. */
const MAX_BUCKET_BITS = 16;
const MIN_BUCKET_BITS = 8;

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
  refuseCounts(V, config);
  checkManagement(model, traffic);
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

  const maxBytes = Math.max(64, ...traffic.map((t) => t.maxPacketBytes));
  const minBytes = Math.min(maxBytes, ...traffic.map((t) => t.minPacketBytes));
  const room = bufferRoom(config, model, maxBytes, minBytes);
  const { buffers, received, buffered, inputSlots } = room;

  // ---------------------------------------------------------------------------------- delays
  const ports = fabric.portCount;
  const delays = linkDelays(config, maxBytes, minBytes);
  const { rates, showAheadOf, longest, longestFlight, longestHop } = delays;
  const sizes = new Set(
    traffic.flatMap((t) => [t.minPacketBytes, t.maxPacketBytes]),
  );
  const length = delays.uniform && sizes.size === 1 ? delays.shortestLength : 0;
  const horizon = longest + longestFlight + longestHop + 1;
  let bucketBits = MIN_BUCKET_BITS;
  while (bucketBits < MAX_BUCKET_BITS && 1 << bucketBits < horizon)
    bucketBits++;

  // ---------------------------------------------------------------------------------- memory
  const maskWords = (largest >> 5) + 1;
  const firstHostPort = fabric.portStart[fabric.switchCount]!;
  const endpoints = ports - firstHostPort;
  const closedOf = Uint8Array.from(traffic, (t) => (t.delivered ? 1 : 0));
  const closed = closedOf.includes(1);
  const multicast =
    tables.multicast !== undefined && tables.multicast.mlidCount > 0;
  const layered = model.crossbar === "lane" && V > 1;
  const receive = ticksOf(
    hca.receiveDelay,
    tickPs,
    "receive delay of the host",
  );
  const { replication } = model;
  const held =
    multicast &&
    replication.mode === "asynchronous" &&
    replication.concurrent !== undefined;
  const pool = poolRoom(config, model, room, delays, { closed, held, receive });
  // Why not with live changes: other tables may come.
  const sl2vl =
    config.changes !== true && keepsLanes(fabric, tables, hca, traffic, V)
      ? undefined
      : tables.sl2vl;
  const layout = computeLayout({
    lanes: V,
    ringLength: ringLengthFor(config, model, room, longestFlight),
    ringStep: inputSlots && needed === undefined ? 1 : 2,
    maskWords,
    buffered,
    multicast,
    held,
    general: needed !== undefined,
    extras:
      multicast || layered || sl2vl !== undefined || model.drop !== undefined,
    ports,
    packets: pool.packets,
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
  refuseSize(layout.words, pool.packets, pool.atReceivers);
  const M = new Int32Array(layout.words);
  writePackets(M, layout, pool.packets);
  const { groupBase, endportOf } = writePorts(M, layout, config, {
    buffered,
    inputs: buffers,
    receivers: received ?? buffers,
    owns,
  });

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
  const heads = new NetworkHeads();
  const state: NetworkState = {
    layout,
    memory: M,
    wheel,
    clock,
    registers,
    sums: new Float64Array(8),
    journal: new Int32Array(
      JOURNAL_WORDS +
        journalSlack(config, room, delays, {
          lanes: V,
          largest,
          sl2vlDiscards: packed.sl2vlDiscards !== undefined,
        }),
    ),
    journalLimit: JOURNAL_WORDS,
    dirtyGroups: new Int32Array(groupBase.length + 1),
    dirtyPorts: new Int32Array(
      groupBase.length * (maskWords === 1 ? 1 : maskWords + 1),
    ),
    groupBase,
    switchCount: fabric.switchCount,
    ...packed,
    receivers: createReceivers(fabric, packed, maskWords),
    inputSlots,
    outputSlots: room.outputSlots,
    outputCapacity: room.outputCapacity,
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
      heads,
    ),
    dataScheduler,
    laneScheduler: managementFirst(dataScheduler, V),
    sources,
    closed,
    closedOf,
    traffic,
    endpointOf: endpointOfEndport,
    mail:
      mailbox === undefined
        ? undefined
        : { ...mailbox, remoteUp: remotePeers(fabric, owns) },
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
      packets: pool.packets,
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
    waits: config.waits === true ? noWaits(ports) : undefined,
    queues: config.queues === true ? noQueues(ports) : undefined,
  };
  heads.of(state);
  for (let source = 0; source < endpoints * V; source++)
    activateSource(state, source);
  return state;
}
