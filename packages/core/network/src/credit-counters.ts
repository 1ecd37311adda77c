/** Counters of flow control have 12 bits. */
const MASK = 0xfff;
/** Most blocks that a flow-control packet may promise: half the range, so that "ahead" and "behind" can be told apart. */
export const MOST_PROMISED = 2048;

/**
 * InfiniBand's absolute credit counters (IBA volume 1, 7.9), of many queues. All in blocks of 64 bytes, modulo 4096.
 *
 * The sender counts FCTBS, the blocks that it has sent. The receiver counts ABR, the blocks that it has received, and answers with FCCL = ABR + free
 * space. While packets are on the wire their blocks are missing from ABR and counted as free, so the sum does not depend on them, and a lost answer is
 * made good by the next.
 */
export interface CreditCounters {
  /** Whether a packet of `blocks` may be sent into queue `k`: (FCCL - (FCTBS + blocks)) mod 4096 <= 2048. */
  maySend(k: number, blocks: number): boolean;
  /** A packet of `blocks` was sent into queue `k`. */
  sent(k: number, blocks: number): void;
  /** The sender has been told that `blocks` of queue `k` fell free. */
  freed(k: number, blocks: number): void;
  /** Blocks that the sender may still send: FCCL - FCTBS. */
  credit(k: number): number;
}

/** @param capacityOf queue -> blocks, at most 2048; more would be promised in parts, which exact credits do not do */
export function createCreditCounters(
  capacityOf: ArrayLike<number>,
): CreditCounters {
  const fctbs = new Uint16Array(capacityOf.length);
  const abr = new Uint16Array(capacityOf.length);
  const free = Int32Array.from(capacityOf);
  const fccl = Uint16Array.from(capacityOf);
  return {
    maySend: (k, blocks) =>
      ((fccl[k]! - (fctbs[k]! + blocks)) & MASK) <= MOST_PROMISED,
    sent(k, blocks) {
      fctbs[k] = (fctbs[k]! + blocks) & MASK;
      // The receiver counts when the packet arrives; nobody asks before it does.
      abr[k] = (abr[k]! + blocks) & MASK;
      free[k]! -= blocks;
    },
    freed(k, blocks) {
      free[k]! += blocks;
      fccl[k] = (abr[k]! + Math.min(MOST_PROMISED, free[k]!)) & MASK;
    },
    credit: (k) => (fccl[k]! - fctbs[k]!) & MASK,
  };
}
