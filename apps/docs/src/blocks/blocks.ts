/** A fenced block of a Markdown file. */
export interface Block {
  /** Path from the repository's root. */
  readonly file: string;
  /** Line of the block's first line of text, from 1. */
  readonly line: number;
  /** `ts`, `sh`, …; empty where the fence names none. */
  readonly language: string;
  /** Ends in a newline unless it is empty. */
  readonly text: string;
  /** Why it cannot be executed: `<!-- not run: … -->` on the line above. */
  readonly notRun?: string;
  /** What a fragment of TypeScript takes from around it: `<!-- given: fabric: Fabric; lids: LidMap -->` on the line above. */
  readonly given?: string;
}

/**
 * The fenced blocks of a Markdown text, in order.
 *
 * @throws Error where a fence is not closed
 */
export function blocksOf(text: string, file: string): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const open = /^( *)(`{3,}|~{3,})(\S*)/.exec(lines[i] ?? "");
    if (open === null) continue;
    const [, indent = "", fence = "", language = ""] = open;
    const end = lines.findIndex(
      (line, at) => at > i && line.trim() === fence && line.startsWith(indent),
    );
    if (end === -1)
      throw new Error(`${file}:${i + 1}: the fence is not closed`);
    const above =
      lines.slice(0, i).findLast((line) => line.trim() !== "") ?? "";
    const notRun = /<!-- not run: (.+?) -->/.exec(above)?.[1];
    const given = /<!-- given: (.+?) -->/.exec(above)?.[1];
    blocks.push({
      file,
      line: i + 2,
      language,
      text: lines
        .slice(i + 1, end)
        .map((line) => `${line.slice(indent.length)}\n`)
        .join(""),
      ...(notRun === undefined ? {} : { notRun }),
      ...(given === undefined ? {} : { given }),
    });
    i = end;
  }
  return blocks;
}

/** `README.md:12` */
export const placeOf = ({ file, line }: Block): string => `${file}:${line}`;

/** Whether a block's lines stand together, in this order, in a text; `…` alone on a line stands for lines left out. */
export function isExcerpt(block: string, text: string): boolean {
  let from = 0;
  for (const part of block.split(/^(?:\/\/ )?…\n/m)) {
    const at = `\n${text}`.indexOf(`\n${part.trimEnd()}`, from);
    if (at === -1) return false;
    from = at + part.trimEnd().length;
  }
  return true;
}
