import { MOST_UNPACKED, mostUnpackedBytes } from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";
import { MOST_FILE_BYTES } from "../shared/protocol.ts";
import { gunzip } from "./gunzip.ts";

/**
 * The text of a file, packed with gzip or not.
 *
 * @param progress hears how much is unpacked
 * @throws FabricError `E_PLAYGROUND_FILE_SIZE`, `E_PLAYGROUND_UNPACK`
 */
export function textOf(
  name: string,
  bytes: ArrayBuffer,
  progress: (text: string) => void = () => undefined,
): string {
  const all = new Uint8Array(bytes);
  if (all[0] === 0x1f && all[1] === 0x8b) return unpacked(name, all, progress);
  if (all.length > MOST_FILE_BYTES) throw tooLong(name);
  return new TextDecoder().decode(all);
}

function unpacked(
  name: string,
  packed: Uint8Array,
  progress: (text: string) => void,
): string {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  for (const chunk of chunksOf(name, packed)) {
    length += chunk.length;
    if (length > mostUnpackedBytes(packed.length))
      throw new FabricError({
        code: "E_PLAYGROUND_FILE_SIZE",
        message: `${name} is too long once it is unpacked.`,
        where: { file: name },
        got: `more than ${Math.round(length / 2 ** 20)} MiB, ${Math.round(packed.length / 1024)} KiB packed`,
        expected: MOST_UNPACKED,
        hint: "a small packed file that unpacks to so much is damaged, or made to do harm",
      });
    if (length > MOST_FILE_BYTES) throw tooLong(name);
    parts.push(decoder.decode(chunk, { stream: true }));
    progress(`Unpacking ${name}: ${megabytes(length)} so far.`);
  }
  return parts.join("") + decoder.decode();
}

function* chunksOf(name: string, packed: Uint8Array): Generator<Uint8Array> {
  try {
    yield* gunzip(packed);
  } catch (error) {
    throw new FabricError({
      code: "E_PLAYGROUND_UNPACK",
      message: `${name} cannot be unpacked.`,
      where: { file: name },
      got: error instanceof Error ? error.message : String(error),
      expected: "a text file, packed with gzip or not",
      hint: "it may have been cut off on its way: gzip -t tells whether it is whole",
    });
  }
}

/** `12.3 MiB` */
export const megabytes = (bytes: number): string =>
  `${(bytes / 2 ** 20).toFixed(1)} MiB`;

const tooLong = (name: string): FabricError =>
  new FabricError({
    code: "E_PLAYGROUND_FILE_SIZE",
    message: `${name} is too long for a browser page.`,
    where: { file: name },
    got: `more than ${MOST_FILE_BYTES / 2 ** 20} MiB of text`,
    expected: "a fabric's file, or one of its tables",
    hint: "use the command line: fabriclab audit --fabric FILE --tables FOLDER",
  });
