import type { NodeBlock } from "./draft.ts";
import type { Notes, Scanner, SourceLine } from "@fabriclab/reading";
import { excerpt } from "@fabriclab/spec";
import type { NodeRecord, PortRecord } from "./record.ts";
import { isPortLine } from "./port-line.ts";
import { scannerOf, wrongLine } from "./scanner.ts";

const END =
  /(CA|SW|RT)\s+(\d+)\s+(\d+)\s+0x([0-9a-fA-F]{1,16})(?![0-9a-fA-F])/y;
const RATE = /(\d+x|\?\?)\s*([A-Z]+\d*|\?+)(?!\w)/y;
const DASH = /-\s*(?=(?:CA|SW|RT)\s)/y;
const NAMES = /\(\s*'(.*)'\s*\)\s*$/y;
const NAME = /'(.*)'\s*$/y;

interface Node {
  readonly record: NodeRecord;
  readonly ports: PortRecord[];
  /** Highest port number. */
  radix: number;
}

/**
 * Reads the lines of a port list as the blocks that a topology file would have.
 *
 * A port list knows no NodeGUIDs: a switch goes by the PortGUID that all its ports share, and every port of an adapter is a host of its own, by its
 * PortGUID. A switch has as many ports as its highest line; `ibnetdiscover -p` lists those that are down too.
 *
 * @throws FabricError E_IBNETDISCOVER_SYNTAX, E_IBNETDISCOVER_PORT_LIST for a line that is none
 */
export function portListBlocks(
  lines: Iterable<SourceLine>,
  file: string | undefined,
  notes: Notes,
): NodeBlock[] {
  const nodes = new Map<string, Node>();
  for (const given of lines) {
    const { text, number: line } = given;
    if (/^\s*(?:#.*)?$/.test(text)) continue;
    if (!isPortLine(text)) {
      if (/"[SHR]-[0-9a-f]{1,16}"/i.test(text))
        throw wrongLine(
          scannerOf(given, file),
          "E_IBNETDISCOVER_PORT_LIST",
          "a topology file's line in a port list",
          "lines of ibnetdiscover -p only",
        );
      notes.add(`passed over: ${excerpt(text.trim())}`, line);
      continue;
    }
    take(nodes, scannerOf(given, file), notes);
  }
  notes.add(
    "a port list names no NodeGUIDs: PortGUIDs were taken for them, and every port of an adapter as a host",
    1,
  );
  return Array.from(nodes.values(), ({ record, ports, radix }) => ({
    record: { ...record, ports: radix },
    guid: undefined,
    ports,
  }));
}

function take(nodes: Map<string, Node>, scanner: Scanner, notes: Notes): void {
  const here = endOf(scanner, "CA, SW or RT, LID, port and PortGUID");
  const rate = scanner.need(RATE, "a width and a speed, such as 4x EDR");
  if (scanner.try(DASH) === undefined) {
    const name = scanner.need(NAME, "- and the other end, or 'name'")[1];
    known(nodes, here, name, scanner);
    notes.add("ports that are down were left uncabled", scanner.line);
    return;
  }
  const there = endOf(
    scanner,
    "the other end: CA, SW or RT, LID, port, PortGUID",
  );
  const names = scanner.need(NAMES, "( 'name' - 'name' )")[1] ?? "";
  const parts = names.split("' - '");
  if (parts.length < 2)
    throw scanner.refusal(
      "two names belong at the end of the line",
      "( 'name' - 'name' )",
    );
  if (parts.length > 2)
    notes.add(
      "names that hold a dash in quotes themselves were parted at the first",
      scanner.line,
    );
  const [name, ...others] = parts;
  const node = known(nodes, here, name, scanner);
  node.ports.push({
    kind: "port",
    scanner,
    num: here.num,
    portGuid: here.isSwitch ? undefined : BigInt(`0x${here.guid}`),
    peerId: there.id,
    peerNum: there.num,
    peerGuid: there.isSwitch ? undefined : BigInt(`0x${there.guid}`),
    lid: here.isSwitch ? undefined : here.lid,
    lmc: undefined,
    peerName: others.join("' - '"),
    peerLid: there.lid,
    rate: {
      width: rate[1] === "??" ? 0 : parseInt(rate[1] ?? "", 10),
      speed: rate[2]?.startsWith("?") === true ? undefined : rate[2],
    },
    tail: "",
  });
}

interface End {
  readonly isSwitch: boolean;
  readonly isRouter: boolean;
  readonly id: string;
  readonly guid: string;
  readonly lid: number;
  readonly num: number;
}

function endOf(scanner: Scanner, expected: string): End {
  const [, kind = "", lid = "", num = "", digits = ""] = scanner.need(
    END,
    expected,
  );
  const guid = digits.toLowerCase().padStart(16, "0");
  return {
    isSwitch: kind === "SW",
    isRouter: kind === "RT",
    id: `${kind === "SW" ? "S" : "H"}-${guid}`,
    guid,
    lid: Number(lid),
    num: Number(num),
  };
}

function known(
  nodes: Map<string, Node>,
  end: End,
  name: string | undefined,
  scanner: Scanner,
): Node {
  const node = nodes.get(end.id) ?? {
    record: {
      kind: "node",
      scanner,
      isSwitch: end.isSwitch,
      isRouter: end.isRouter,
      ports: 0,
      id: end.id,
      name,
      lid: end.isSwitch ? end.lid : undefined,
      lmc: undefined,
      tail: "",
      crowded: false,
    },
    ports: [],
    radix: 0,
  };
  nodes.set(end.id, node);
  node.radix = Math.max(node.radix, end.num);
  return node;
}
