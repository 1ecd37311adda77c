import type { Fabric } from "@fabriclab/spec";
import {
  formatGuid,
  UNICAST_LID_MAX,
  type EndportIx,
  type Guid,
} from "@fabriclab/units";
import type { DumpNotes } from "./dump-notes.ts";
import { contradiction, type Line } from "./guid-text.ts";
import {
  nameInComment,
  refuseOtherNames,
  type NamedNode,
} from "./node-names.ts";
import { dumpedEndports } from "./port-guids.ts";

const PORT_GUID = /portguid (0x[0-9a-f]{1,16})(?![0-9a-f])/i;
/** Longer comments are read anew every time. */
const KEPT = 512;

/**
 * Who owns which LID, by the comments of LFT entries.
 *
 * Why the comments are kept as bytes: every switch repeats them, so that all but the first are only compared, at the price of looking for the line's
 * end.
 */
export class LidOwners {
  /** LID -> where its comment starts in `pool`, -1 = not kept. */
  readonly start: Int32Array = new Int32Array(UNICAST_LID_MAX + 1).fill(-1);
  /** LID -> where its comment ends in `pool`, behind its line feed. */
  readonly end: Int32Array = new Int32Array(UNICAST_LID_MAX + 1);
  pool = new Uint8Array(2 ** 16);
  #used = 0;
  readonly #guids = new Map<
    number,
    { guid: Guid; line: number; name: string | undefined }
  >();
  /** Switch -> what its heading calls it. */
  readonly #names = new Map<number, NamedNode>();
  readonly #switches = new Map<number, { owner: EndportIx; line: number }>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Reads the comment of an entry, `from` behind its port to behind its line feed.
   *
   * @throws FabricError E_OPENSM_CONTRADICTION
   */
  comment(
    line: Line,
    lid: number,
    bytes: Uint8Array,
    from: number,
    to: number,
  ): void {
    const guid = PORT_GUID.exec(line.text)?.[1];
    if (guid !== undefined) this.#own(line, lid, guid);
    if (this.start[lid] === -1 && to - from <= KEPT)
      this.#keep(bytes, from, to, lid);
  }

  /** The heading of a switch's table says what the switch is called. */
  name(sw: number, name: string, line: number): void {
    if (!this.#names.has(sw)) this.#names.set(sw, { name, line });
  }

  /** The heading of a switch's table names the switch's own LID. */
  heading(line: Line, column: number, lid: number, owner: EndportIx): void {
    const before = this.#switches.get(lid);
    if (before === undefined)
      this.#switches.set(lid, { owner, line: line.number });
    else if (before.owner !== owner)
      throw contradiction(
        line,
        column,
        `whose LID ${lid} is`,
        `Lid ${lid}`,
        `another switch than on line ${before.line}`,
      );
  }

  /**
   * LID -> endport.
   *
   * @throws FabricError E_OPENSM_CONTRADICTION where a heading and a comment name different owners, E_OPENSM_OTHER_FABRIC
   */
  resolve(fabric: Fabric, notes: DumpNotes): Map<number, EndportIx> {
    const known = dumpedEndports(
      fabric,
      Array.from(this.#guids.values(), ({ guid }) => guid),
    );
    const owners = new Map<number, EndportIx>();
    const names = new Map(this.#names);
    for (const [lid, { guid, line, name }] of this.#guids) {
      const endport = known.get(guid);
      if (endport === undefined)
        notes.add(
          this.#file,
          "owners of LIDs that the fabric does not have were passed over",
          line,
        );
      else {
        owners.set(lid, endport);
        const node = fabric.endportNode[endport] ?? -1;
        if (name !== undefined && !names.has(node))
          names.set(node, { name, line });
      }
    }
    refuseOtherNames(fabric, names, this.#file, notes);
    for (const [lid, { owner, line }] of this.#switches) {
      const other = owners.get(lid);
      if (other !== undefined && other !== owner)
        throw contradiction(
          {
            file: this.#file,
            number: line,
            text: "",
            cut: false,
          },
          1,
          `whose LID ${lid} is`,
          `a switch's own LID in its heading, ${formatGuid(this.#guids.get(lid)?.guid ?? 0n)} on line ${this.#guids.get(lid)?.line ?? 0}`,
          "one owner for every LID",
        );
      owners.set(lid, owner);
    }
    return owners;
  }

  #own(line: Line, lid: number, text: string): void {
    const guid = BigInt(text);
    const before = this.#guids.get(lid);
    if (before === undefined)
      this.#guids.set(lid, {
        guid,
        line: line.number,
        name: nameInComment(line.text),
      });
    else if (before.guid !== guid)
      throw contradiction(
        line,
        line.text.indexOf(text) + 1,
        `whose LID ${lid} is`,
        text,
        `${formatGuid(before.guid)}, as on line ${before.line}`,
      );
  }

  #keep(bytes: Uint8Array, from: number, to: number, lid: number): void {
    if (this.#used + to - from > this.pool.length) {
      const wider = new Uint8Array(2 * this.pool.length);
      wider.set(this.pool);
      this.pool = wider;
    }
    this.pool.set(bytes.subarray(from, to), this.#used);
    this.start[lid] = this.#used;
    this.#used += to - from;
    this.end[lid] = this.#used;
  }
}
