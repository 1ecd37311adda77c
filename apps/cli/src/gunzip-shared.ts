/** Places and words of the memory that a thread which unpacks shares with the one that reads. */
export const GUNZIP = {
  /** Place of the word. */
  word: 0,
  /** Place of the number of bytes. */
  length: 1,
  /** Place of the packed bytes that were read so far, in KiB. */
  packed: 2,
  /** Words: the reader waits for bytes; there are bytes; there are no more; there is a message. */
  empty: 0,
  full: 1,
  end: 2,
  failed: 3,
} as const;

export interface GunzipStart {
  readonly file: string;
  readonly state: Int32Array;
  readonly bytes: Uint8Array;
}
