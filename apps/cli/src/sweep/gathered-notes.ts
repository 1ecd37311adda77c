import type { Point } from "@fabriclab/experiment-sweep";
import { many } from "../naming/words.ts";

/** Notes of one kind: the first of them, and at how many points there is one. */
interface Kind {
  readonly note: string;
  readonly at: Point;
  readonly points: Set<Point>;
  /** All are the same to the digit. */
  isSame: boolean;
}

/** What several points of a sweep have to say: each kind of note once, with how often. Two of one kind differ in numbers alone. */
export class GatheredNotes {
  readonly #kinds = new Map<string, Kind>();
  readonly #points = new Set<Point>();

  /** Takes the notes of a point. */
  add(point: Point, notes: readonly string[]): void {
    this.#points.add(point);
    for (const note of notes) {
      const key = kindOf(note);
      const known = this.#kinds.get(key);
      if (known === undefined)
        this.#kinds.set(key, {
          note,
          at: point,
          points: new Set([point]),
          isSame: true,
        });
      else {
        known.points.add(point);
        if (known.note !== note) known.isSame = false;
      }
    }
  }

  /**
   * A line for each kind, in the order in which they came first.
   *
   * @param all points of the sweep; of more than were looked at, the lines say so
   */
  lines(all: number): string[] {
    const looked = this.#points.size;
    const of =
      looked < all
        ? `the ${many(looked, "point")} that ${looked === 1 ? "was" : "were"} looked at`
        : many(looked, "point");
    return [...this.#kinds.values()].map(({ note, at, points, isSame }) => {
      const more = points.size - 1;
      if (isSame && points.size === looked) return note;
      if (isSame)
        return `at ${placeOf(at)}${more === 0 ? "" : `, and at ${more} more of ${of}`}: ${note}`;
      return `at ${placeOf(at)}: ${note} (with other numbers at ${more} more of ${of}, too)`;
    });
  }
}

/** `load=0.1, virtualLanes=4` */
const placeOf = ({ levels }: Point): string =>
  Object.entries(levels)
    .map(([column, level]) => `${column}=${level}`)
    .join(", ");

/** The note without its numbers, but for those that name an entry: `traffic[0]`. */
const kindOf = (note: string): string =>
  note.replaceAll(/(?<!\w\[)\b\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*/g, "#");
