import { createWheel, type Wheel } from "@fabriclab/kernel";
import { activateSource } from "./activate-source.ts";
import { bufferRoom } from "./buffer-room.ts";
import { buildMemory } from "./build-memory.ts";
import type { Clock } from "./clock.ts";
import { commonModel } from "./common-model.ts";
import { buildGeneral, needsGeneralLoop } from "./general/build.ts";
import { JOURNAL_WORDS, journalSlack } from "./journal-room.ts";
import { LateBirths } from "./late-births.ts";
import { linkDelays, type LinkDelays } from "./link-delays.ts";
import {
  checkManagement,
  hasManagement,
  managementFirst,
} from "./management-lane.ts";
import { mixArbiters, mixLaneSchedulers } from "./mixed-parts.ts";
import { networkSources } from "./network-sources.ts";
import type { NetworkConfig } from "./network.ts";
import {
  usesOwnEndports,
  withOwnEndports,
  type EngineConfig,
} from "./own-endports.ts";
import { createReceivers } from "./receivers.ts";
import { noWaits } from "./port-waits.ts";
import { noQueues } from "./input-queues.ts";
import { recordedInjections } from "./recorded-injections.ts";
import { refuseCounts } from "./refuse-counts.ts";
import { remotePeers } from "./remote-peers.ts";
import { NetworkHeads } from "./request-heads.ts";
import { R_FREE } from "./registers.ts";
import type { Mail, NetworkState } from "./state.ts";
import { ticksOf } from "./timing.ts";
import { refuseUnsupported } from "./unsupported.ts";

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
  const { givenPort } = fabric;
  const model = commonModel(config.switchModels);
  const { lanes } = model;
  refuseCounts(lanes, config);
  checkManagement(model, traffic);
  /** Port -> the model of its switch; host ports decide as the first model does. */
  const modelOfPort = Array.from(fabric.portNode, (node) =>
    node < fabric.switchCount
      ? config.switchModels[config.modelOf?.[node] ?? 0]!
      : model,
  );
  const owns = ownership(config);
  const largest = largestPort(fabric);
  refuseUnsupported({
    switchModels: config.switchModels,
    traffic,
    divided: config.partition !== undefined,
    changes: config.changes === true,
    general: needed,
  });

  const maxBytes = Math.max(64, ...traffic.map((t) => t.maxPacketBytes));
  const minBytes = Math.min(maxBytes, ...traffic.map((t) => t.minPacketBytes));
  const room = bufferRoom(config, model, maxBytes, minBytes);
  const delays = linkDelays(config, maxBytes, minBytes);
  const receive = ticksOf(
    hca.receiveDelay,
    tickPs,
    "receive delay of the host",
  );
  const closedOf = Uint8Array.from(traffic, (t) => (t.delivered ? 1 : 0));
  const closed = closedOf.includes(1);
  const layered = model.crossbar === "lane" && lanes > 1;
  const { layout, memory, ports, packed } = buildMemory(config, {
    model,
    room,
    delays,
    closed,
    receive,
    largest,
    layered,
    general: needed !== undefined,
    owns,
  });
  const { maskWords } = layout;
  const { groupBase } = ports;

  const firstHostPort = fabric.portStart[fabric.switchCount]!;
  const endpoints = layout.ports - firstHostPort;
  /** Endpoints that are hosts; those behind them are switches' own endports. */
  const hosts = (fabric.firstOwnPort ?? layout.ports) - firstHostPort;
  const endpointOf = (endport: number): number => {
    const port = fabric.endportPort[endport] ?? -1;
    return port < 0 || fabric.portPeer[port]! < 0 ? -1 : port - firstHostPort;
  };
  // Why -1: the loop starts after its present tick, and tick 0 is still to come; packets born at 0 leave at 0.
  const clock: Clock = { base: -1, tick: 0 };
  const sums = new Float64Array(8);
  const births = new LateBirths(clock, sums, endpoints * lanes);
  const sources = networkSources(config, {
    memory,
    clock,
    births,
    lanes,
    delays,
    ahead: mailbox !== undefined && config.changes !== true,
    owns,
    endpointOf,
  });
  const { wheel, near, outputDelay } = wheelFor(config, delays);
  const showAhead = delays.showAheadOf.some((ticks) => ticks > 0);
  const registers = new Int32Array(8);
  registers[R_FREE] = layout.firstPacket;
  const dataScheduler = mixLaneSchedulers(
    modelOfPort.map(({ laneScheduler }, port) =>
      port < firstHostPort || port >= firstHostPort + hosts
        ? laneScheduler
        : (hca.laneScheduler ?? laneScheduler),
    ),
    lanes,
    tables.vlArb,
  );
  const heads = new NetworkHeads();
  const state: NetworkState = {
    layout,
    memory,
    wheel,
    clock,
    births,
    registers,
    sums,
    journal: new Int32Array(
      JOURNAL_WORDS +
        journalSlack(config, room, delays, {
          lanes,
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
    inputSlots: room.inputSlots,
    outputSlots: room.outputSlots,
    outputCapacity: room.outputCapacity,
    layered,
    ...delays,
    receive,
    receiveOf: new Int32Array(endpoints).fill(receive, 0, hosts),
    portOf:
      givenPort === undefined ? (port) => port : (port) => givenPort[port]!,
    endportOf: ports.endportOf,
    arbiter: mixArbiters(
      modelOfPort.map(({ arbiter }) => arbiter),
      lanes,
      largest + 1,
      heads,
    ),
    dataScheduler,
    laneScheduler: managementFirst(dataScheduler, lanes),
    sources,
    closed,
    closedOf,
    traffic,
    endpointOf,
    mail:
      mailbox === undefined
        ? undefined
        : { ...mailbox, remoteUp: remotePeers(fabric, owns) },
    drop: model.drop?.create(layout.ports * lanes, tickPs),
    showAhead,
    general: buildGeneral(config, model, modelOfPort, {
      buffers: room.buffers,
      received: room.received,
      hosts,
      maxBytes,
      inputs: largest + 1,
      maskWords,
      packets: layout.packets,
      needed: needed !== undefined,
    }),
    near,
    length: commonLength(config, delays),
    delayed: outputDelay > 0,
    managed: traffic.some(hasManagement),
    ahead:
      needed === undefined &&
      near &&
      delays.uniform &&
      !showAhead &&
      model.select === undefined,
    starvedLanes: new Int32Array(layout.ports),
    fullLanes: new Int32Array(layout.ports),
    ...recordedInjections(config),
    waits: config.waits === true ? noWaits(layout.ports) : undefined,
    queues:
      config.queues === true
        ? noQueues(layout.ports, lanes, delays.uniform)
        : undefined,
  };
  heads.of(state);
  for (let source = 0; source < endpoints * lanes; source++)
    activateSource(state, source);
  return state;
}

/** Whether this part of a split network simulates a node; a whole one simulates all. */
function ownership({
  partition,
}: Pick<EngineConfig, "partition">): (node: number) => boolean {
  return (node) =>
    partition === undefined || partition.partOf[node] === partition.part;
}

/** Port number of the largest switch's last port. */
function largestPort({
  switchCount,
  portStart,
  firstPort = 1,
}: EngineConfig["fabric"]): number {
  let largest = 0;
  for (let sw = 0; sw < switchCount; sw++)
    largest = Math.max(
      largest,
      portStart[sw + 1]! - portStart[sw]! - 1 + firstPort,
    );
  return largest;
}

/** Ticks that every packet takes on every link, where all packets are of one size and all links alike; else 0. */
function commonLength(
  { traffic }: Pick<EngineConfig, "traffic">,
  { uniform, shortestLength }: LinkDelays,
): number {
  const sizes = new Set(
    traffic.flatMap((t) => [t.minPacketBytes, t.maxPacketBytes]),
  );
  return uniform && sizes.size === 1 ? shortestLength : 0;
}

/** The wheel of events, and whether every event lies near enough for it; with the longest delay behind a crossbar, ps. */
function wheelFor(
  { switchModels, tickPs }: EngineConfig,
  { longest, longestFlight, longestHop }: LinkDelays,
): { wheel: Wheel; near: boolean; outputDelay: number } {
  const horizon = longest + longestFlight + longestHop + 1;
  let bits = MIN_BUCKET_BITS;
  while (bits < MAX_BUCKET_BITS && 1 << bits < horizon) bits++;
  const outputDelay = Math.max(
    ...switchModels.map((of) => of.outputDelay ?? 0),
  );
  return {
    wheel: createWheel(bits),
    near: Math.max(horizon, outputDelay / tickPs) <= 1 << bits,
    outputDelay,
  };
}
