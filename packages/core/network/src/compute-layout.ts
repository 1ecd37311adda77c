import {
  G_WORDS,
  I_BUSY,
  O_BUSY,
  O_LANES,
  P_LANES,
  PACKET_WORDS,
  Q0,
  Q_CREDIT_EVENT,
  Q_SHORT_RING,
  Q_WORDS,
  QX_MASK,
  X_REQUESTS,
} from "./layout.ts";

/** The sizes that depend on the configuration. */
export interface Layout {
  readonly lanes: number;
  /** Entries of a credit ring, a power of two. */
  readonly ringLength: number;
  /** Words of an entry: the tick, and the units unless they are always 1. */
  readonly ringStep: 1 | 2;
  /** Offset of the ring of credits in a queue record, `ringStep * ringLength` words. */
  readonly ring: number;
  /** Request words per lane: ceil((largest port number + 1) / 32). */
  readonly maskWords: number;
  readonly buffered: boolean;
  readonly multicast: boolean;
  /** Behind the queues of a port's lanes lie as many records of holding buffers: the queue's fields, for the one packet that has left it. */
  readonly held: boolean;
  /** Queue records of a port, holding buffers included. */
  readonly queues: number;
  /** Queues have the extra fields. */
  readonly extras: boolean;
  /** Offset of the extra fields in a queue record. */
  readonly extra: number;
  /** Queues have the fields of the general loop, from this offset. */
  readonly general: boolean;
  readonly generalExtra: number;
  readonly queueWords: number;
  /** Offset of the output role in a port record. */
  readonly out: number;
  readonly laneWords: number;
  /** Offset in a port record of the requests by pairs of ports, 0 = not kept. */
  readonly pairs: number;
  readonly portWords: number;
  readonly ports: number;
  /** Offset of the first port record. */
  readonly firstPort: number;
  readonly firstPacket: number;
  readonly packets: number;
  /** Length of the array. */
  readonly words: number;
}

/** Computes the layout. `ports` includes uncabled ones; `packets` is the size of the pool; requests are kept by `pairedPorts`, too, if it is not 0. */
export function computeLayout(
  shape: Pick<
    Layout,
    | "lanes"
    | "ringLength"
    | "ringStep"
    | "maskWords"
    | "buffered"
    | "multicast"
    | "held"
    | "extras"
    | "general"
  > & {
    ports: number;
    packets: number;
    pairedPorts: number;
  },
): Layout {
  const { lanes, ringLength, ringStep, maskWords, buffered, multicast } = shape;
  const { held, extras, general } = shape;
  const queues = held ? 2 * lanes : lanes;
  const ringWords = ringStep * ringLength;
  const short = ringWords <= Q_CREDIT_EVENT - Q_SHORT_RING;
  const ring = short ? Q_SHORT_RING : Q_WORDS;
  const extra = Q_WORDS + (short ? 0 : ringWords);
  const generalExtra = extra + (extras ? QX_MASK + maskWords : 0);
  const queueWords = generalExtra + (general ? G_WORDS : 0);
  const laneWords = (buffered ? X_REQUESTS : 0) + maskWords;
  const align = (words: number): number => Math.ceil(words / 16) * 16;
  // Why: with one lane the last four input fields, the queue's first eight and a short ring are then one line, and a hop touches a line of the queue
  // that it leaves, one of its output and one of the queue that it enters. With several lanes, queues that begin lines gained nothing (bench: network).
  const start = lanes === 1 ? I_BUSY : 0;
  // Why O_BUSY: the fields from there on are touched together, so they begin a line.
  const out = start + align(Q0 + queues * queueWords + O_BUSY - start) - O_BUSY;
  const lanesEnd = out + O_LANES + lanes * laneWords;
  const pairs = shape.pairedPorts > 0 ? lanesEnd : 0;
  const portWords = align(
    lanesEnd + (pairs > 0 ? P_LANES + shape.pairedPorts : 0),
  );
  // Why: large arrays start 16 bytes after a 64-byte line; this word begins one (12 % of speed).
  const line = 28;
  const firstPort = line + align(start) - start;
  const firstPacket = line + align(firstPort - line + shape.ports * portWords);
  const words = firstPacket + shape.packets * PACKET_WORDS;
  return {
    lanes,
    ringLength,
    ringStep,
    ring,
    maskWords,
    buffered,
    multicast,
    held,
    queues,
    extras,
    extra,
    general,
    generalExtra,
    queueWords,
    out,
    laneWords,
    pairs,
    portWords,
    ports: shape.ports,
    firstPort,
    firstPacket,
    packets: shape.packets,
    words,
  };
}
