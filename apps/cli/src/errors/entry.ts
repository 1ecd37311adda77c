import type { ErrorNote } from "@fabriclab/spec";

/** What `fabriclab explain E_CODE` says. */
export interface ErrorEntry extends ErrorNote {
  /** `ours`: a bug of fabriclab, exit code 3. Default: the input's. */
  readonly fault?: "ours";
}

export type ErrorEntries = Readonly<Record<`E_${string}`, ErrorEntry>>;
