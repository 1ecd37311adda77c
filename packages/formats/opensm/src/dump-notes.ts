/** Something odd in a dump that did not keep it from being read. */
export interface DumpNote {
  readonly file: string;
  /** What, and what was done about it. */
  readonly message: string;
  /** Where it was first seen; 0 for what holds of the whole file. */
  readonly line: number;
  /** How often. */
  readonly count: number;
}

/** Gathers notes, one for each file and message. */
export class DumpNotes {
  readonly #notes = new Map<string, DumpNote>();

  add(file: string, message: string, line: number, count = 1): void {
    const key = `${file}\n${message}`;
    const known = this.#notes.get(key);
    this.#notes.set(key, {
      file,
      message,
      line: known?.line ?? line,
      count: (known?.count ?? 0) + count,
    });
  }

  all(): DumpNote[] {
    return [...this.#notes.values()];
  }
}
