/** Something odd in a file that did not keep it from being read. */
export interface ReadNote {
  /** What, and what was done about it. */
  readonly message: string;
  /** Where it was first seen; 0 for what holds of the whole file. */
  readonly line: number;
  /** How often. */
  readonly count: number;
}

/** Why: a file of a gigabyte of noise must not be kept as its notes. */
const MOST_MESSAGES = 1000;

/** Gathers notes, one for each message; of more than a thousand messages the others are counted together. */
export class Notes {
  readonly #notes = new Map<string, { line: number; count: number }>();

  add(message: string, line: number, count = 1): void {
    const key =
      this.#notes.has(message) || this.#notes.size < MOST_MESSAGES
        ? message
        : "other oddities, of more kinds than are listed";
    const known = this.#notes.get(key);
    if (known === undefined) this.#notes.set(key, { line, count });
    else known.count += count;
  }

  all(): ReadNote[] {
    return Array.from(this.#notes, ([message, { line, count }]) => ({
      message,
      line,
      count,
    }));
  }
}
