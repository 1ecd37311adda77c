import { many, type Fabric, type LidTable } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { DumpNotes } from "./dump-notes.ts";
import {
  mismatch,
  refuseCut,
  syntaxError,
  wordColumn,
  type Line,
} from "./guid-text.ts";
import { PathTable } from "./path-table.ts";

/** A GUID has more digits than a LID; it may be written with fewer than 16. */
const TRIPLE =
  /^\s*(0x[0-9a-f]{1,16}|\d{1,9})[\s,]+(0x[0-9a-f]{1,8}|\d{1,9})[\s,]+(\d{1,9})\s*$/i;
const GUID = /^0x[0-9a-f]{5,16}$/i;
const MATRIX_ROW = /^\s*(\d{1,9})\s*:\s*([\d\s-]+)$/;
const MATRIX_HEAD = /^\s*#[^:]*:((?:\s+\d{1,9})+)\s*$/;

/** The lines of a file of path SLs, in any of its dialects. */
export class PathSlLines {
  readonly paths: PathTable;
  readonly #lids: LidTable;
  readonly #fabric: Fabric | undefined;
  readonly #notes: DumpNotes;
  #columns: readonly number[] | undefined;
  /** A dialect that names all pairs, unlike path-sl.tsv, which leaves out the base LID on SL 0. */
  #complete = false;
  /** NodeGUID -> endports, when a file needs it. */
  #nodes: ReadonlyMap<bigint, readonly EndportIx[]> | undefined;

  constructor(lids: LidTable, fabric: Fabric | undefined, notes: DumpNotes) {
    this.#lids = lids;
    this.#fabric = fabric;
    this.#notes = notes;
    this.paths = new PathTable(lids);
  }

  /** Source LID, destination LID, SL. */
  pair(
    slid: number,
    dlid: number,
    sl: number,
    line: () => Line,
    words: readonly [dlid: number, sl: number] = [2, 3],
  ): void {
    const owner = this.#lids.owner;
    const source = owner[slid] ?? -1;
    if (source < 0) throw this.#nobody(line(), slid, 1);
    if ((owner[dlid] ?? -1) < 0) throw this.#nobody(line(), dlid, words[0]);
    this.paths.set(source as EndportIx, dlid, sl, line, words[1]);
  }

  line(line: Line): void {
    const { text } = line;
    if (/^\s*(?:#|$)/.test(text)) {
      const head = MATRIX_HEAD.exec(text);
      if (head === null) return;
      this.#columns = (head[1] ?? "").trim().split(/\s+/).map(Number);
      return;
    }
    refuseCut(line);
    const triple = TRIPLE.exec(text);
    if (triple !== null) {
      const [, source = "", dlid = "", sl = ""] = triple;
      if (GUID.test(source))
        this.#fromNode(line, source, Number(dlid), Number(sl));
      else this.pair(Number(source), Number(dlid), Number(sl), () => line);
      return;
    }
    const row = MATRIX_ROW.exec(text);
    if (row === null)
      throw syntaxError(
        line,
        1,
        text,
        "source LID or NodeGUID, destination LID, SL; or source LID: an SL for each destination",
      );
    this.#matrixRow(line, Number(row[1]), (row[2] ?? "").trim().split(/\s+/));
  }

  end(file: string): void {
    const hosts = this.#lids.baseLid.filter(
      (lid, endport) =>
        lid > 0 && endport >= (this.#fabric?.switchCount ?? endport + 1),
    ).length;
    const missing = hosts * (hosts - 1) - this.paths.pairs;
    if (this.#complete && missing > 0)
      this.#notes.add(
        file,
        "ordered pairs of hosts of which the file says nothing use SL 0",
        0,
        missing,
      );
  }

  #matrixRow(line: Line, slid: number, cells: readonly string[]): void {
    const columns = this.#columns;
    if (columns === undefined)
      throw syntaxError(
        line,
        1,
        line.text,
        "a comment line before it that names the destinations' LIDs",
      );
    if (cells.length !== columns.length)
      throw syntaxError(
        line,
        line.text.indexOf(":") + 2,
        many(cells.length, "cell"),
        `${columns.length}, one for each destination LID of the comment line`,
      );
    this.#complete = true;
    for (const [i, cell] of cells.entries()) {
      if (cell === "-") continue;
      if (!/^\d{1,9}$/.test(cell))
        throw syntaxError(line, line.text.indexOf(":") + 2, cell, "an SL or -");
      this.pair(slid, columns[i] ?? 0, Number(cell), () => line, [1, i + 2]);
    }
  }

  #fromNode(line: Line, guid: string, dlid: number, sl: number): void {
    if (this.#fabric === undefined)
      throw syntaxError(line, 1, guid, "the source's LID");
    this.#complete = true;
    this.#nodes ??= addressedEndports(this.#fabric, this.#lids);
    const sources = this.#nodes.get(BigInt(guid)) ?? [];
    if (sources.length === 0)
      throw mismatch(
        "E_OPENSM_UNKNOWN_SWITCH",
        line,
        line.text.indexOf(guid) + 1,
        "the fabric has no such node, or it has no LID",
        guid,
        "the NodeGUID of a node of the fabric",
      );
    const { owner, baseLid } = this.#lids;
    const destination = owner[dlid] ?? -1;
    if (destination < 0) throw this.#nobody(line, dlid, 2);
    if (baseLid[destination] !== dlid) {
      this.#notes.add(
        line.file,
        "SLs for other LIDs of a port than its base LID were passed over: a pair has one path",
        line.number,
      );
      return;
    }
    if (sources.length > 1)
      this.#notes.add(
        line.file,
        "SLs of a node with several ports were taken for each of them",
        line.number,
      );
    for (const source of sources)
      if (source !== destination)
        this.paths.set(source, dlid, sl, () => line, 3);
  }

  #nobody(line: Line, lid: number, word: number): Error {
    return mismatch(
      "E_OPENSM_BAD_LID",
      line,
      wordColumn(line, word),
      "nobody owns this LID",
      String(lid),
      `a LID of the tables, 1 to ${this.#lids.topLid}`,
    );
  }
}

function addressedEndports(
  fabric: Fabric,
  lids: LidTable,
): Map<bigint, EndportIx[]> {
  const found = new Map<bigint, EndportIx[]>();
  for (let endport = 0; endport < fabric.endportCount; endport++) {
    if ((lids.baseLid[endport] ?? 0) === 0) continue;
    const guid = fabric.nodeGuid[fabric.endportNode[endport] ?? 0] ?? 0n;
    const list = found.get(guid) ?? [];
    list.push(endport as EndportIx);
    found.set(guid, list);
  }
  return found;
}
