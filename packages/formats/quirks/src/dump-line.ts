/** A port's line of what ibnetdiscover printed. */
export interface DumpLine {
  /** Index of the line. */
  readonly at: number;
  readonly text: string;
  /** `S-…` or `H-…` of the block that it stands in. */
  readonly node: string;
  readonly num: number;
  readonly peer: string;
  readonly peerNum: number;
}

const NODE = /^(?:Switch|Ca)\s+\d+ "([SH]-[0-9a-f]{16})"/;
const PORT = /^\[(\d+)\](?:\([0-9a-f]+\))?\s*"([SH]-[0-9a-f]{16})"\[(\d+)\]/;

/** The ports' lines, as `writeIbnetdiscover` writes them. */
export function portLines(lines: readonly string[]): DumpLine[] {
  const found: DumpLine[] = [];
  let node = "";
  for (const [at, text] of lines.entries()) {
    node = NODE.exec(text)?.[1] ?? node;
    const [, num, peer, peerNum] = PORT.exec(text) ?? [];
    if (num === undefined || peer === undefined) continue;
    found.push({
      at,
      text,
      node,
      num: Number(num),
      peer,
      peerNum: Number(peerNum),
    });
  }
  return found;
}
