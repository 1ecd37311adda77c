/** Something odd in a file that did not keep it from being read. */
export interface ReadNote {
  /** What, and what was done about it; with the first places of it, where those have names. */
  readonly message: string;
  /** Where it was first seen; 0 for what holds of the whole file. */
  readonly line: number;
  /** How often. */
  readonly count: number;
  /** All LIDs that two ports have, of the note that says so: a subnet cannot work with them. */
  readonly sharedLids?: readonly SharedLid[];
}

/** A LID that an endport has and an earlier one had already. */
export interface SharedLid {
  readonly lid: number;
  /** Indices of the two endports, in the fabric of the file. */
  readonly endports: readonly [number, number];
}

/** Why: a file of a gigabyte of noise must not be kept as its notes. */
const MOST_MESSAGES = 1000;

/** Examples that a note names. */
const MOST_EXAMPLES = 3;

/** Gathers notes, one for each message; of more than a thousand messages the others are counted together. */
export class Notes {
  readonly #notes = new Map<
    string,
    {
      line: number;
      count: number;
      readonly examples: Set<string>;
      isCut: boolean;
      readonly sharedLids: SharedLid[];
    }
  >();

  /** @param example what of the fabric it is, `S1 has LID 3 and LID 4`: the first three are told behind the message */
  add(
    message: string,
    line: number,
    count = 1,
    example?: string,
    sharedLid?: SharedLid,
  ): void {
    const isKept = this.#notes.has(message) || this.#notes.size < MOST_MESSAGES;
    const key = isKept
      ? message
      : "other oddities, of more kinds than are listed";
    let note = this.#notes.get(key);
    if (note === undefined) {
      note = {
        line,
        count,
        examples: new Set(),
        isCut: false,
        sharedLids: [],
      };
      this.#notes.set(key, note);
    } else note.count += count;
    if (sharedLid !== undefined) note.sharedLids.push(sharedLid);
    if (!isKept || example === undefined || note.examples.has(example)) return;
    if (note.examples.size < MOST_EXAMPLES) note.examples.add(example);
    else note.isCut = true;
  }

  all(): ReadNote[] {
    return Array.from(this.#notes, ([message, note]) => ({
      message: [message, [...note.examples].join("; ")]
        .filter((part) => part !== "")
        .join(": ")
        .concat(note.isCut ? "; …" : ""),
      line: note.line,
      count: note.count,
      ...(note.sharedLids.length === 0 ? {} : { sharedLids: note.sharedLids }),
    }));
  }
}
