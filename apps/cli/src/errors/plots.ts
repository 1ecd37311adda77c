import type { ErrorEntries } from "./entry.ts";

/** `plot` */
export const plotErrors: ErrorEntries = {
  E_CLI_PLOT_SOURCE: {
    means:
      "What is to be drawn is neither a sweep's folder nor a run's result, or a result holds what no run writes: a text where a number belongs, a status that is none.",
    example: "fabriclab plot scenario.yaml",
    mend: "Name a folder that fabriclab sweep wrote, or files that fabriclab run -o wrote; a result that was changed by hand, run again.",
  },
  E_CLI_PLOT_METRIC: {
    means:
      "The results have no metric of that name, and no number of that name beside one.",
    example: "fabriclab plot results/ --metric latencies",
    mend: "The message lists those that they have. Add others to the scenario's metrics and run it again.",
  },
  E_CLI_PLOT_PLACES: {
    means:
      "A map needs one point, a metric that says what each channel had, and the fabric; one of them is missing.",
    example: "fabriclab plot results/ --kind map",
    mend: "Choose the point with --where and name the fabric's file with --fabric; measure with metrics: [{ kind: link-load, top: 1000000 }].",
  },
  E_CLI_PLOT_UNITS: {
    means:
      "Several files or folders have a metric, or a factor, of one name in units that are not of one kind, so that their numbers cannot stand on one axis. Times, sizes, lengths and rates are converted.",
    example:
      "two results of which one was changed by hand, with a latency in ns and in packets",
    mend: "Draw them one by one, or another metric with --metric.",
  },
  E_PLOT_UNKNOWN_FACTOR: {
    means:
      "`--x`, `--series` or `--where` names something that the results do not differ in.",
    example: "fabriclab plot results/ --x lod",
    mend: "Take one of the names that the message lists; along x a result may stand, too, such as throughput.",
  },
  E_PLOT_UNITS: {
    means:
      "Results that are to stand in one chart, named with commas between them, have several units.",
    example: "fabriclab plot results/ --metric latency,link-load",
    mend: "Draw them side by side, each with a --metric of its own.",
  },
  E_PLOT_TWICE: {
    means:
      "`--x` and `--series`, or two `--series`, name the same factor, which can stand in one place only; or one chart is to have the same result twice.",
    example: "fabriclab plot results/ --x routing --series routing",
    mend: "Leave one of the two out, or name another with it.",
  },
  E_PLOT_TOO_MANY: {
    means:
      "There would be more curves (21) or panels (12) than can be told apart, or more bars beside each other (300 categories) than can be read, because too many factors differ or have too many values.",
    example: "a plot of a sweep with three factors of 10 values",
    mend: "Keep some values with --where, or say with --x and --series which factors matter.",
  },
  E_PLOT_KIND: {
    means: "The results cannot be drawn in the way that was asked for.",
    example: "fabriclab plot results/ --kind curve --x routing",
    mend: "A curve needs a factor with numbers along x, a distribution a metric with percentiles; bars always fit.",
  },
  E_PLOT_BASELINE: {
    means: "`--baseline` names no series.",
    example: "fabriclab plot results/ --baseline none",
    mend: "Take one of the names that the message lists.",
  },
  E_PLOT_WHERE: {
    means:
      "A condition is not of the form key=value, or no point has that value.",
    example: "fabriclab plot results/ --where load=7",
    mend: "Take one of the values that the message lists.",
  },
  E_PLOT_PLACES: {
    means:
      "The channels that a result names are not those of the fabric, or not all of them have a value: those would look idle.",
    example: "fabriclab plot run.json --kind map --fabric other.topo",
    mend: "Name the fabric on which the result was simulated, and let link-load name every channel: metrics: [{ kind: link-load, top: 1000000 }].",
  },
};
