import type { Measurement } from "./measurement.ts";
import type { OpenLoop } from "./open-loop.ts";
import { MIN_DELIVERED } from "./statistics/stopping-rule.ts";

/** Why a mean is not believed yet, however narrow its interval is; undefined where it is. */
export function whyNotBelieved(
  measurement: Measurement,
  { leastTicks, slow: { leastInterval, leastTime } }: OpenLoop,
): string | undefined {
  if (measurement.ticks < leastTicks)
    return "less was measured than measure.minTime asks for";
  if (measurement.delivered < MIN_DELIVERED)
    return `fewer than ${MIN_DELIVERED} packets were measured`;
  if (measurement.ticks < leastInterval)
    return `less was measured than the ${leastTime} that it takes to see what the traffic repeats and remembers`;
  return measurement.steady()
    ? undefined
    : "latency still rose, or less was measured than a hundred times the mean";
}
