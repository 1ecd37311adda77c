import type { Buffer } from "node:buffer";

const BLOCK = 512;

/** The plain files of a tar archive (ustar, names of at most 100 bytes): path -> contents, as views. */
export function filesOfTar(archive: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= archive.length;) {
    const field = (start: number, length: number): string =>
      archive
        .subarray(at + start, at + start + length)
        .toString("latin1")
        .replace(/\0.*$/s, "");
    const name = field(0, 100);
    if (name === "") break;
    const size = Number.parseInt(field(124, 12), 8);
    const first = at + BLOCK;
    if (/^[0]?$/.test(field(156, 1)))
      found.set(name, archive.subarray(first, first + size));
    at = first + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}
