import { FabricError } from "@fabriclab/units";

/**
 * The packet pool is empty. Only lanes without flow control can do that: all others have records for as many packets as their buffers hold.
 *
 * @param packets size of the pool
 * @throws FabricError E_NETWORK_POOL
 */
export function refuseFullPool(packets: number): never {
  throw new FabricError({
    code: "E_NETWORK_POOL",
    message:
      "too many packets wait in the buffers of lanes without flow control",
    got: `${packets} packets in the network`,
    expected: "fewer",
    hint: "offer the lane less traffic, such as `control` with a longer period, or give it an inputBuffer with a size",
  });
}
