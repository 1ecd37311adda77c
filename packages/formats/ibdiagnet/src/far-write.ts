import { formatGuid } from "@fabriclab/units";
import type { ArSwitch } from "./ar-tables.ts";

/**
 * AR tables as `ibdiagnet2.far` has them, one piece for each switch; `readFar` reads them back. The columns are those that readers of the file tell of; no file
 * of a real machine was at hand to compare the blanks.
 */
export function* farChunks(switches: Iterable<ArSwitch>): Generator<string> {
  for (const { guid, groups, entries } of switches) {
    const lines = [
      `Switch ${formatGuid(guid)}`,
      "Groups Definition:",
      row("Group", "SubGroup", "WHBF", "Ports"),
      RULE,
      ...groups.map(({ group, subGroup, weighted, ports }) =>
        row(group, subGroup, weighted, ports.join(",")),
      ),
      "",
      "LFT Definition:",
      row("LID", "StaticPort", "LidState", "Group"),
      RULE,
      ...entries.map(({ lid, port, state, group }) =>
        row(`0x${lid.toString(16).padStart(4, "0")}`, port, state, group ?? ""),
      ),
      "",
      "",
    ];
    yield lines.join("\n");
  }
}

/** The whole of `farChunks`. */
export const writeFar = (switches: Iterable<ArSwitch>): string =>
  [...farChunks(switches)].join("");

const RULE = "-".repeat(48);

const row = (...cells: readonly (string | number)[]): string =>
  cells
    .map((cell) => String(cell).padEnd(12))
    .join("")
    .trimEnd();
