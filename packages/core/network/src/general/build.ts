import type { SwitchModel } from "@fabriclab/spec";
import { FabricError, MANAGEMENT_VL } from "@fabriclab/units";
import { hasTimers, isClosedLoop } from "../adapted-streams.ts";
import {
  createCreditCounters,
  MOST_PROMISED,
  type CreditCounters,
} from "../credit-counters.ts";
import { discardsByLane } from "../lane-discards.ts";
import { isUnlimited } from "../buffer-units.ts";
import { hasManagement, managementFirst } from "../management-lane.ts";
import { mixLaneSchedulers } from "../mixed-parts.ts";
import {
  usesOwnEndports,
  type EngineConfig,
  type EngineFabric,
} from "../own-endports.ts";
import type { NetworkConfig } from "../network.ts";
import { ticksOf } from "../timing.ts";
import type { LaneBuffers } from "./lane-buffers.ts";
import { packPortSets } from "./port-sets.ts";
import { receiveState } from "./receive-state.ts";
import { NO_LIMIT, type GeneralState, type LiveState } from "./state.ts";

/** Whether a data lane's buffer is not like the others. VL15's matters to management packets only. */
function dataLanesDiffer({
  inputBuffer,
  inputBufferPerLane = [],
}: SwitchModel): boolean {
  const common = JSON.stringify(inputBuffer);
  return inputBufferPerLane
    .slice(0, MANAGEMENT_VL)
    .some((size) => JSON.stringify(size) !== common);
}

/** Whether VL15 has a buffer that is neither like the others nor without limit. */
function managementLaneDiffers({
  inputBuffer,
  inputBufferPerLane = [],
}: SwitchModel): boolean {
  const size = inputBufferPerLane[MANAGEMENT_VL] ?? inputBuffer;
  return (
    !isUnlimited(size) && JSON.stringify(size) !== JSON.stringify(inputBuffer)
  );
}

/** The features of a model that only the general loop has, by the field that asks for them. */
const asks: Readonly<Record<string, (model: SwitchModel) => boolean>> = {
  inputBufferPerLane: dataLanesDiffer,
  "inputBuffer without limit": ({ inputBuffer }) => isUnlimited(inputBuffer),
  creditAccounting: ({ creditAccounting }) => creditAccounting === "counters",
  creditPacketBytes: ({ creditPacketBytes = 0 }) => creditPacketBytes !== 0,
  "replication.concurrent": ({ replication }) =>
    replication.mode === "asynchronous" && replication.concurrent !== undefined,
  "replication.centralPackets": ({ replication }) =>
    replication.mode === "asynchronous" &&
    replication.centralPackets !== undefined,
};

/** Whether multicast packets can come up at all: their policy has nothing to decide where no group has a table entry, now or later. */
const hasMulticast = ({
  tables: { multicast },
  changes,
  mlidRoom = 0,
}: EngineConfig): boolean =>
  (multicast !== undefined && multicast.mlidCount > 0) ||
  (changes === true && mlidRoom > 0);

/** Whether the copies of multicast packets start together under a model, and there are any. */
const hasGangs = (
  { replication }: SwitchModel,
  config: EngineConfig | NetworkConfig,
): boolean => replication.mode === "gang" && hasMulticast(config);

/** The first thing in a configuration that needs the general loop, undefined when the fast one does. */
export function needsGeneralLoop(config: NetworkConfig): string | undefined {
  for (const model of config.switchModels) {
    for (const [field, isSet] of Object.entries(asks))
      if (isSet(model)) return field;
    if (hasGangs(model, config)) return "replication.mode: gang";
  }
  // Credits of a link between two parts, and the switches that a packet has passed in others, are not known where a port is chosen.
  if (
    config.partition !== undefined &&
    config.switchModels.some(({ select }) => select !== undefined)
  )
    return "select";
  if (discardsByLane(config)) return "SL2VL entries of 15";
  if (config.traffic.some(hasManagement)) {
    if (config.partition !== undefined) return "management packets";
    if (config.switchModels.some(managementLaneDiffers))
      return "management packets with an input buffer of their own";
  }
  if (config.hca.receive !== undefined) return "receive buffers of hosts";
  if (config.changes === true) return "live changes";
  if (hasTimers(config.traffic)) return "timers of traffic";
  if (config.hca.adapt !== undefined && isClosedLoop(config.traffic))
    return "queues of host adapters with closed-loop traffic";
  return usesOwnEndports(config) ? "endports of switches" : undefined;
}

function liveState(
  { switchCount, portCount, portStart, portPeer, firstPort = 1 }: EngineFabric,
  packets: number,
  maskWords: number,
): LiveState {
  return {
    down: new Uint8Array(portCount),
    deadPorts: new Int32Array(switchCount * maskWords),
    doomed: new Uint8Array(packets),
    portsOf: Array.from({ length: switchCount }, (_, sw) =>
      Array.from({ length: portStart[sw + 1]! - portStart[sw]! }, (__, k) => k)
        .filter((k) => portPeer[portStart[sw]! + k]! >= 0)
        .map((k) => k + firstPort),
    ),
  };
}

/** @throws FabricError E_NETWORK_UNSUPPORTED where buffers are not counted in blocks, or hold more than a counter can promise */
function countersOf(
  { name, creditAccounting, lanes }: SwitchModel,
  inputs: LaneBuffers,
  received: LaneBuffers | undefined,
  portNode: ArrayLike<number>,
  switchCount: number,
): CreditCounters | undefined {
  if (creditAccounting !== "counters") return undefined;
  const check = ({ slotsOf, capacityOf }: LaneBuffers, what: string): void =>
    capacityOf.forEach((units, lane) => {
      if (units === NO_LIMIT) return;
      if (slotsOf[lane] === 0 && units <= MOST_PROMISED) return;
      throw new FabricError({
        code: "E_NETWORK_UNSUPPORTED",
        message: `credit counters do not fit the ${what}s`,
        got: `${units} ${slotsOf[lane] === 1 ? "packets" : "blocks of 64 bytes"} on VL${lane}, with creditAccounting: counters, set by switch model ${name}`,
        expected: `a size in bytes, at most ${MOST_PROMISED} blocks of 64`,
        hint: `give the ${what} as a size such as 8KiB, or account credits exactly`,
      });
    });
  check(inputs, "input buffer");
  if (received !== undefined) check(received, "receive buffer");
  return createCreditCounters(
    Array.from({ length: portNode.length * lanes }, (_, k) => {
      const isSwitch = portNode[Math.floor(k / lanes)]! < switchCount;
      const { capacityOf } = isSwitch ? inputs : (received ?? inputs);
      const units = capacityOf[k % lanes]!;
      return units === NO_LIMIT ? 0 : units;
    }),
  );
}

/** The state of the general loop's features. */
export function buildGeneral(
  config: EngineConfig,
  model: SwitchModel,
  modelOfPort: readonly SwitchModel[],
  sizes: {
    readonly buffers: LaneBuffers;
    readonly received: LaneBuffers | undefined;
    /** Endpoints that are hosts. */
    readonly hosts: number;
    readonly maxBytes: number;
    readonly inputs: number;
    readonly packets: number;
    readonly needed: boolean;
    /** Words of a port mask. */
    readonly maskWords: number;
  },
): GeneralState {
  const { fabric, tables, tickPs } = config;
  const { lanes, replication, select, crossbarScheduler } = model;
  const { buffers, received, inputs, needed, maskWords } = sizes;
  const slots = needed ? fabric.portCount * lanes : 0;
  const gang =
    replication.mode === "gang" && hasGangs(model, config)
      ? replication
      : undefined;
  const bounded = replication.mode === "asynchronous" ? replication : undefined;
  const own = (fabric.firstPort ?? 1) === 0;
  const wired = Uint8Array.from({ length: fabric.switchCount }, (_, sw) =>
    own && modelOfPort[fabric.portStart[sw]!]!.endportAtEveryPort === true
      ? 1
      : 0,
  );
  const ownSlots = wired.includes(1) ? slots : 0;
  const policy = gang?.create(
    fabric.switchCount,
    inputs * lanes,
    tickPs,
    maskWords,
  );
  if (
    policy !== undefined &&
    policy.withdrawn === undefined &&
    (model.drop !== undefined || config.changes === true)
  )
    throw new FabricError({
      code: "E_NETWORK_UNSUPPORTED",
      message: `${replication.name} cannot be told of discarded packets`,
      got: `${model.drop === undefined ? "live changes" : "drop"} and replication.mode: gang, set by switch model ${model.name}`,
      expected: "a gang policy with withdrawn(), or nothing that discards them",
    });
  return {
    needed,
    slotsOf: Uint8Array.of(...buffers.slotsOf, ...(received?.slotsOf ?? [])),
    capacityOf: Int32Array.of(
      ...buffers.capacityOf,
      ...(received?.capacityOf ?? []),
    ),
    largestBlocks: (sizes.maxBytes + 63) >> 6,
    select: select?.create(fabric.switchCount, inputs, lanes),
    selectNeedsCredits: select?.needsCredits ?? false,
    portSets:
      select === undefined
        ? new Int32Array(0)
        : packPortSets(config, tables, maskWords),
    hops: new Uint16Array(select === undefined ? 1 : sizes.packets),
    crossbarScheduler:
      crossbarScheduler === undefined
        ? undefined
        : managementFirst(
            mixLaneSchedulers(
              modelOfPort.map(
                (of) => of.crossbarScheduler ?? crossbarScheduler,
              ),
              lanes,
              tables.vlArb,
            ),
            lanes,
          ),
    outputDelayOf: Int32Array.from(modelOfPort, (of, port) =>
      fabric.portNode[port]! < fabric.switchCount
        ? ticksOf(of.outputDelay ?? 0, tickPs, "delay behind the crossbar")
        : 0,
    ),
    creditBytes: model.creditPacketBytes ?? 0,
    counters: needed
      ? countersOf(
          model,
          buffers,
          received,
          fabric.portNode,
          fabric.switchCount,
        )
      : undefined,
    owed: new Int32Array(2 * slots),
    gang: policy,
    concurrent: bounded?.concurrent ?? 0,
    centralPackets: bounded?.centralPackets ?? 0,
    centralHead: new Int32Array(slots).fill(-1),
    centralTail: new Int32Array(slots).fill(-1),
    centralCount: new Int32Array(slots),
    wired,
    ownHead: new Int32Array(ownSlots).fill(-1),
    ownTail: new Int32Array(ownSlots).fill(-1),
    live:
      config.changes === true
        ? liveState(fabric, sizes.packets, maskWords)
        : undefined,
    receive: receiveState(config, model.laneScheduler, lanes, sizes.hosts),
    gate: undefined,
    links: undefined,
  };
}
