/** How far a sweep is. */
export interface SweepProgress {
  /** A point is done when nothing more is asked of it. Of those that are planned by now: the search for saturation may ask for more. */
  readonly points: { readonly done: number; readonly total: number };
  readonly runs: {
    readonly done: number;
    readonly total: number;
    readonly kept: number;
    readonly failed: number;
  };
  /** Runs a second since the first one of this process ended; undefined before the second, or without a clock. */
  readonly perSecond: number | undefined;
  /** More runs may be asked for than are planned by now: by precision, by the search for saturation, or by a batch that is not begun. */
  readonly mayGrow: boolean;
  /** Seconds to go at that rate, for what is planned by now: the least, where it may grow. */
  readonly secondsLeft: number | undefined;
  /** The largest relative half-width of the finished points that have one and were meant to: neither saturated, nor of the search for saturation. */
  readonly worst:
    | { readonly relative: number; readonly label: string }
    | undefined;
}
