/** What `fabriclab explain E_CODE` says. */
export interface ErrorEntry {
  /** One or two sentences: what the code means. */
  readonly means: string;
  /** Something that provokes it. */
  readonly example: string;
  /** How to mend it. */
  readonly mend: string;
  /** `ours`: a bug of fabriclab, exit code 3. Default: the input's. */
  readonly fault?: "ours";
}

export type ErrorEntries = Readonly<Record<`E_${string}`, ErrorEntry>>;
