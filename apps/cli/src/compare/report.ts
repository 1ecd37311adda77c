import type { OddRates } from "../naming/odd-rates.ts";
import type { Advice } from "./advice.ts";
import type { ListsOf, Row } from "./row.ts";
import type { SetOf } from "./settings.ts";

/** What `compare --json` prints. */
export interface CompareReport {
  readonly fabric: {
    readonly name: string;
    readonly file: string;
    readonly switches: number;
    readonly hosts: number;
    readonly cables: number;
  };
  /** Links whose width or speed differs from that of most links of their kind. */
  readonly oddRates: readonly OddRates[];
  /** Whose traffic is measured. */
  readonly endpoints: { readonly choice: string; readonly count: number };
  /** Role -> host ports. */
  readonly roles: Readonly<Record<string, number>>;
  readonly samples: number;
  readonly seed: number;
  /** Bandwidth by the links' rates; false: as if all were equally fast. */
  readonly byRate: boolean;
  readonly lists: readonly ListsOf[];
  /** Parameters of `--set`, each with the routings that have it. */
  readonly set: readonly SetOf[];
  readonly rows: readonly Row[];
  readonly advice: Advice;
  /** Ctrl-C came before all was done. */
  readonly interrupted: boolean;
}
