import { packetsOfMessage, type MessageFraming } from "@fabriclab/spec";

/** One message size and the packets it becomes. */
export interface MessageSize {
  readonly weight: number;
  /** Bytes on the wire of each packet, in sending order. */
  readonly packets: readonly number[];
  /** Their sum. */
  readonly wireBytes: number;
}

/** @returns the sizes with their weights made to sum to 1 */
export function messageSizes(
  mix: readonly { readonly size: number; readonly weight: number }[],
  framing: MessageFraming,
): MessageSize[] {
  const total = mix.reduce((sum, { weight }) => sum + weight, 0);
  return mix.map(({ size, weight }) => {
    const packets = packetsOfMessage(size, framing);
    const wireBytes = packets.reduce((sum, bytes) => sum + bytes, 0);
    return { weight: weight / total, packets, wireBytes };
  });
}

/** Mean bytes on the wire of a message. */
export const meanWireBytes = (sizes: readonly MessageSize[]): number =>
  sizes.reduce((sum, { weight, wireBytes }) => sum + weight * wireBytes, 0);
