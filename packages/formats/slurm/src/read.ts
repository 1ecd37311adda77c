import {
  FabricDraft,
  Notes,
  type FabricOfText,
  type LinePlace,
  type SourceText,
} from "@fabriclab/reading";
import type { Guid, Ps } from "@fabriclab/units";
import { readSlurmSwitches } from "./topology-conf.ts";

/** How a file is to be read. */
export interface ReadOptions {
  /** Named in errors, and the fabric's name. */
  readonly file?: string;
  /** Time of flight of every cable, in ps; default 20 ns. */
  readonly flight?: Ps;
}

/**
 * Reads a Slurm `topology.conf` as a fabric: one cable from every switch to each switch and node below it. Two switches that name each other have one cable.
 *
 * The format knows no ports, speeds or parallel cables: ports are numbered in the order of the lines, and the rest is made up, with notes. So are GUIDs, but those of nodes that are called
 * by theirs, `S-…` and `H-…`, as `writeSlurm` and ibnetdiscover call them.
 *
 * @throws FabricError E_READING_SYNTAX, E_READING_NODE_TWICE, E_READING_EMPTY, E_READING_LINE; E_FABRIC_PORT_COUNT for a switch of more than 254 cables
 */
export function readSlurm(
  text: SourceText,
  options: ReadOptions = {},
): FabricOfText {
  const { file } = options;
  const notes = new Notes();
  const draft = new FabricDraft(file, notes);
  const switches = readSlurmSwitches(text, file, notes);
  const key = (kind: "switch" | "node", name: string): string =>
    `${kind} ${name}`;
  const used = new Map<string, number>();
  const next = (of: string): { key: string; num: number } => {
    const num = (used.get(of) ?? 0) + 1;
    used.set(of, num);
    return { key: of, num };
  };
  const switchFacts = (name: string) => ({
    isSwitch: true as const,
    name,
    ...guidOf(name, "S"),
  });
  for (const { name, place = START } of switches)
    draft.node(key("switch", name), switchFacts(name), place);
  const cabled = new Set<string>();
  const cable = (from: string, to: string, place: LinePlace): void => {
    if (cabled.has(`${to} ${from}`)) return;
    if (cabled.has(`${from} ${to}`)) {
      notes.add("a node or switch that a line names twice", place.line);
      return;
    }
    cabled.add(`${from} ${to}`);
    draft.cable(
      next(from),
      next(to),
      { width: undefined, speed: undefined },
      place,
    );
  };
  for (const one of switches) {
    const here = key("switch", one.name);
    const place = one.place ?? START;
    for (const name of one.switches) {
      const there = key("switch", name);
      if (!draft.has(there))
        notes.add("a switch that has no line of its own was taken", place.line);
      draft.node(there, { ...switchFacts(name), own: false }, place);
      if (there === here)
        notes.add("a switch that is below itself was left out", place.line);
      else cable(here, there, place);
    }
    for (const name of one.nodes) {
      const there = key("node", name);
      draft.node(there, { isSwitch: false, name, ...guidOf(name, "H") }, place);
      cable(here, there, place);
    }
  }
  return draft.build({ flight: options.flight, bothEnds: false });
}

/** The GUID of a node that is called by it. */
function guidOf(name: string, letter: "S" | "H"): { readonly guid?: Guid } {
  const [, digits] = new RegExp(`^${letter}-([\\da-f]{16})$`).exec(name) ?? [];
  return digits === undefined ? {} : { guid: BigInt(`0x${digits}`) };
}

const START: LinePlace = { line: 1, column: 1 };
