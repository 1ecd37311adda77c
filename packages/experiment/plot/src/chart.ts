/** One axis. Values are in the unit that the axis names: the caller scales. */
export interface Axis {
  readonly label: string;
  /** Printed in parentheses after the label; absent for ratios and for values whose `format` carries the unit. */
  readonly unit?: string;
  readonly scale: "linear" | "log";
  /** Where to draw ticks; default: round numbers (linear), 1-2-5 or decades (log). Of bars: all categories, also those without a bar; default: those with one. */
  readonly ticks?: readonly number[];
  /** How a tick is written; default: the shortest decimal. */
  readonly format?: (value: number) => string;
  /** Range; default: the values drawn, from 0 on a linear y axis. */
  readonly domain?: readonly [number, number];
}

/** A measured point, with the ends of its confidence interval where it has one. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

/** A curve. Its `style` chooses colour and marker together, so that curves can be told apart without colour. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** 0-based number of the style; give one thing (a scheme) the same number in every figure. */
  readonly style: number;
  /**
   * `bound`: computed, not measured: dashed, without markers or band; a single point is a plus. `steps`: each value holds until the next point, with markers at `marked` only.
   * Default `measured`.
   */
  readonly kind?: "measured" | "bound" | "steps";
  /** Of `steps`: points of the curve that carry a marker, by which curves are told apart without colour. */
  readonly marked?: readonly Point[];
  /** Places on the x axis where there is nothing to show (a run that deadlocked): the line breaks, and a cross stands above the panel. Lines only. */
  readonly gaps?: readonly number[];
  /** Places on the x axis where the network was saturated, so that no mean exists: the line breaks, and a hollow triangle stands above the panel. Lines only. */
  readonly saturated?: readonly number[];
  /**
   * Places on the x axis where the line breaks; absent = at its gaps and where it was saturated. Why others where x is a result: a saturated network may
   * accept less than it does at a smaller load, so that its triangle stands between points of loads next to each other. Lines only.
   */
  readonly breaks?: readonly number[];
  /** Values of runs that were not steady, such as what a saturated network accepts: hollow markers apart from the line, without band; hollow bars. */
  readonly unsteady?: readonly Point[];
  /** Those of `points` that have runs which stopped at a cap, before the mean latency was as precise as asked: a white dot within their markers. Lines only. */
  readonly capped?: readonly Point[];
  /** Intervals along x, where that is a result, too: a whisker at this height for each. Lines only. */
  readonly along?: readonly {
    readonly y: number;
    readonly low: number;
    readonly high: number;
  }[];
  /** Points without a steady mean: where they are along x, as the results name it (absent where nothing is), and why. */
  readonly notSteady?: readonly {
    readonly at?: number | string;
    readonly why: string;
  }[];
  /** Draw its markers only, as of points that are no function of x. */
  readonly scattered?: true;
}

/** A dashed line over the whole panel, e.g. a speed-up of 1 or a saturation load. */
export interface Guide {
  readonly axis: "x" | "y";
  readonly at: number;
  /** Style number of the series it belongs to; absent = grey. */
  readonly style?: number;
}

/** One panel of a figure: curves (or bars) over one pair of axes. */
export interface Chart {
  readonly title: string;
  /** `bar`: x values are categories, a bar per series in each. Default `line`. */
  readonly mark?: "line" | "bar";
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly guides?: readonly Guide[];
  /** Level of its points' intervals, `95 %`, for tables of its numbers. */
  readonly level?: string;
}

/** A figure: panels with one legend. */
export interface Figure {
  /** Kebab-case, unique in a report: the name of its files and the prefix of its ids. */
  readonly id: string;
  readonly title: string;
  /** What it shows, for who cannot see it. */
  readonly description: string;
  readonly charts: readonly Chart[];
  /** Panels per row; default 2. */
  readonly columns?: number;
  /** Lines under the legend: what marks mean, what is not drawn. */
  readonly notes?: readonly string[];
  /** Values over more than a factor 30 stand on a linear x axis that nobody asked for: a logarithmic one would spread the small ones. */
  readonly wideX?: true;
}
