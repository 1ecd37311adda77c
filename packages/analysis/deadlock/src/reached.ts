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

/** Which ordered pairs of endports reach each other, kept as those that do not: a bit for `place of the source · endports + place of the destination`. */
export class Reached {
  readonly endports: readonly EndportIx[];
  readonly #missing: Int32Array;

  constructor(endports: readonly EndportIx[]) {
    this.endports = endports;
    this.#missing = new Int32Array(Math.ceil(endports.length ** 2 / 32));
  }

  /** Notes that a pair does not reach each other; an endport always reaches itself. */
  miss(source: number, destination: number): void {
    if (source === destination) return;
    const pair = source * this.endports.length + destination;
    const word = pair >>> 5;
    this.#missing[word] = (this.#missing[word] ?? 0) | (1 << (pair & 31));
  }

  has(source: number, destination: number): boolean {
    const pair = source * this.endports.length + destination;
    return (((this.#missing[pair >>> 5] ?? 0) >>> (pair & 31)) & 1) === 0;
  }

  /** Pairs that reach each other here and not there. */
  lostIn(other: Reached): number {
    let lost = 0;
    for (let word = 0; word < this.#missing.length; word++)
      for (
        let rest = (other.#missing[word] ?? 0) & ~(this.#missing[word] ?? 0);
        rest !== 0;
        rest &= rest - 1
      )
        lost += 1;
    return lost;
  }

  /** Pairs that reach each other and have one of the endports, by place, as an end. */
  lostWithout(places: ReadonlySet<number>): number {
    let lost = 0;
    for (const place of places)
      for (let other = 0; other < this.endports.length; other++) {
        if (other === place) continue;
        if (this.has(place, other)) lost += 1;
        // A pair of two such endports is counted once, with its source.
        if (!places.has(other) && this.has(other, place)) lost += 1;
      }
    return lost;
  }
}

/**
 * The pairs whose packets arrive by LFT (SL2VL entries that discard are not looked at).
 *
 * Complexity: O(pairs) calls of the path policy, and O(switches) per (destination, path LID).
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
      tree.load(lid);
      const isOwn = tables.lids.owner[lid] === destination;
      if (
        isOwn &&
        classes.aside(index) === 0 &&
        allArrive(classes, index, tree)
      )
        continue;
      for (const [from, source] of endports.entries()) {
        if (classes.classOf[from] !== index) continue;
        const at = classes.entry[from] ?? -1;
        const arrives =
          at < 0
            ? walker.walk(source, lid) === "delivered"
            : tree.end[at] === DELIVERED;
        if (!isOwn || !arrives) reached.miss(from, place);
      }
    }
  }
  return reached;
}

/** Whether packets arrive from every switch at which sources of the class enter. */
function allArrive(
  classes: PathClasses,
  index: number,
  tree: LidTree,
): boolean {
  const sources = classes.sources(index);
  for (let sw = 0; sw < sources.length; sw++)
    if ((sources[sw] ?? 0) > 0 && tree.end[sw] !== DELIVERED) return false;
  return true;
}
