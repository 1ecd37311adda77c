import { mismatch, syntaxError, type Line } from "./guid-text.ts";

/** Ports of a mask as `ibroute -M` prints it: an x in every second column, from port 0 on. */
export function portColumns(
  line: Line,
  cells: string,
  column: number,
  radix: number,
): number[] {
  const ports: number[] = [];
  for (let i = 0; i < cells.length; i++) {
    const cell = cells.charAt(i);
    if (cell === " ") continue;
    if (cell !== "x" || i % 2 === 1)
      throw syntaxError(
        line,
        column + i,
        cells,
        "an x or a blank under each port number",
        "were blanks lost on the way?",
      );
    ports.push(inSwitch(line, i / 2, column + i, radix));
  }
  return ports;
}

/** Ports of a mask as `ibroute -M -n` prints it: four hexadecimal digits for 16 ports, ports 0 to 15 first, the lowest in the lowest bit. */
export function portDigits(
  line: Line,
  cells: string,
  column: number,
  radix: number,
): number[] {
  const words = Math.ceil((radix + 1) / 16);
  const digits = cells.trimEnd();
  if (digits.length !== 4 * words || !/^[0-9a-f]+$/i.test(digits))
    throw syntaxError(
      line,
      column,
      cells,
      `${4 * words} hexadecimal digits, 4 for each 16 ports`,
    );
  const ports: number[] = [];
  for (let word = 0; word < words; word++) {
    const mask = parseInt(digits.slice(4 * word, 4 * word + 4), 16);
    for (let bit = 0; bit < 16; bit++)
      if ((mask & (1 << bit)) !== 0)
        ports.push(inSwitch(line, 16 * word + bit, column + 4 * word, radix));
  }
  return ports;
}

function inSwitch(
  line: Line,
  port: number,
  column: number,
  radix: number,
): number {
  if (port <= radix) return port;
  throw mismatch(
    "E_OPENSM_BAD_PORT",
    line,
    column,
    "the switch has no such port",
    String(port),
    `0 to ${radix}`,
  );
}
