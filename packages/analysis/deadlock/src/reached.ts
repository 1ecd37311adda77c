import {
  hostEndports,
  LidTree,
  PathClasses,
  PathWalker,
  WALK_ENDS,
} from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

const DELIVERED = WALK_ENDS.indexOf("delivered");

/** Which ordered pairs of endports reach each other: a bit for `place of the source · endports + place of the destination`. */
export class Reached {
  readonly endports: readonly EndportIx[];
  readonly #bits: Int32Array;

  constructor(endports: readonly EndportIx[]) {
    this.endports = endports;
    this.#bits = new Int32Array(Math.ceil(endports.length ** 2 / 32));
  }

  add(source: number, destination: number): void {
    const pair = source * this.endports.length + destination;
    this.#bits[pair >>> 5] = (this.#bits[pair >>> 5] ?? 0) | (1 << (pair & 31));
  }

  has(source: number, destination: number): boolean {
    const pair = source * this.endports.length + destination;
    return (((this.#bits[pair >>> 5] ?? 0) >>> (pair & 31)) & 1) === 1;
  }

  /** Pairs that are here and not there. */
  lostIn(other: Reached): number {
    let lost = 0;
    for (const [word, bits] of this.#bits.entries())
      for (
        let rest = bits & ~(other.#bits[word] ?? 0);
        rest !== 0;
        rest &= rest - 1
      )
        lost += 1;
    return lost;
  }

  /** Pairs that are here and have one of the endports, by place, as an end. */
  lostWithout(places: ReadonlySet<number>): number {
    const size = this.endports.length;
    let lost = 0;
    for (let source = 0; source < size; source++)
      for (let destination = 0; destination < size; destination++)
        if (
          (places.has(source) || places.has(destination)) &&
          this.has(source, destination)
        )
          lost += 1;
    return lost;
  }
}

/**
 * The pairs whose packets arrive by LFT (SL2VL entries that discard are not looked at).
 *
 * Complexity: O(pairs), and O(switches) per (destination, path LID).
 */
export function reachedBy(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[] = hostEndports(fabric, tables),
): Reached {
  const reached = new Reached(endports);
  const classes = new PathClasses(fabric, tables, endports);
  const tree = new LidTree(fabric, tables);
  const walker = new PathWalker(fabric, tables);
  for (const [place, destination] of endports.entries()) {
    classes.load(destination);
    for (let index = 0; index < classes.count; index++) {
      const lid = classes.lid(index);
      if (tables.lids.owner[lid] !== destination) continue;
      tree.load(lid);
      for (const [from, source] of endports.entries()) {
        if (classes.classOf[from] !== index) continue;
        const at = classes.entry[from] ?? -1;
        const arrives =
          at < 0
            ? walker.walk(source, lid) === "delivered"
            : tree.end[at] === DELIVERED;
        if (arrives) reached.add(from, place);
      }
    }
  }
  return reached;
}
