import type { SwitchModel } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import type { BufferRoom } from "./buffer-room.ts";
import { MAX_RING } from "./credit-ring.ts";
import { UNLIMITED_PACKETS } from "./general/lane-buffers.ts";
import { NO_LIMIT } from "./general/state.ts";
import type { LinkDelays } from "./link-delays.ts";
import type { EngineConfig } from "./own-endports.ts";

const sumOf = (counts: readonly number[]): number =>
  counts.reduce((sum, count) => sum + count, 0);

/** What an own endport that is wired to every port sends waits in no buffer. */
export const waitsAtOwnEndports = ({
  fabric,
  switchModels,
}: Pick<EngineConfig, "fabric" | "switchModels">): boolean =>
  fabric.firstPort === 0 &&
  switchModels.some((model) => model.endportAtEveryPort === true);

/**
 * Entries of a credit ring, a power of two: as many as credits of one buffer can be on their way back at once.
 *
 * @throws FabricError E_NETWORK_BUFFER when a buffer holds more packets than a ring can have entries
 */
export function ringLengthFor(
  { changes }: Pick<EngineConfig, "changes">,
  model: SwitchModel,
  { buffers, inputPackets }: BufferRoom,
  longestFlight: number,
): number {
  // A drop policy, or a dead link, may empty a whole buffer within the flight time of a credit; credit packets may be shorter than any packet. Packets
  // without a path go one a tick.
  const concurrent =
    model.drop !== undefined ||
    model.creditPacketBytes !== undefined ||
    changes === true
      ? Math.max(1, inputPackets)
      : Math.min(inputPackets, longestFlight + 2);
  let length = 1;
  while (length < concurrent) length *= 2;
  if (length <= MAX_RING) return length;
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

/** Packets that a network can hold at once. */
export interface PoolRoom {
  readonly packets: number;
  /** Of them in receive buffers of hosts. */
  readonly atReceivers: number;
}

/** What {@link poolRoom} has to know beside buffers and delays. */
interface PoolOptions {
  /** Some traffic reacts to deliveries. */
  readonly closed: boolean;
  /** Inputs have holding buffers for multicasts. */
  readonly held: boolean;
  /** Ticks from a packet's arrival at a host to its delivery. */
  readonly receive: number;
}

/** How many packets all buffers, links and hosts hold together at most. */
export function poolRoom(
  config: EngineConfig,
  { lanes, replication }: SwitchModel,
  { buffers, received, buffered, outputPackets }: BufferRoom,
  { longest, longestFlight, shortestLength }: LinkDelays,
  { closed, held, receive }: PoolOptions,
): PoolRoom {
  const { fabric } = config;
  const firstHostPort = fabric.portStart[fabric.switchCount]!;
  const endpoints = fabric.portCount - firstHostPort;
  let cabled = 0;
  for (let port = 0; port < firstHostPort; port++)
    if (fabric.portPeer[port]! >= 0) cabled++;
  const central =
    replication.mode === "asynchronous" ? (replication.centralPackets ?? 0) : 0;
  const atSwitches =
    cabled *
    (sumOf(buffers.packetsOf) +
      lanes * (outputPackets + central + (held ? 1 : 0)));
  const atHosts = endpoints * lanes * (buffered ? 2 : 1);
  const atReceivers = endpoints * sumOf(received?.packetsOf ?? []);
  // Closed loop: packets on their way to their host stay in the pool until they are delivered, and as many more as the buffers hold may be behind them.
  const underway = closed
    ? atReceivers +
      endpoints *
        (Math.ceil((longest + longestFlight + receive) / shortestLength) + 1)
    : 0;
  const isUnlimited =
    buffers.capacityOf.includes(NO_LIMIT) ||
    received?.capacityOf.includes(NO_LIMIT) === true ||
    waitsAtOwnEndports(config);
  return {
    packets:
      atSwitches +
      atHosts +
      atReceivers +
      underway +
      (isUnlimited ? UNLIMITED_PACKETS : 0) +
      1,
    atReceivers,
  };
}
