/** Something odd in a file that did not keep it from being read. */
export interface ReadNote {
  /** What, and what was done about it. */
  readonly message: string;
  /** Where it was first seen. */
  readonly line: number;
  /** How often. */
  readonly count: number;
}

/** Gathers notes, one for each message. */
export class Notes {
  readonly #notes = new Map<string, { line: number; count: number }>();

  add(message: string, line: number): void {
    const known = this.#notes.get(message);
    if (known === undefined) this.#notes.set(message, { line, count: 1 });
    else known.count += 1;
  }

  all(): ReadNote[] {
    return Array.from(this.#notes, ([message, { line, count }]) => ({
      message,
      line,
      count,
    }));
  }
}
