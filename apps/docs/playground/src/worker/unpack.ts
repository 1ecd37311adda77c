import { MOST_UNPACKED, mostUnpackedBytes } from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";
import { MOST_FILE_BYTES } from "../shared/protocol.ts";

/**
 * The text of a file, packed with gzip or not.
 *
 * @throws FabricError `E_PLAYGROUND_FILE_SIZE`, `E_PLAYGROUND_UNPACK`
 */
export async function textOf(
  name: string,
  bytes: ArrayBuffer,
): Promise<string> {
  const head = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (head[0] === 0x1f && head[1] === 0x8b) return await unpacked(name, bytes);
  if (bytes.byteLength > MOST_FILE_BYTES) throw tooLong(name);
  return new TextDecoder().decode(bytes);
}

async function unpacked(name: string, bytes: ArrayBuffer): Promise<string> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new FabricError({
        code: "E_PLAYGROUND_UNPACK",
        message: `${name} cannot be unpacked.`,
        where: { file: name },
        got: error instanceof Error ? error.message : String(error),
        expected: "a text file, packed with gzip or not",
      });
    });
    if (done) break;
    length += value.byteLength;
    if (length > mostUnpackedBytes(bytes.byteLength)) {
      await reader.cancel();
      throw new FabricError({
        code: "E_PLAYGROUND_FILE_SIZE",
        message: `${name} is too long once it is unpacked.`,
        where: { file: name },
        got: `more than ${Math.round(length / 2 ** 20)} MiB, ${Math.round(bytes.byteLength / 1024)} KiB packed`,
        expected: MOST_UNPACKED,
        hint: "a small packed file that unpacks to so much is damaged, or made to do harm",
      });
    }
    if (length > MOST_FILE_BYTES) {
      await reader.cancel();
      throw tooLong(name);
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  return parts.join("") + decoder.decode();
}

const tooLong = (name: string): FabricError =>
  new FabricError({
    code: "E_PLAYGROUND_FILE_SIZE",
    message: `${name} is too long for a browser page.`,
    where: { file: name },
    got: `more than ${MOST_FILE_BYTES / 2 ** 20} MiB of text`,
    expected: "a fabric's file, or one of its tables",
    hint: "Use the command line: fabriclab audit --fabric FILE --tables FOLDER.",
  });
