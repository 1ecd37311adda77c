import { choiceParam } from "@fabriclab/spec";
import { z } from "zod";

/** `sweep`: what `fabriclab sweep` varies, and when it has enough. */
export const sweepKeys = z.object({
  vary: z
    .record(z.string().min(1), z.unknown())
    .default({})
    .describe(
      "Key of the scenario -> its values: a list, a range `from..to:step`, or a mapping of named cases that set several keys each.",
    ),
  design: choiceParam(["grid", "one-at-a-time", "random"], "grid").describe(
    "Which combinations: all of them; each factor alone with the others at their first value; or `points` of them drawn at random.",
  ),
  points: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe("How many combinations design random draws."),
  precision: z
    .number()
    .gt(0)
    .lt(1)
    .optional()
    .describe(
      "Relative half-width of the confidence interval over seeds at which a point has enough of them. Default: every point has `seeds`.",
    ),
  maxSeeds: z
    .int()
    .min(2)
    .max(10_000)
    .optional()
    .describe(
      "Most seeds of a point with `precision` (default 30); points that stop there are reported.",
    ),
  metric: z
    .string()
    .min(1)
    .default("latency")
    .describe("The metric whose interval `precision` is about."),
  saturation: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Factor whose largest value without saturation is looked for by bisection, or the smallest one where it is the smaller values that saturate, for each combination of the others.",
    ),
  resolution: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.01)
    .describe("How close `saturation` is to be known, relative to it."),
  require: z
    .string()
    .min(1)
    .optional()
    .describe(
      "What at least half of a value's runs have to keep, too, for `saturation` to take it for not saturated: a result, `<=` or `>=`, and an amount, such as `latency_p99 <= 20us`. Each run's own number is compared, without its interval.",
    ),
});
