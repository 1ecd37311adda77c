/** What random failures of so many cables do, each draw by itself: how many draws, and how much bandwidth. */
export interface Draws {
  /** Draws that were tried. */
  readonly tried: number;
  /** Of them, those after which the routing refuses, or throws. */
  readonly refused: number;
  /** Those that cut endpoints off under any routing. */
  readonly critical: number;
  /** Those that were routed and lose pairs that cables still join. */
  readonly losePairs: number;
  /** Those that were routed and make credit loops. */
  readonly makeLoops: number;
  /** Percentage points of bandwidth that those lose that were routed; null where none was, or where there were no flows. */
  readonly lost: Spread | null;
}

/** How numbers of draws spread. */
export interface Spread {
  readonly count: number;
  readonly mean: number;
  /** Half of the mean's confidence interval over the draws (Student-t, 95 %); null of a single one. */
  readonly ci95: number | null;
  /** Half of the draws have no more. */
  readonly median: number;
  /** 95 % of the draws have no more. */
  readonly p95: number;
  readonly most: number;
}
