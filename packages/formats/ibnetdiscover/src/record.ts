import type { Rate, Scanner, SourceLine } from "@fabriclab/reading";
import type { Guid } from "@fabriclab/units";
import { isPortLine } from "./port-line.ts";
import { scannerOf, wrongLine } from "./scanner.ts";

/** `Switch 36 "S-…" # "name" enhanced port 0 lid 128 lmc 0`, `Ca 1 "H-…" # "name"`. */
export interface NodeRecord {
  readonly kind: "node";
  readonly scanner: Scanner;
  readonly isSwitch: boolean;
  /** `Rt`. */
  readonly isRouter: boolean;
  readonly ports: number;
  readonly id: string;
  readonly name: string | undefined;
  /** Of port 0; switches only. */
  readonly lid: number | undefined;
  readonly lmc: number | undefined;
  /** Text that no known dialect has. */
  readonly tail: string;
  /** White space between its fields was lost. */
  readonly crowded: boolean;
}

/** `[1](portguid) "S-…"[65] # lid 193 lmc 0 "name" lid 73 4xNDR` and the shorter form of switches. */
export interface PortRecord {
  readonly kind: "port";
  readonly scanner: Scanner;
  readonly num: number;
  readonly portGuid: Guid | undefined;
  readonly peerId: string;
  readonly peerNum: number;
  readonly peerGuid: Guid | undefined;
  readonly lid: number | undefined;
  readonly lmc: number | undefined;
  readonly peerName: string | undefined;
  readonly peerLid: number | undefined;
  /** As printed, `4xQDR`; no speed where that is `???`. */
  readonly rate: Rate | undefined;
  /** Text that no known dialect has. */
  readonly tail: string;
}

/** `switchguid=0x…`, `caguid=0x…`: belongs to the node record after it. */
export interface GuidRecord {
  readonly kind: "guid";
  readonly guid: Guid;
}

/** `# fabriclab name …`, `# fabriclab flight …`: what ibnetdiscover has no word for, as comments that other readers skip. */
export interface RemarkRecord {
  readonly kind: "remark";
  readonly scanner: Scanner;
}

/** A line of no meaning: a heading, a message of a tool, a prompt. */
export interface NoiseRecord {
  readonly kind: "noise";
  readonly text: string;
}

export type LineRecord =
  | NodeRecord
  | PortRecord
  | GuidRecord
  | RemarkRecord
  | NoiseRecord;

const NODE = /(Switch|Ca|Hca|CA|HCA|Rt)(\s*)(?=\d+\s*")/y;
const NUMBER = /\d+/y;
const QUOTED_ID = /"([^"]+)"/y;
const PORT = /\[\s*(\d+)\s*\]/y;
const EXTERNAL = /\[\s*ext\s+\d+\s*\]/y;
const GUID = /\(\s*(?:0x)?([0-9a-fA-F]{1,16})\s*\)/y;
// Why greedy: a NodeDescription may itself hold quotes; the last one on the line ends it.
const SWITCH_REMARK =
  /#\s*"(.*)"\s*(?:(?:base|enhanced)\s*port\s*0\s*lid\s*(\d+)\s*lmc\s*(\d+)(?!\w))?/y;
const HOST_REMARK = /#\s*"(.*)"/y;
const RATE = String.raw`(?:\s*(\d+x|\?\?)\s*([A-Z]+[0-9]*|\?+)(?!\w))?`;
const LID = String.raw`(?:lid\s*(\d+)(?!\w))?`;
const SWITCH_PORT_REMARK = new RegExp(
  String.raw`#\s*"(.*)"\s*${LID}${RATE}`,
  "y",
);
const HOST_PORT_REMARK = new RegExp(
  String.raw`#\s*lid\s*(\d+)\s*lmc\s*(\d+)\s*(?:"(.*)"\s*${LID})?${RATE}`,
  "y",
);
/** What looks like a part of a record that does not end as it should. */
const BROKEN = /^(?:#\s*(?:lid\b|")|lid|lmc|base|enhanced|port|\d|\?|")/;

const number = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
/** `S-5000`, `S-0x5000` and `S-0000000000005000` are one node. */
function idOf(match: RegExpExecArray): string {
  const id = match[1] ?? "";
  // As nearly all are written.
  if (/^[SHR]-[0-9a-f]{16}$/.test(id)) return id;
  return id.replace(
    /^([SHR]-)(?:0x)?([0-9a-fA-F]{1,16})$/,
    (_, kind: string, digits: string) =>
      kind + digits.toLowerCase().padStart(16, "0"),
  );
}
const guidOf = (match: RegExpExecArray | undefined): Guid | undefined =>
  match === undefined ? undefined : BigInt(`0x${match[1] ?? "0"}`);

/**
 * Reads one line.
 *
 * Whatever does not look like a record at all is noise: terminal captures have prompts, and tools print their troubles in between. A line that
 * looks like a record but is none is refused, since skipping it would misplace the ports below it.
 *
 * @throws FabricError E_IBNETDISCOVER_SYNTAX with file, line, column.
 */
export function readLine(
  line: SourceLine,
  file: string | undefined,
): LineRecord | undefined {
  const trimmed = line.text.trim();
  if (trimmed === "") return undefined;
  const scanner = scannerOf(line, file);
  if (trimmed.startsWith("#")) {
    if (scanner.try(/#\s*fabriclab\s/y) !== undefined)
      return { kind: "remark", scanner };
    // A terminal that breaks long lines parts a record from its remark.
    return /^#\s*(?:"|lid\s*\d)/.test(trimmed)
      ? { kind: "noise", text: trimmed }
      : undefined;
  }
  if (/^\[\s*\d+\s*\]/.test(trimmed)) return portRecord(scanner);
  const kind = scanner.try(NODE);
  if (kind !== undefined)
    return nodeRecord(scanner, kind[1] ?? "", kind[2] === "");
  const guid = scanner.try(
    /(?:switch|ca|rt)guid\s*=\s*(?:0x)?([0-9a-fA-F]{1,16})/y,
  );
  if (guid !== undefined)
    return { kind: "guid", guid: BigInt(`0x${guid[1] ?? "0"}`) };
  if (/^(?:vendid|devid|sysimgguid)\s*=/.test(trimmed)) return undefined;
  if (isPortLine(trimmed))
    throw wrongLine(
      scanner,
      "E_IBNETDISCOVER_PORT_LIST",
      "a line of ibnetdiscover -p in a topology file",
      "the output of ibnetdiscover, with -p or without it, but not both",
    );
  if (
    /"[SHR]-[0-9a-fA-F]{16}"/.test(trimmed) ||
    /^(?:Switch|Ca|Hca|CA|HCA|Rt)\s*\d+\b/.test(trimmed)
  ) {
    throw scanner.refusal(
      "a line that names a node but is no record",
      'Switch N "S-…", Ca N "H-…", or [port] "S-…"[port]',
    );
  }
  return { kind: "noise", text: trimmed };
}

function nodeRecord(
  scanner: Scanner,
  kind: string,
  crowded: boolean,
): NodeRecord {
  const ports = Number(scanner.need(NUMBER, "the number of ports")[0]);
  const id = idOf(
    scanner.need(QUOTED_ID, 'the node in quotes, such as "S-0002c90200412345"'),
  );
  const isSwitch = kind === "Switch";
  const remark = scanner.try(isSwitch ? SWITCH_REMARK : HOST_REMARK);
  if (
    remark === undefined &&
    scanner.rest() !== "" &&
    !scanner.rest().startsWith("#")
  ) {
    throw scanner.refusal(
      "the line cannot be read from here on",
      "# and the description in quotes, or the end of the line",
    );
  }
  return {
    kind: "node",
    scanner,
    isSwitch,
    isRouter: kind === "Rt",
    ports,
    id,
    name: remark?.[1],
    lid: number(remark?.[2]),
    lmc: number(remark?.[3]),
    tail: tailOf(scanner, "base or enhanced port 0, LID and LMC"),
    crowded,
  };
}

function portRecord(scanner: Scanner): PortRecord {
  const num = Number(scanner.need(PORT, "a port number in brackets")[1]);
  scanner.try(EXTERNAL);
  const portGuid = guidOf(scanner.try(GUID));
  const peerId = idOf(
    scanner.need(
      QUOTED_ID,
      'the node at the other end in quotes, such as "H-0002c90200412344"',
    ),
  );
  const peerNum = Number(
    scanner.need(PORT, "the port number at the other end in brackets")[1],
  );
  scanner.try(EXTERNAL);
  const peerGuid = guidOf(scanner.try(GUID));
  const fromHost = scanner.try(HOST_PORT_REMARK);
  const fromSwitch =
    fromHost === undefined ? scanner.try(SWITCH_PORT_REMARK) : undefined;
  const width = fromHost?.[5] ?? fromSwitch?.[3];
  const speed = fromHost?.[6] ?? fromSwitch?.[4];
  return {
    kind: "port",
    scanner,
    num,
    portGuid,
    peerId,
    peerNum,
    peerGuid,
    lid: number(fromHost?.[1]),
    lmc: number(fromHost?.[2]),
    peerName: fromHost?.[3] ?? fromSwitch?.[1],
    peerLid: number(fromHost?.[4] ?? fromSwitch?.[2]),
    rate:
      width === undefined
        ? undefined
        : {
            width: width === "??" ? 0 : parseInt(width, 10),
            speed: speed?.startsWith("?") === true ? undefined : speed,
          },
    tail: tailOf(scanner, "a LID, a width and a speed, such as lid 3 4xQDR"),
  };
}

/** What `ibnetdiscover -f` and Xsigo's gateways add. */
const KNOWN_TAIL = /^(?:s=\d+ w=\d+ v=\d+|slot \d+|\(scp\))?$/;

/**
 * Why not everything is passed over: a LID that breaks off in the middle is another LID.
 *
 * @throws FabricError E_IBNETDISCOVER_SYNTAX
 */
function tailOf(scanner: Scanner, expected: string): string {
  const tail = scanner.rest();
  if (BROKEN.test(tail))
    throw scanner.refusal("the line cannot be read from here on", expected);
  return KNOWN_TAIL.test(tail) ? "" : tail;
}
