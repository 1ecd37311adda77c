import { FabricError } from "@fabriclab/units";

/** Bytes of the headers and check sequences of InfiniBand packets (IBA volume 1, chapters 5, 7-9). */
export const IBA_HEADER_BYTES = {
  /** Local route header: on every packet. */
  lrh: 8,
  /** Global route header: always on multicast packets. */
  grh: 40,
  /** Base transport header. */
  bth: 12,
  /** Datagram extended transport header: unreliable datagrams. */
  deth: 8,
  /** RDMA extended transport header: first packet of an RDMA write, RDMA read requests. */
  reth: 16,
  /** Acknowledge extended transport header. */
  aeth: 4,
  /** Immediate data. */
  immDt: 4,
  /** Invariant check sequence. */
  icrc: 4,
  /** Variant check sequence, after the part that PktLen counts. */
  vcrc: 2,
} as const;

/** Payload sizes that an IBA link may be set to carry, in bytes. */
export const IBA_MTUS = [256, 512, 1024, 2048, 4096] as const;

/**
 * Which headers a packet carries.
 * `none`: the size is the size on the wire, as in papers that give no header. `rc`: middle packets of a reliable connection's SEND or RDMA
 * write. `ud`: unreliable datagram.
 */
export type IbaTransport = "none" | "rc" | "ud";

/** Everything on the wire that is not payload: 26 bytes for RC, 34 for UD, 40 more with a GRH (which multicast packets always carry). */
export function ibaOverheadBytes(
  transport: IbaTransport,
  multicast: boolean,
): number {
  if (transport === "none") return 0;
  const { lrh, grh, bth, deth, icrc, vcrc } = IBA_HEADER_BYTES;
  return (
    lrh +
    (multicast ? grh : 0) +
    bth +
    (transport === "ud" ? deth : 0) +
    icrc +
    vcrc
  );
}

/** How messages become packets. */
export interface MessageFraming {
  readonly transport: IbaTransport;
  /** Most payload bytes of a packet; absent = a message is one packet, however long (`jumbo`). */
  readonly mtu?: number;
  /** Whether the packets go to a multicast LID. */
  readonly multicast: boolean;
}

/**
 * Bytes on the wire of each packet of a message, in sending order: all but the last carry a full MTU.
 *
 * With headers, payload is padded to whole 4-byte words (PadCnt), because PktLen counts words.
 *
 * @throws FabricError `E_SPEC_FRAMING` for an empty message, an MTU that is no positive integer, or multicast over a connection.
 */
export function packetsOfMessage(
  messageBytes: number,
  framing: MessageFraming,
): number[] {
  const mtu = framing.mtu ?? messageBytes;
  if (!Number.isInteger(messageBytes) || messageBytes <= 0)
    throw refusal("A message must have at least one byte", messageBytes);
  if (!Number.isInteger(mtu) || mtu <= 0)
    throw refusal("An MTU must have at least one byte", mtu);
  if (framing.multicast && framing.transport === "rc")
    throw refusal(
      "A connection has one receiver: multicast is for datagrams",
      "rc",
      "ud or none",
    );
  const overhead = ibaOverheadBytes(framing.transport, framing.multicast);
  const onWire = (payload: number): number =>
    overhead +
    (framing.transport === "none" ? payload : Math.ceil(payload / 4) * 4);
  const full = Math.ceil(messageBytes / mtu) - 1;
  const packets = new Array<number>(full).fill(onWire(mtu));
  packets.push(onWire(messageBytes - full * mtu));
  return packets;
}

function refusal(
  message: string,
  got: number | string,
  expected = "a positive integer",
): FabricError {
  return new FabricError({
    code: "E_SPEC_FRAMING",
    message,
    got: String(got),
    expected,
  });
}
