import type { BufferSize, SwitchModel } from "@fabriclab/spec";
import { FabricError, MANAGEMENT_VL } from "@fabriclab/units";
import { bufferText, bufferUnits, isUnlimited } from "../buffer-units.ts";
import type { EngineConfig } from "../own-endports.ts";
import { NO_LIMIT } from "./state.ts";

/** Packets that all lanes without flow control can hold together, on top of what the other buffers hold. */
export const UNLIMITED_PACKETS = 1 << 16;

/** Input buffers as the engine counts them, per lane. */
export interface LaneBuffers {
  readonly slotsOf: Uint8Array;
  readonly capacityOf: Int32Array;
  /** Most packets that the lane's buffer can hold; 0 without limit. */
  readonly packetsOf: readonly number[];
}

/**
 * @param what whose buffers they are, as a message names them
 * @throws FabricError E_NETWORK_BUFFER when a lane's buffer does not hold the largest packet, or a lane has none
 */
export function laneBuffers(
  model: Pick<SwitchModel, "lanes" | "inputBuffer" | "inputBufferPerLane">,
  maxBytes: number,
  minBytes: number,
  what: "input buffer" | "receive buffer" = "input buffer",
): LaneBuffers {
  const perLane = model.inputBufferPerLane;
  const blocks = (bytes: number): number => (bytes + 63) >> 6;
  if (perLane !== undefined && perLane.length > model.lanes)
    throw new FabricError({
      code: "E_NETWORK_BUFFER",
      message: "inputBufferPerLane has more entries than there are lanes",
      got: `${perLane.length} entries`,
      expected: `at most ${model.lanes}`,
    });
  const sizes = Array.from({ length: model.lanes }, (_, lane): BufferSize =>
    perLane === undefined
      ? model.inputBuffer
      : (perLane[lane] ?? model.inputBuffer),
  );
  const capacities = sizes.map((size) =>
    isUnlimited(size) ? NO_LIMIT : bufferUnits(size, what),
  );
  const slotsOf = Uint8Array.from(sizes, (size) => ("packets" in size ? 1 : 0));
  capacities.forEach((units, lane) => {
    if (units >= (slotsOf[lane] === 1 ? 1 : blocks(maxBytes))) return;
    throw new FabricError({
      code: "E_NETWORK_BUFFER",
      message: "a buffer does not hold the largest packet",
      got: `${what === "input buffer" ? "an" : "a"} ${what} of ${bufferText(sizes[lane] ?? model.inputBuffer)} on VL${lane}`,
      expected: `at least 1 packet, or ${maxBytes} bytes`,
    });
  });
  return {
    slotsOf,
    capacityOf: Int32Array.from(capacities),
    packetsOf: capacities.map((units, lane) =>
      units === NO_LIMIT
        ? 0
        : slotsOf[lane] === 1
          ? units
          : Math.floor(units / blocks(minBytes)),
    ),
  };
}

/** The receive buffers of hosts: every data lane has one alike, VL15 takes what comes. */
export function receiveBuffers(
  { hca }: EngineConfig,
  lanes: number,
  maxBytes: number,
  minBytes: number,
): LaneBuffers | undefined {
  if (hca.receive === undefined) return undefined;
  const { buffer } = hca.receive;
  const perLane = Array.from({ length: lanes }, (_, lane) =>
    lane === MANAGEMENT_VL ? { packets: Infinity } : buffer,
  );
  return laneBuffers(
    { lanes, inputBuffer: buffer, inputBufferPerLane: perLane },
    maxBytes,
    minBytes,
    "receive buffer",
  );
}
