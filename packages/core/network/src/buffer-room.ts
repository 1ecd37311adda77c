import type { SwitchModel } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { bufferText, bufferUnits } from "./buffer-units.ts";
import {
  laneBuffers,
  receiveBuffers,
  type LaneBuffers,
} from "./general/lane-buffers.ts";
import type { EngineConfig } from "./own-endports.ts";

/** What the buffers of a network hold. */
export interface BufferRoom {
  /** Input buffers of switches. */
  readonly buffers: LaneBuffers;
  /** Receive buffers of hosts, where they have any. */
  readonly received: LaneBuffers | undefined;
  /** There are output buffers. */
  readonly buffered: boolean;
  /** Buffers are counted in packets, not in blocks of 64 bytes. */
  readonly inputSlots: boolean;
  readonly outputSlots: boolean;
  /** Packets or blocks that an output buffer holds per lane. */
  readonly outputCapacity: number;
  /** Packets at most that it holds. */
  readonly outputPackets: number;
  /** Packets at most that any input or receive buffer holds. */
  readonly inputPackets: number;
}

/**
 * @param maxBytes of the largest packet, and `minBytes` of the smallest
 * @throws FabricError E_NETWORK_BUFFER when a buffer does not hold the largest packet
 */
export function bufferRoom(
  config: EngineConfig,
  model: SwitchModel,
  maxBytes: number,
  minBytes: number,
): BufferRoom {
  const buffers = laneBuffers(model, maxBytes, minBytes);
  const outputCapacity = bufferUnits(model.outputBuffer, "output buffer");
  const outputSlots = "packets" in model.outputBuffer;
  const buffered = outputCapacity > 0;
  const blocks = (bytes: number): number => (bytes + 63) >> 6;
  if (buffered && outputCapacity < (outputSlots ? 1 : blocks(maxBytes))) {
    throw new FabricError({
      code: "E_NETWORK_BUFFER",
      message: "a buffer does not hold the largest packet",
      got: `an output buffer of ${bufferText(model.outputBuffer)}`,
      expected: `${maxBytes} bytes`,
    });
  }
  const received = receiveBuffers(config, model.lanes, maxBytes, minBytes);
  return {
    buffers,
    received,
    buffered,
    inputSlots: "packets" in model.inputBuffer,
    outputSlots,
    outputCapacity,
    outputPackets: outputSlots
      ? outputCapacity
      : Math.floor(outputCapacity / blocks(minBytes)),
    inputPackets: Math.max(
      ...buffers.packetsOf,
      ...(received?.packetsOf ?? []),
    ),
  };
}
