import {
  FabricDraft,
  Notes,
  Scanner,
  sourceLines,
  type FabricOfText,
  type SourceText,
} from "@fabriclab/reading";
import { excerpt } from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import { headingOf, isPortLine, portLineOf, type Heading } from "./line.ts";
import { Nodes, type Node } from "./nodes.ts";

/** How a file is to be read. */
export interface ReadOptions {
  /** Named in errors, and the fabric's name. */
  readonly file?: string;
  /** Time of flight of every cable, in ps; default 20 ns. The format has no place for it. */
  readonly flight?: Ps;
}

/**
 * Reads what `iblinkinfo` prints: nodes under headings, the other end of a cable by its LID; with `-l` a line for each port, both ends by PortGUID; `-p` too.
 *
 * It names no NodeGUID of an adapter: the first PortGUID is taken. With `-l` nothing says what a node is: one of several ports is taken as a switch, and
 * each port of an adapter as a host.
 *
 * Complexity: O(characters); memory O(ports).
 * @throws FabricError E_IBLINKINFO_LID, E_READING_SYNTAX, E_READING_PORT, E_READING_EMPTY, E_READING_CONTRADICTION, E_READING_LINE, with file, line and column
 */
export function readIblinkinfo(
  text: SourceText,
  options: ReadOptions = {},
): FabricOfText {
  const { file } = options;
  const notes = new Notes();
  const nodes = nodesOf(text, file, notes);
  const cables = nodes.all().flatMap((node) =>
    node.lines.flatMap((line) => {
      if (line.peer === undefined) return [];
      const other = nodes.peer(line.peer, line);
      other.ports.add(line.peer.num);
      return [{ node, line, other, num: line.peer.num }];
    }),
  );
  const draft = new FabricDraft(file, notes);
  for (const node of nodes.all()) describe(draft, node, notes);
  for (const { node, line, other, num } of cables) {
    if (line.state !== "Active")
      notes.add(
        `cables whose port is not active (${line.state}) were taken`,
        line.place.line,
      );
    draft.cable(
      { key: node.key, num: line.num },
      { key: other.key, num },
      line.rate,
      line.place,
    );
  }
  return draft.build({ flight: options.flight });
}

/** Nodes that have lines of their own. */
function nodesOf(
  text: SourceText,
  file: string | undefined,
  notes: Notes,
): Nodes {
  const nodes = new Nodes(file);
  let heading: Heading | undefined;
  let below: Node | undefined;
  for (const line of sourceLines(text, file, notes)) {
    const trimmed = line.text.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const scanner = new Scanner(line, file);
    if (isPortLine(trimmed)) {
      const port = portLineOf(scanner);
      // A line with a name of its own is one of -l, and stands below no heading.
      if (port.name === undefined) below = nodes.add(port, heading, below);
      else nodes.add(port, undefined, undefined);
      if (port.peer === undefined)
        notes.add("ports without a cable were left uncabled", line.number);
      continue;
    }
    const found = headingOf(scanner);
    if (found === undefined) {
      notes.add(`passed over: ${excerpt(trimmed)}`, line.number);
      continue;
    }
    heading = found;
    below = undefined;
    if (found.isRouter) notes.add("routers were taken as hosts", line.number);
  }
  return nodes;
}

function describe(draft: FabricDraft, node: Node, notes: Notes): void {
  const { key, name, guid, lines, ports } = node;
  const isSwitch = node.isSwitch ?? ports.size > 1;
  const place = lines[0]?.place ?? { line: 0, column: 0 };
  if (node.isSwitch === undefined)
    notes.add(
      "whether a node is a switch was told by its number of ports",
      place.line,
    );
  if (!isSwitch && guid !== undefined)
    notes.add(
      "no NodeGUIDs of adapters: their first PortGUIDs were taken",
      place.line,
    );
  draft.node(
    key,
    {
      isSwitch,
      ports: Math.max(...ports),
      name,
      guid: guid === undefined ? undefined : BigInt(`0x${guid}`),
      own: lines.length > 0,
    },
    place,
  );
  for (const line of lines)
    draft.port(
      key,
      isSwitch ? 0 : line.num,
      {
        lid: line.lid,
        guid:
          isSwitch || line.guid === undefined
            ? undefined
            : BigInt(`0x${line.guid}`),
      },
      line.place,
    );
}
