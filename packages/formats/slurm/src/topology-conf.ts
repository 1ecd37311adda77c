import {
  Notes,
  refusal,
  Scanner,
  sourceLines,
  type LinePlace,
  type SourceText,
} from "@fabriclab/reading";
import { expandHostlist, hostlist } from "./hostlist.ts";

/** One `SwitchName=` line. */
export interface SlurmSwitch {
  readonly name: string;
  /** Switches below it. */
  readonly switches: readonly string[];
  /** Compute nodes on it. */
  readonly nodes: readonly string[];
  readonly place?: LinePlace;
}

const KEY = /(\w+)\s*=/y;
const NAME = /([^\s,[\]]+)(?!\S)/y;
/** A name that reads like several. */
const LISTED = /(?=[^\s,[\]]+[,[])/y;
const NUMBER = /(\d+)(?!\S)/y;

/**
 * Reads the switches of a Slurm `topology.conf` (topology/tree).
 *
 * @throws FabricError E_READING_SYNTAX, E_READING_NODE_TWICE, E_READING_LINE, with file, line and column
 */
export function readSlurmSwitches(
  text: SourceText,
  file: string | undefined,
  notes: Notes,
): SlurmSwitch[] {
  const found = new Map<string, SlurmSwitch>();
  let continued = "";
  for (const { text: raw, number } of sourceLines(text, file, notes)) {
    const bare = raw.replace(/(^|\s)#.*$/, "");
    if (bare.endsWith("\\")) {
      continued += `${bare.slice(0, -1)} `;
      if (continued.length > 2 ** 20)
        throw refusal(
          file,
          { line: number, column: 1 },
          {
            message: "the line is continued without end",
            got: `${continued.length} characters`,
            expected: "at most a megabyte",
          },
        );
      continue;
    }
    const line = { text: continued + bare, number };
    continued = "";
    if (line.text.trim() === "") continue;
    const one = switchLine(new Scanner(line, file), notes);
    const before = found.get(one.name);
    if (before !== undefined)
      throw refusal(
        file,
        { line: number, column: 1 },
        {
          code: "E_READING_NODE_TWICE",
          message: `the switch ${one.name} has a line already`,
          got: one.name,
          expected: `one line for each switch; the first is line ${before.place?.line ?? 0}`,
        },
      );
    found.set(one.name, one);
  }
  if (continued.trim() !== "")
    notes.add("the last line says that it goes on, and was passed over", 0);
  return [...found.values()];
}

function switchLine(scanner: Scanner, notes: Notes): SlurmSwitch {
  const { place } = scanner;
  let name: string | undefined;
  let switches: string[] = [];
  let nodes: string[] = [];
  while (scanner.rest() !== "") {
    const key = scanner.need(KEY, "SwitchName=, Switches= or Nodes=")[1] ?? "";
    switch (key.toLowerCase()) {
      case "switchname":
        if (scanner.try(LISTED) !== undefined)
          throw scanner.refusal(
            "a line is of one switch, and Slurm takes its name as it stands: brackets and commas make no list there",
            "the name of one switch; lists stand behind Switches= and Nodes=",
            "write a line for each switch",
          );
        name = scanner.need(NAME, "the switch's name")[1];
        break;
      case "switches":
        switches = expandHostlist(scanner);
        break;
      case "nodes":
        nodes = expandHostlist(scanner);
        break;
      case "linkspeed":
        scanner.need(NUMBER, "a number");
        notes.add("LinkSpeed, which has no unit, was passed over", place.line);
        break;
      default:
        throw scanner.refusal(
          `${key} is no key of a switch`,
          "SwitchName, Switches, Nodes or LinkSpeed",
          "blocks (topology/block) are not read",
        );
    }
  }
  if (name === undefined)
    throw scanner.refusal("the line names no switch", "SwitchName=…");
  return { name, switches, nodes, place };
}

/** One line for each switch, lists in brackets. */
export const slurmText = (switches: readonly SlurmSwitch[]): string =>
  switches
    .map(({ name, switches: below, nodes }) =>
      [
        `SwitchName=${name}`,
        ...(below.length === 0 ? [] : [`Switches=${hostlist(below)}`]),
        ...(nodes.length === 0 ? [] : [`Nodes=${hostlist(nodes)}`]),
      ].join(" "),
    )
    .map((line) => `${line}\n`)
    .join("");
