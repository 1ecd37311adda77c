/** A claim of a paper as a study's page has it. */
export interface StudiedClaim {
  readonly id: string;
  readonly statement: string;
  /** What was measured, in the page's words. */
  readonly measured?: string;
  /** Absent where the study has no table of verdicts. */
  readonly verdict?: string;
}

const cells = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The rows of a study's table of claims; none where it has no such table. */
export function studiedClaims(text: string): StudiedClaim[] {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => /^\| claim +\|/.test(line));
  if (head === -1) return [];
  const names = cells(lines[head] ?? "");
  const [statement, verdict, measured] = [
    "statement",
    "verdict",
    "measured, 95 %",
  ].map((name) => names.indexOf(name));
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end === -1 ? rows.length : end).map((row) => {
    const all = cells(row);
    const judged = all[verdict ?? -1];
    const found = all[measured ?? -1];
    return {
      id: all[0] ?? "",
      statement: all[statement ?? -1] ?? "",
      ...(found === undefined ? {} : { measured: found }),
      ...(judged === undefined ? {} : { verdict: judged }),
    };
  });
}
