import type { BenchRun } from "./history.ts";
import type { Row } from "./suite.ts";

export interface Ratio {
  readonly suite: string;
  readonly name: string;
  readonly figure: string;
  readonly before: number;
  readonly now: number;
  /** now / before */
  readonly ratio: number;
}

/** Pairs the figures of two runs by suite, case and figure; cases that only one run has are left out of the ratios and named. */
export function compareRuns(
  before: BenchRun,
  now: readonly Row[],
): { ratios: Ratio[]; unpaired: string[] } {
  const key = (row: Row): string => `${row.suite} / ${row.name}`;
  const old = new Map(before.rows.map((row) => [key(row), row]));
  const ratios: Ratio[] = [];
  const unpaired: string[] = [];
  for (const row of now) {
    const partner = old.get(key(row));
    if (partner === undefined) {
      unpaired.push(`${key(row)} (only now)`);
      continue;
    }
    old.delete(key(row));
    for (const [figure, value] of Object.entries(row.figures)) {
      const earlier = partner.figures[figure];
      if (earlier !== undefined)
        ratios.push({
          suite: row.suite,
          name: row.name,
          figure,
          before: earlier,
          now: value,
          ratio: value / earlier,
        });
    }
  }
  for (const name of old.keys()) unpaired.push(`${name} (only before)`);
  return { ratios, unpaired };
}
