import {
  Scanner,
  speedOfGbps,
  type LinePlace,
  type Rate,
} from "@fabriclab/reading";

/** `Switch: 0x… name:` or `CA: name:`; the lines below are ports of this node. */
export interface Heading {
  readonly kind: "heading";
  readonly isSwitch: boolean;
  readonly isRouter: boolean;
  /** Hexadecimal digits; only switches have it here. */
  readonly guid: string | undefined;
  readonly name: string;
  readonly place: LinePlace;
}

/** The other end of a cable. */
export interface Peer {
  /** PortGUID, with `-l` only. */
  readonly guid: string | undefined;
  readonly lid: number;
  readonly num: number;
  readonly name: string;
}

/** One port. */
export interface PortLine {
  readonly kind: "port";
  /** PortGUID: of adapters, and of all with `-l`. */
  readonly guid: string | undefined;
  /** With `-l` only. */
  readonly name: string | undefined;
  readonly lid: number;
  readonly num: number;
  readonly rate: Rate;
  readonly state: string;
  /** Undefined where nothing is cabled to it. */
  readonly peer: Peer | undefined;
  readonly place: LinePlace;
}

// Why the colon may lack: older versions wrote `Switch 0x… name:`.
const HEADING =
  /(Switch|CA|RT|Router)(?::|(?=\s+0x))\s*(?:0x([0-9a-fA-F]{1,16})(?=\s))?\s*(.*?):?\s*$/y;
const GUID = /0x([0-9a-fA-F]{1,16})(?=\s)/y;
// Why lazy: a name may hold quotes; the first that numbers follow ends it.
const OWN_NAME = /"(.*?)"(?=\s+\d+\s+\d+\s*\[)/y;
const PLACE = /(\d{1,5})\s+(\d{1,3})\s*\[[^\]]*\]/y;
const LINK =
  /==\(\s*(?:(\d{1,2})[xX]\s+)?([^/]*?)\s*([A-Za-z]+)\s*\/\s*([A-Za-z ]*?)\s*\)/y;
const SETTINGS = /\([^)]*\)/y;
const ARROW = /==>/y;
const NOTHING = /\[[^\]]*\]\s*"".*$/y;
// Why greedy: the remarks in parentheses hold no quotes.
const PEER_NAME = /"(.*)"(?=\s*(?:\(|$))/y;
const REMARKS = /\(.*\)\s*$/y;

/** Whether the line is one of a port. */
export const isPortLine = (text: string): boolean => text.includes("==(");

/** The heading of a node, or undefined for any other line. */
export function headingOf(scanner: Scanner): Heading | undefined {
  const { place } = scanner;
  const match = scanner.try(HEADING);
  if (match === undefined) return undefined;
  const [, kind = "", guid, name = ""] = match;
  return {
    kind: "heading",
    isSwitch: kind === "Switch",
    isRouter: kind.startsWith("R"),
    guid: guid?.toLowerCase(),
    name,
    place,
  };
}

/** @throws FabricError E_READING_SYNTAX */
export function portLineOf(scanner: Scanner): PortLine {
  const { place } = scanner;
  const guid = scanner.try(GUID)?.[1]?.toLowerCase();
  const name = scanner.try(OWN_NAME)?.[1]?.trim();
  const [, lid = "", num = ""] = scanner.need(
    PLACE,
    "a LID and a port, such as 4 1[  ]",
  );
  const [, width, speed = "", state = ""] = scanner.need(
    LINK,
    "==( 4X 25.78125 Gbps Active/ LinkUp)",
  );
  scanner.try(SETTINGS);
  scanner.need(ARROW, "==>");
  const peer = peerOf(scanner);
  return {
    kind: "port",
    guid,
    name,
    lid: Number(lid),
    num: Number(num),
    rate: rateOf(width, speed),
    state,
    peer,
    place,
  };
}

function peerOf(scanner: Scanner): Peer | undefined {
  if (scanner.try(NOTHING) !== undefined) return undefined;
  const guid = scanner.try(GUID)?.[1]?.toLowerCase();
  const [, lid = "", num = ""] = scanner.need(
    PLACE,
    "the other end's LID and port, such as 2 7[  ]",
  );
  const [, name = ""] = scanner.need(PEER_NAME, 'the other end\'s "name"');
  scanner.try(REMARKS);
  scanner.end("remarks in parentheses, or the end of the line");
  return { guid, lid: Number(lid), num: Number(num), name };
}

function rateOf(width: string | undefined, speed: string): Rate {
  const fdr10 = /FDR10/i.test(speed);
  const gbps = /^([\d.]+)\s*Gbps/i.exec(speed)?.[1];
  return {
    width: width === undefined ? undefined : Number(width),
    speed: fdr10
      ? "FDR10"
      : gbps === undefined
        ? speed === ""
          ? undefined
          : speed
        : speedOfGbps(gbps),
  };
}
