import { FabricError, type Options, type ReceiveModel } from "@fabriclab/spec";
import type { params } from "./params.ts";
import { weightedLanes } from "./weighted-lanes.ts";

/**
 * The receiving side of the adapter; undefined where it takes every packet at the rate of the link.
 *
 * @throws FabricError E_QUEUE_PAIR_RECEIVE where buffers that are not there are to be emptied
 */
export function receiveOf(
  options: Options<typeof params>,
): ReceiveModel | undefined {
  const { receiveBuffer, receiveRate, dmaRate, wqeDelay, laneWeights } =
    options;
  if (receiveBuffer !== undefined)
    return {
      buffer: receiveBuffer,
      elementDelay: wqeDelay,
      bytePs: receiveRate ?? dmaRate,
      ...(laneWeights === undefined
        ? {}
        : { laneScheduler: weightedLanes(laneWeights) }),
    };
  if (receiveRate === undefined) return undefined;
  throw new FabricError({
    code: "E_QUEUE_PAIR_RECEIVE",
    message: "receiveRate empties receive buffers, and there are none",
    where: { path: "receiveRate" },
    got: "receiveRate without receiveBuffer",
    expected: "both, or neither",
    hint: "add receiveBuffer, such as 4KiB: the space of each lane",
  });
}
