import { endportGuid, switchesInGuidOrder } from "@fabriclab/fabric";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { formatGuid, NO_PORT, type EndportIx } from "@fabriclab/units";
import { lidText } from "./guid-text.ts";
import { printedName } from "./printed-name.ts";

/**
 * `opensm-lfts.dump` as OpenSM 3.3.23 writes it and loads it (`opensm -R file -U FILE`), one piece of text per switch.
 *
 * Switches come in OpenSM's map order; LIDs without a path are left out; what cannot be printed of a name is a blank. Pieces, because the dump of a large fabric is longer than a string may be.
 */
export function* lftsChunks(
  fabric: Fabric,
  tables: ForwardingTables,
): Generator<string> {
  const { lids, lft } = tables;
  const lines = new EntryLines(ownerNotes(fabric, tables), lids.topLid);
  for (const sw of switchesInGuidOrder(fabric)) {
    const guid = formatGuid(fabric.nodeGuid[sw] ?? 0n);
    const name = printedName(fabric.nodeName[sw] ?? "");
    const head = `Unicast lids [0-${lids.topLid}] of switch Lid ${lids.baseLid[sw] ?? 0} guid ${guid} ('${name}'):\n`;
    // OpenSM prints the top LID here, not the number of lines.
    yield `${head}${lines.of(lft[sw])}${lids.topLid} lids dumped\n`;
  }
}

/** Where the port's three digits stand in a line. */
const PORT_COLUMN = "0x0001 ".length;
const ZERO = 0x30;

/**
 * The lines of all entries, as UTF-8. Those of one switch differ from another's in the ports only, so the lines are made once and their digits are
 * changed: a large fabric has tens of millions.
 */
class EntryLines {
  readonly #bytes: Uint8Array;
  /** LID -> its line's first byte; one more closes the last. */
  readonly #start: Int32Array;
  readonly #topLid: number;
  readonly #text: Uint8Array;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(notes: readonly string[], topLid: number) {
    const encoder = new TextEncoder();
    const lines = Array.from({ length: topLid + 1 }, (_, lid) =>
      lid === 0
        ? new Uint8Array(0)
        : encoder.encode(`${lidText(lid)} 000 # ${notes[lid] ?? ""}\n`),
    );
    this.#start = new Int32Array(topLid + 2);
    for (const [lid, { length }] of lines.entries())
      this.#start[lid + 1] = (this.#start[lid] ?? 0) + length;
    this.#bytes = new Uint8Array(this.#start[topLid + 1] ?? 0);
    for (const [lid, line] of lines.entries())
      this.#bytes.set(line, this.#start[lid]);
    this.#text = new Uint8Array(this.#bytes.length);
    this.#topLid = topLid;
  }

  /** Those of one table; LIDs without a path are left out. O(bytes). */
  of(table: Uint8Array | undefined): string {
    const bytes = this.#bytes;
    const start = this.#start;
    const top = table === undefined ? 0 : this.#topLid;
    let length = 0;
    // Lines from `from` on are not yet copied.
    let from = 0;
    const copy = (to: number): void => {
      const piece = bytes.subarray(from, to);
      this.#text.set(piece, length);
      length += piece.length;
    };
    for (let lid = 1; lid <= top; lid++) {
      const port = table?.[lid] ?? NO_PORT;
      const at = start[lid] ?? 0;
      if (port === NO_PORT) {
        copy(at);
        from = start[lid + 1] ?? 0;
        continue;
      }
      const tens = Math.floor(port / 10);
      const hundreds = Math.floor(port / 100);
      bytes[at + PORT_COLUMN] = ZERO + hundreds;
      bytes[at + PORT_COLUMN + 1] = ZERO + tens - 10 * hundreds;
      bytes[at + PORT_COLUMN + 2] = ZERO + port - 10 * tens;
    }
    copy(start[top + 1] ?? 0);
    return this.#decoder.decode(this.#text.subarray(0, length));
  }
}

/** The whole of `lftsChunks`. */
export function writeLfts(fabric: Fabric, tables: ForwardingTables): string {
  return [...lftsChunks(fabric, tables)].join("");
}

/** LID -> what a dump says about its owner. */
function ownerNotes(fabric: Fabric, { lids }: ForwardingTables): string[] {
  return Array.from(lids.owner, (owner) => {
    if (owner < 0) return "unknown node and type";
    const endport = owner as EndportIx;
    const type = owner < fabric.switchCount ? "Switch" : "Channel Adapter";
    const name = printedName(
      fabric.nodeName[fabric.endportNode[endport] ?? -1] ?? "",
    );
    return `${type} portguid ${formatGuid(endportGuid(fabric, endport))}: '${name}'`;
  });
}
