import { newestRows, type BenchRun } from "./history.ts";
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

/**
 * What of earlier runs a new one is compared with: the newest figures of every case of its suites, of runs that were as quick or as slow. Quick runs take
 * fewer hops for the same case, so they are never compared with others.
 */
export function earlierRows(
  runs: readonly BenchRun[],
  {
    quick,
    suites,
  }: { readonly quick: boolean; readonly suites: ReadonlySet<string> },
): { readonly rows: readonly Row[]; readonly from: readonly string[] } {
  const found = newestRows(runs.filter((run) => run.quick === quick)).filter(
    ({ row }) => suites.has(row.suite),
  );
  return {
    rows: found.map(({ row }) => row),
    from: [...new Set(found.map(({ run }) => run.when))].sort(),
  };
}

/** Pairs the figures of two runs by suite, case and figure; cases that only one run has are left out of the ratios and named. */
export function compareRuns(
  before: readonly Row[],
  now: readonly Row[],
): { ratios: Ratio[]; unpaired: string[] } {
  const key = (row: Row): string => `${row.suite} / ${row.name}`;
  const old = new Map(before.map((row) => [key(row), row]));
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
      if (earlier !== undefined && Number.isFinite(value / earlier))
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
