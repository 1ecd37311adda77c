/** What any packed file may unpack to. */
const FREE_BYTES = 64 * 2 ** 20;

/** Dumps of fabrics and tables pack to a tenth or a thirtieth; what gzip can do at most is 1032. */
const MOST_TIMES = 200;

/**
 * The bytes to which so many packed ones may unpack: 64 MiB, or 200 times as many. A file that unpacks to more is damaged, or made to do harm. Asked with
 * the packed bytes that have been read so far, it tells that early.
 */
export const mostUnpackedBytes = (packed: number): number =>
  Math.max(FREE_BYTES, MOST_TIMES * packed);

/** The limit as a refusal tells it. */
export const MOST_UNPACKED = `at most ${FREE_BYTES / 2 ** 20} MiB, or ${MOST_TIMES} times the packed size`;
