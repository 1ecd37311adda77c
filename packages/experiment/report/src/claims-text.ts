import { withInterval, type Claim } from "./claim.ts";

/**
 * The claims as a table for a terminal: id, verdict and statement; below it what the paper says, what was measured, and a line per variant; where it is not reproduced, the reason. Plain text, lines at most `width` wide.
 *
 * @param width columns; at least 60
 */
export function claimsText(claims: readonly Claim[], width = 110): string {
  const verdictWidth = "not reproduced".length;
  const idWidth = Math.max(...claims.map((claim) => claim.id.length), 5);
  const indent = idWidth + 2 + verdictWidth + 2;
  const lines: string[] = [];
  for (const claim of claims) {
    const [first = "", ...rest] = wrap(claim.statement, width - indent);
    lines.push(
      `${claim.id.padEnd(idWidth)}  ${claim.verdict.padEnd(verdictWidth)}  ${first}`,
      ...rest.map((line) => " ".repeat(indent) + line),
    );
    const numbers = [
      `paper: ${claim.paper}`,
      `${claim.quantity}: ${withInterval(claim.measured, claim.ci95)} ${claim.unit === "1" ? "" : claim.unit}`.trimEnd(),
      // The numbers above may speak for the statement where single cases do not.
      ...(claim.verdict === "reproduced" ? [] : [`why: ${claim.why}`]),
      ...(claim.variants ?? []).map(
        (variant) =>
          `${variant.name}: ${variant.verdict}, ${withInterval(variant.measured, variant.ci95)}`,
      ),
    ];
    for (const number of numbers) {
      lines.push(
        ...shortened(wrap(number, width - indent)).map(
          (line) => " ".repeat(indent) + line,
        ),
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Lines of a reason that is longer than that many are left out; the report and the JSON have them. */
const MOST_LINES = 6;

function shortened(lines: readonly string[]): readonly string[] {
  return lines.length <= MOST_LINES
    ? lines
    : [
        ...lines.slice(0, MOST_LINES - 1),
        `(${lines.length - MOST_LINES + 1} more lines in the report)`,
      ];
}

/** Breaks at spaces. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
