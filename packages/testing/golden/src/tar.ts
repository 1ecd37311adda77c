const BLOCK = 512;
const latin1 = new TextDecoder("latin1");
const utf8 = new TextDecoder();

/** The plain files of a tar archive (ustar, names of at most 100 bytes): path -> text, which was UTF-8. */
export function filesOfTar(archive: Uint8Array): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at + BLOCK <= archive.length;) {
    const field = (start: number, length: number): string =>
      latin1
        .decode(archive.subarray(at + start, at + start + length))
        .replace(/\0.*$/s, "");
    const name = field(0, 100);
    if (name === "") break;
    const size = Number.parseInt(field(124, 12), 8);
    const first = at + BLOCK;
    if (/^[0]?$/.test(field(156, 1)))
      found.set(name, utf8.decode(archive.subarray(first, first + size)));
    at = first + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}
