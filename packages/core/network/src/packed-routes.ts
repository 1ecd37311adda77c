import type { ForwardingTables } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";
import type { EngineFabric } from "./own-endports.ts";

/**
 * Unicast tables in which equal pieces stand once. A piece is the ports that `2^bits` neighbouring switches give to one DLID; regular fabrics have
 * few different ones (a 64x64 mesh some 300 of 64 bytes, where the plain tables are 16 MB), which stay in a core's caches.
 */
export interface PackedRoutes {
  /** Number of the piece by `dlid * perLid + (switch >> bits)`. */
  readonly pieceOf: Uint16Array;
  /** Port number by `(piece << bits) + (switch & (2^bits - 1))`; 255 = no path. */
  readonly pieces: Uint8Array;
  readonly bits: number;
  readonly perLid: number;
}

/** Plain tables up to this size (bytes) stay plain: they lie in the caches as they are, with a load less. */
const SMALL = 1 << 14;
/** Worth it where the pieces and their numbers take at most this share of the plain tables. */
const WORTH = 1 / 4;
/** The shortest pieces: a cache line. */
const LINE_BITS = 6;
const MOST_PIECES = 1 << 16;
const HASH_SLOTS = MOST_PIECES << 1;

/**
 * What the loop is to read of the ports of switch `sw`, by what a table says (0-255): the port, or 255 where it does not exist or leads nowhere.
 */
export function usablePorts(
  { portStart, portPeer, firstPort = 1 }: EngineFabric,
  sw: number,
): Uint8Array {
  const usable = new Uint8Array(256).fill(NO_PORT);
  // Where port `num` would be, and the last number.
  const start = portStart[sw]! - firstPort;
  const radix = portStart[sw + 1]! - start - 1;
  // Why from `firstPort`: port 0 is the switch itself, which takes packets only where its endport takes part; an uncabled port leads nowhere.
  for (let port = firstPort; port <= Math.min(radix, NO_PORT - 1); port++)
    if (portPeer[start + port]! >= 0) usable[port] = port;
  return usable;
}

/**
 * @returns undefined where it is not worth it
 *
 * Time O(switches x LIDs), memory that of the result and `2^LINE_BITS` bytes a LID.
 */
export function packRoutes(
  fabric: EngineFabric,
  tables: Pick<ForwardingTables, "lft" | "lids">,
): PackedRoutes | undefined {
  const plain = fabric.switchCount * (tables.lids.topLid + 1);
  if (plain <= SMALL) return undefined;
  let packed = packLines(fabric, tables, plain * WORTH);
  if (packed === undefined) return undefined;
  // Longer pieces have fewer numbers.
  for (;;) {
    const longer = joinPairs(packed, tables.lids.topLid + 1);
    if (longer === undefined || bytesOf(longer) >= bytesOf(packed)) break;
    packed = longer;
  }
  return packed;
}

const bytesOf = ({ pieceOf, pieces }: PackedRoutes): number =>
  pieceOf.byteLength + pieces.byteLength;

/** Pieces of a cache line; undefined where they would take more than `most` bytes. */
function packLines(
  fabric: EngineFabric,
  tables: Pick<ForwardingTables, "lft" | "lids">,
  most: number,
): PackedRoutes | undefined {
  const S = fabric.switchCount;
  const lids = tables.lids.topLid + 1;
  const length = 1 << LINE_BITS;
  const perLid = Math.ceil(S / length);
  const limit = Math.min(
    MOST_PIECES,
    Math.floor((most - 2 * lids * perLid) / length),
  );
  if (limit < 1) return undefined;
  const pieceOf = new Uint16Array(lids * perLid);
  const slots = new Int32Array(HASH_SLOTS).fill(-1);
  let pieces = new Uint8Array(length * Math.min(limit, 256));
  let count = 0;
  const lines = new Uint8Array(lids * length);
  const hashes = new Int32Array(lids);
  for (let part = 0; part < perLid; part++) {
    lines.fill(NO_PORT);
    hashes.fill(0);
    for (let sw = part * length; sw < Math.min(S, (part + 1) * length); sw++) {
      const usable = usablePorts(fabric, sw);
      const row = tables.lft[sw]!;
      const known = Math.min(lids, row.length);
      for (let lid = 0; lid < known; lid++) {
        const port = usable[row[lid]!]!;
        lines[lid * length + (sw % length)] = port;
        hashes[lid] = Math.imul((hashes[lid]! ^ port) + 1, 0x9e3779b1);
      }
    }
    for (let lid = 0; lid < lids; lid++) {
      const line = lid * length;
      let slot = hashes[lid]! >>> 15;
      let piece = slots[slot]!;
      while (piece >= 0 && !equal(pieces, piece * length, lines, line)) {
        slot = (slot + 1) % HASH_SLOTS;
        piece = slots[slot]!;
      }
      if (piece < 0) {
        if (count === limit) return undefined;
        piece = count++;
        slots[slot] = piece;
        if (count * length > pieces.length) {
          const longer = new Uint8Array(2 * pieces.length);
          longer.set(pieces);
          pieces = longer;
        }
        pieces.set(lines.subarray(line, line + length), piece * length);
      }
      pieceOf[lid * perLid + part] = piece;
    }
  }
  return {
    pieceOf,
    pieces: pieces.slice(0, count * length),
    bits: LINE_BITS,
    perLid,
  };
}

function equal(a: Uint8Array, at: number, b: Uint8Array, bt: number): boolean {
  for (let k = 0; k < 1 << LINE_BITS; k++)
    if (a[at + k] !== b[bt + k]) return false;
  return true;
}

/** The same tables in pieces twice as long; undefined where there are too many of them. */
function joinPairs(
  { pieceOf, pieces, bits, perLid }: PackedRoutes,
  lids: number,
): PackedRoutes | undefined {
  if (perLid === 1) return undefined;
  const halves = (perLid + 1) >> 1;
  const joined = new Uint16Array(lids * halves);
  const numbers = new Map<number, number>();
  for (let lid = 0; lid < lids; lid++) {
    for (let k = 0; k < halves; k++) {
      const at = lid * perLid + 2 * k;
      const first = pieceOf[at]!;
      // Behind the last switch anything may stand.
      const second = 2 * k + 1 < perLid ? pieceOf[at + 1]! : first;
      const pair = first * MOST_PIECES + second;
      let piece = numbers.get(pair);
      if (piece === undefined) {
        piece = numbers.size;
        if (piece === MOST_PIECES) return undefined;
        numbers.set(pair, piece);
      }
      joined[lid * halves + k] = piece;
    }
  }
  const length = 1 << bits;
  const longer = new Uint8Array(2 * length * numbers.size);
  for (const [pair, piece] of numbers) {
    const first = Math.floor(pair / MOST_PIECES) * length;
    const second = (pair % MOST_PIECES) * length;
    longer.set(pieces.subarray(first, first + length), 2 * piece * length);
    longer.set(
      pieces.subarray(second, second + length),
      (2 * piece + 1) * length,
    );
  }
  return { pieceOf: joined, pieces: longer, bits: bits + 1, perLid: halves };
}
