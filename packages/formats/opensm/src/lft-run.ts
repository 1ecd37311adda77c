import type { LftRows } from "./lft-rows.ts";
import type { LidOwners } from "./lid-owners.ts";

const NOT_HEX = 16;
const HEX = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? NOT_HEX : digit;
});
const [LINE_FEED, SPACE, ZERO, COLON, LETTER_X] = [
  10, 32, 48, 58, 120,
] as const;

/**
 * Takes the plain entries from `from` on: `0x0003 024 # …` with a comment that was seen before, or `0x0003 : 024  : 02   : yes`, with ascending
 * LIDs and ports that the switch has.
 *
 * Why by bytes, and apart: an LFT dump may have a gigabyte, and lines as strings cost several times as much as all else.
 *
 * @returns where the first line starts that is anything else
 */
export function plainEntries(
  bytes: Uint8Array,
  from: number,
  to: number,
  rows: LftRows,
  owners: LidOwners,
): number {
  const { table, limit, radix } = rows;
  const { pool, start: kept, end: keptEnd } = owners;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const poolView = new DataView(pool.buffer);
  let last = rows.last;
  let count = 0;
  let begin = from;
  while (begin < to) {
    if (bytes[begin] !== ZERO || bytes[begin + 1] !== LETTER_X) break;
    let at = begin + 2;
    let lid = 0;
    for (;;) {
      const digit = HEX[bytes[at] ?? 0] ?? NOT_HEX;
      if (digit === NOT_HEX) break;
      lid = (lid << 4) | digit;
      at++;
    }
    const lidEnd = at;
    while (bytes[at] === SPACE) at++;
    const route = bytes[at] === COLON;
    if (route) at++;
    else if (at === lidEnd) break;
    while (bytes[at] === SPACE) at++;
    const digits = at;
    let port = 0;
    for (;;) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      port = port * 10 + digit;
      at++;
    }
    if (
      lidEnd - begin > 6 ||
      at === digits ||
      at > digits + 3 ||
      lid <= last ||
      lid > limit ||
      port > radix
    )
      break;
    const portEnd = at;
    while (bytes[at] === SPACE) at++;
    if (route) {
      at = bytes[at] === COLON ? behindHops(bytes, at + 1) : 0;
      if (at === 0) break;
    } else if (bytes[at] === LINE_FEED) at++;
    else {
      let p = kept[lid] ?? -1;
      const end = keptEnd[lid] ?? 0;
      if (p < 0 || at === portEnd || at + end - p > to) break;
      // Four bytes at a time: the comments are most of a dump.
      while (p + 4 <= end && view.getInt32(at) === poolView.getInt32(p)) {
        at += 4;
        p += 4;
      }
      while (p < end && bytes[at] === pool[p]) {
        at++;
        p++;
      }
      if (p !== end) break;
    }
    table[lid] = port;
    last = lid;
    count++;
    begin = at;
  }
  rows.last = last;
  rows.count += count;
  return begin;
}

/** Start of the line after a route's `02   : yes`, from behind the colon before it; 0 where that is not what stands there. */
function behindHops(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === SPACE) at++;
  const digits = at;
  while ((bytes[at] ?? 0) >= ZERO && (bytes[at] ?? 0) < ZERO + 10) at++;
  if (at === digits) return 0;
  while (bytes[at] === SPACE) at++;
  if (bytes[at] !== COLON) return 0;
  while (bytes[at] !== LINE_FEED) at++;
  return at + 1;
}
