import type { LidTable, PathPolicy } from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import { contradiction, mismatch, wordColumn, type Line } from "./guid-text.ts";

const NOT_SAID = 255;

/** Path LID and SL of ordered pairs: a byte or two for each pair of a source of which something was said. */
export class PathTable implements PathPolicy {
  highestSl = 0;
  /** Ordered pairs of which something was said. */
  pairs = 0;
  readonly #lids: LidTable;
  /** Source -> destination -> SL. */
  readonly #sl: (Uint8Array | undefined)[] = [];
  /** Source -> destination -> path LID minus base LID, where one is not 0. */
  readonly #offset: (Uint8Array | undefined)[] = [];

  constructor(lids: LidTable) {
    this.#lids = lids;
  }

  /**
   * @param word which word of the line is the SL, for errors
   * @throws FabricError E_OPENSM_BAD_SL, E_OPENSM_CONTRADICTION
   */
  set(
    source: EndportIx,
    dlid: number,
    sl: number,
    lineOf: () => Line,
    word: number,
  ): void {
    if (sl > 15) {
      const line = lineOf();
      throw mismatch(
        "E_OPENSM_BAD_SL",
        line,
        wordColumn(line, word),
        "there is no such service level",
        String(sl),
        "0 to 15",
      );
    }
    const { owner, baseLid } = this.#lids;
    const destination = owner[dlid] ?? -1;
    const offset = dlid - (baseLid[destination] ?? 0);
    const before = this.#slOf(source, destination);
    if (before !== NOT_SAID) {
      if (before !== sl || this.#offsetOf(source, destination) !== offset) {
        const line = lineOf();
        throw contradiction(
          line,
          wordColumn(line, word),
          `the path from LID ${baseLid[source] ?? 0} to the owner of LID ${dlid}`,
          `LID ${dlid}, SL ${sl}`,
          `LID ${(baseLid[destination] ?? 0) + this.#offsetOf(source, destination)}, SL ${before}, as an earlier line says`,
        );
      }
      return;
    }
    const ends = baseLid.length;
    (this.#sl[source] ??= new Uint8Array(ends).fill(NOT_SAID))[destination] =
      sl;
    if (offset !== 0)
      (this.#offset[source] ??= new Uint8Array(ends))[destination] = offset;
    this.pairs++;
    if (sl > this.highestSl) this.highestSl = sl;
  }

  pathLid(source: EndportIx, destination: EndportIx): Lid {
    return ((this.#lids.baseLid[destination] ?? 0) +
      this.#offsetOf(source, destination)) as Lid;
  }

  pathSl(source: EndportIx, destination: EndportIx): Sl {
    const sl = this.#slOf(source, destination);
    return (sl === NOT_SAID ? 0 : sl) as Sl;
  }

  #slOf(source: number, destination: number): number {
    return this.#sl[source]?.[destination] ?? NOT_SAID;
  }

  #offsetOf(source: number, destination: number): number {
    return this.#offset[source]?.[destination] ?? 0;
  }
}
