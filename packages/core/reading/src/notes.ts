/** Something odd in a file that did not keep it from being read. */
export interface ReadNote {
  /** What, and what was done about it; with the first places of it, where those have names. */
  readonly message: string;
  /** Where it was first seen; 0 for what holds of the whole file. */
  readonly line: number;
  /** How often. */
  readonly count: number;
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
    }
  >();

  /** @param example what of the fabric it is, `S1 has LID 3 and LID 4`: the first three are told behind the message */
  add(message: string, line: number, count = 1, example?: string): void {
    const isKept = this.#notes.has(message) || this.#notes.size < MOST_MESSAGES;
    const key = isKept
      ? message
      : "other oddities, of more kinds than are listed";
    let note = this.#notes.get(key);
    if (note === undefined) {
      note = { line, count, examples: new Set(), isCut: false };
      this.#notes.set(key, note);
    } else note.count += count;
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
    }));
  }
}
