import {
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
  ZStream,
} from "pako";

/** Bytes that are unpacked at a time. */
const CHUNK_BYTES = 2 ** 18;

/** zlib's word for: gzip, and nothing else, with windows up to 32 KiB. */
const GZIP_WINDOW = 16 + 15;

/**
 * Unpacks gzip as Node's zlib does: members one after another are one text, zeros behind them are padding. Why not the browser's `DecompressionStream`: it
 * refuses a second member, does not say where the first one ended, and tells little of what is wrong.
 *
 * @returns the unpacked bytes, piece by piece
 * @throws Error in zlib's words: `unexpected end of file`, `incorrect data check`
 */
export function* gunzip(packed: Uint8Array): Generator<Uint8Array> {
  const stream = new ZStream();
  zlibInflateInit2(stream, GZIP_WINDOW);
  stream.input = packed;
  stream.avail_in = packed.length;
  for (;;) {
    stream.output = new Uint8Array(CHUNK_BYTES);
    stream.next_out = 0;
    stream.avail_out = CHUNK_BYTES;
    const status = zlibInflate(stream, Z_NO_FLUSH);
    const chunk = stream.output.subarray(0, stream.next_out);
    if (chunk.length > 0) yield chunk;
    if (status === Z_STREAM_END) {
      if (stream.avail_in === 0 || packed[stream.next_in] === 0) return;
      zlibInflateReset(stream);
    } else if (status !== Z_OK && status !== Z_BUF_ERROR)
      throw new Error(stream.msg);
    else if (stream.avail_in === 0 && stream.avail_out > 0)
      throw new Error("unexpected end of file");
  }
}
