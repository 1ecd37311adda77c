import { FabricError } from "@fabriclab/units";
import { PACKET_WORDS } from "./layout.ts";

/** Words of a gibibyte. */
const MOST_WORDS = 1 << 28;

/**
 * @param words of the network's memory
 * @param packets that it has room for
 * @param atReceivers of them in receive buffers of hosts
 * @throws FabricError E_NETWORK_SIZE, naming what takes most of it
 */
export function refuseSize(
  words: number,
  packets: number,
  atReceivers: number,
): void {
  if (words < MOST_WORDS) return;
  const most =
    2 * packets * PACKET_WORDS < words
      ? "ports and lanes"
      : 2 * atReceivers > packets
        ? "receive buffers of hosts"
        : "buffers of switches";
  throw new FabricError({
    code: "E_NETWORK_SIZE",
    message: "the network needs more memory than the engine can address",
    got: `${words * 4} bytes, most of them for ${most}`,
    expected: "at most 1 GiB",
    hint: "smaller buffers or fewer lanes",
  });
}
