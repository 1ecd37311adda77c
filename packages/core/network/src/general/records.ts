import { EVENT_KIND_BITS, put, remove } from "@fabriclab/kernel";
import * as L from "../layout.ts";
import { refuseFullPool } from "../packet-pool.ts";
import * as S from "../registers.ts";
import type { NetworkState } from "../state.ts";

/** The fields, sizes and small operations on records that all of the general loop shares. */
export type Records = ReturnType<typeof createRecords>;

/** Offsets and accessors of a network's memory for the general loop. */
export function createRecords(state: NetworkState) {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    I_BASE,
    I_NODE,
    I_UP,
    K_BYTES,
    K_LENGTH,
    K_READY,
    O_BUSY,
    O_FILLED,
    O_GROUP,
    O_INPUT,
    O_LANES,
    O_NUM,
    O_PACKETS,
    O_PENDING,
    O_SENDING,
    O_SENDING_UNITS,
    O_TICKS,
    PACKET_WORDS,
    QX_BRANCHES,
    QX_END,
    QX_LANE,
    QX_MASK,
    QX_STARTED,
    Q0,
    Q_LANE,
    Q_PORT,
    X_REQUESTS,
  } = L;
  const { R_BUCKET, R_FREE, S_COPIES } = S;
  const { layout, memory: M, registers, wheel, sums } = state;
  const { near, nearBits, far, farBits, bucketBits } = wheel;
  const { rateNum, rateDen, hopOf, flightOf } = state;
  const { hops } = state.general;
  const KIND_BITS = EVENT_KIND_BITS;
  const W = layout.maskWords;
  const OUT = layout.out;
  const LANE0 = OUT + O_LANES;
  const REQUESTS = LANE0 + (layout.buffered ? X_REQUESTS : 0);
  const O_INDEX = OUT + L.O_INDEX;
  const O_DOWN = OUT + L.O_DOWN;
  const O_REQUESTED = OUT + L.O_REQUESTED;
  const HELD = layout.held;
  const QUEUE_WORDS = layout.queueWords;
  /** From a queue's record to that of its holding buffer. */
  const HOLDING = layout.lanes * QUEUE_WORDS;

  /** Puts the event of `kind` whose field is at `at`. */
  function post(kind: number, at: number, tick: number): void {
    put(
      M,
      near,
      nearBits,
      far,
      farBits,
      bucketBits,
      registers[R_BUCKET]!,
      (at << KIND_BITS) | kind,
      tick,
    );
  }

  /** Takes the event of `kind` at `at`, which was put at `tick`, back. */
  function withdrawEvent(kind: number, at: number, tick: number): void {
    remove(M, wheel, registers[R_BUCKET]!, (at << KIND_BITS) | kind, tick);
  }

  /** Ticks that packet `p` takes on the link that output `o` sends on. */
  function lengthOn(p: number, o: number): number {
    // Where all links have one rate it is known since the host.
    if (state.uniform) return M[p + K_LENGTH]!;
    const index = M[o + O_INDEX]!;
    return Math.ceil((M[p + K_BYTES]! * rateNum[index]!) / rateDen[index]!);
  }

  /** When the header of packet `p`, in a queue of input `i`, is in the buffer. */
  function headerArrival(i: number, p: number): number {
    const up = M[M[i + I_UP]! + O_INDEX]!;
    return M[p + K_READY]! - hopOf[up]! + flightOf[up]!;
  }

  /** Whether all request words from `at` are 0. */
  function none(at: number): boolean {
    for (let w = 0; w < W; w++) if (M[at + w] !== 0) return false;
    return true;
  }

  /** Whether output `o` leads to an endpoint. */
  const toHost = (o: number): boolean => M[M[o + O_DOWN]! + I_NODE]! < 0;

  /** Endpoints below this have receive buffers. */
  const RECEIVING = state.general.receive?.hosts ?? 0;

  /** Whether the buffers of port `i` are a host's, for what it receives. */
  const receives = (i: number): boolean =>
    M[i + I_NODE]! < 0 && ~M[i + I_NODE]! < RECEIVING;

  /** Whether output `o` leads to an endpoint that is always willing to take a packet. */
  const isOpen = (o: number): boolean => toHost(o) && !receives(M[o + O_DOWN]!);

  /** The record of packet `p`'s copy, in every field alike. */
  function copyOf(p: number): number {
    const copy = take();
    for (let word = 1; word < PACKET_WORDS; word++)
      M[copy + word] = M[p + word]!;
    hops[hopsAt(copy)] = hops[hopsAt(p)]!;
    sums[S_COPIES]!++;
    return copy;
  }

  /** A free record. */
  function take(): number {
    const p = registers[R_FREE]!;
    if (p < 0) refuseFullPool(layout.packets);
    registers[R_FREE] = M[p]!;
    return p;
  }

  function release(p: number): void {
    M[p] = registers[R_FREE]!;
    registers[R_FREE] = p;
  }

  const hopsAt = (p: number): number =>
    hops.length === 1 ? 0 : packetIndex(p);

  /** Number of packet `p` in the pool. */
  const packetIndex = (p: number): number =>
    (p - layout.firstPacket) / PACKET_WORDS;

  /** The outputs in the mask of multicast head `q`, in port order. */
  function forEachBranch(q: number, each: (o: number) => void): void {
    const base = M[M[q + Q_PORT]! + I_BASE]!;
    for (let w = 0; w < W; w++) {
      const word = M[q + layout.extra + QX_MASK + w]!;
      for (let mask = word; mask !== 0; mask &= mask - 1)
        each(
          base + (32 * w + 31 - Math.clz32(mask & -mask)) * layout.portWords,
        );
    }
  }

  /** Whether `q` is the record of a holding buffer. */
  const isHolding = (q: number): boolean =>
    HELD && q - M[q + Q_PORT]! >= Q0 + HOLDING;

  /** The bit of `q` in its input's `I_WANTS`. */
  const wantOf = (q: number): number =>
    HELD ? (q - M[q + Q_PORT]! - Q0) / QUEUE_WORDS : M[q + Q_LANE]!;

  return {
    M,
    HELD,
    HOLDING,
    V: layout.lanes,
    W,
    OUT,
    LANE0,
    REQUESTS,
    O_INDEX,
    O_DOWN,
    O_REQUESTED,
    O_BUSY: OUT + O_BUSY,
    O_PENDING: OUT + O_PENDING,
    O_INPUT: OUT + O_INPUT,
    O_GROUP: OUT + O_GROUP,
    O_NUM: OUT + O_NUM,
    O_FILLED: OUT + O_FILLED,
    O_SENDING: OUT + O_SENDING,
    O_SENDING_UNITS: OUT + O_SENDING_UNITS,
    O_PACKETS: OUT + O_PACKETS,
    O_TICKS: OUT + O_TICKS,
    QX_LANE: layout.extra + QX_LANE,
    QX_BRANCHES: layout.extra + QX_BRANCHES,
    QX_END: layout.extra + QX_END,
    QX_STARTED: layout.extra + QX_STARTED,
    QX_MASK: layout.extra + QX_MASK,
    QUEUE_WORDS,
    LANE_WORDS: layout.laneWords,
    PORT_WORDS: layout.portWords,
    post,
    withdrawEvent,
    lengthOn,
    headerArrival,
    none,
    toHost,
    receives,
    isOpen,
    copyOf,
    take,
    release,
    hopsAt,
    packetIndex,
    forEachBranch,
    isHolding,
    wantOf,
  };
}
