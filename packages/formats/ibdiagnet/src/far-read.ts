import {
  Notes,
  refusal,
  sourceLines,
  type LinePlace,
  type ReadNote,
  type SourceText,
} from "@fabriclab/reading";
import { excerpt, FabricError } from "@fabriclab/spec";
import type { Guid } from "@fabriclab/units";
import type { ArSwitch } from "./ar-tables.ts";
import { FarSwitchDraft } from "./far-switch.ts";

/** How a file of AR tables is to be read. */
export interface FarOptions {
  /** Named in errors. */
  readonly file?: string;
  /** NodeGUID of the switch, for files of one switch that do not name it: their own name is `0x….csv`. */
  readonly guid?: Guid;
}

/** AR tables of a fabric. */
export interface FarFile {
  readonly switches: readonly ArSwitch[];
  readonly notes: readonly ReadNote[];
}

const SWITCH = /^\s*Switch\b\D*?(0x[0-9a-f]{1,16})(?![0-9a-f])/i;
const COLUMNS = /^\s*(Group|LID)\s*[|\s]\s*(?:Sub|Static)/i;
const SECTION = /^\s*(Groups|LFT) Definition:/i;

/**
 * Reads `ibdiagnet2.far`: for each switch its groups (`Group SubGroup WHBF Ports`) and its LFT (`LID StaticPort LidState Group`), and the files of single
 * switches with `|` between the cells that it is split into.
 *
 * Complexity: O(characters).
 * @throws FabricError E_READING_SYNTAX, E_READING_PORT, E_READING_CONTRADICTION, E_READING_EMPTY, E_READING_LINE, with file, line and column
 */
export function readFar(text: SourceText, options: FarOptions = {}): FarFile {
  const { file } = options;
  const notes = new Notes();
  const switches = new Map<Guid, FarSwitchDraft>();
  const draftOf = (guid: Guid, place: LinePlace): FarSwitchDraft => {
    const draft =
      switches.get(guid) ?? new FarSwitchDraft(guid, place, file, notes);
    switches.set(guid, draft);
    return draft;
  };
  let at =
    options.guid === undefined
      ? undefined
      : draftOf(options.guid, { line: 1, column: 1 });
  let section: "groups" | "lft" | undefined;
  for (const { text: line, number } of sourceLines(text, file, notes)) {
    if (/^\s*-*\s*$/.test(line)) continue;
    const place = { line: number, column: line.search(/\S/) + 1 };
    const guid = SWITCH.exec(line)?.[1];
    if (guid !== undefined) {
      at = draftOf(BigInt(guid), place);
      section = undefined;
      continue;
    }
    const heading = SECTION.exec(line)?.[1] ?? COLUMNS.exec(line)?.[1];
    if (heading !== undefined) {
      section = /^g/i.test(heading) ? "groups" : "lft";
      continue;
    }
    if (!/^\s*\d/.test(line)) {
      notes.add(`passed over: ${excerpt(line.trim())}`, number);
      continue;
    }
    if (at === undefined || section === undefined)
      throw refusal(file, place, {
        message: "a row that belongs to no table",
        got: line.trim(),
        expected:
          at === undefined
            ? "Switch 0x… before it"
            : "Groups Definition: or LFT Definition: before it",
      });
    at.row(section, line, number);
  }
  if (switches.size === 0)
    throw new FabricError({
      code: "E_READING_EMPTY",
      message: "no switch in the file",
      where: { ...(file === undefined ? {} : { file }), line: 1, column: 1 },
      got: "nothing that names one",
      expected: "Switch 0x…, with Groups Definition: and LFT Definition:",
    });
  return {
    switches: Array.from(switches.values(), (draft) => draft.done()),
    notes: notes.all(),
  };
}
