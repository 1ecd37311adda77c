import type { OverWish, PlotWish } from "@fabriclab/experiment-plot";
import type { Registry } from "@fabriclab/formats-scenario";
import { declaredPlot } from "./figures.ts";
import { lookOf } from "./look.ts";
import { namedResult, type DrawnMetric } from "./named-metrics.ts";
import type { PlotSource } from "./plot-source.ts";

/** What `--x` names: a factor, else a result that the points have; a name that is neither stays, to be refused as a factor. */
export function alongX(
  data: PlotSource,
  x: string,
  registry: Registry,
): Pick<PlotWish, "x" | "over"> {
  const isFactor = data.factors.some(
    ({ name }) => name === x || name.endsWith(`.${x}`),
  );
  const metric = isFactor ? undefined : namedResult(data, x);
  return metric === undefined ? { x } : { over: overOf(metric, registry) };
}

function overOf(metric: DrawnMetric, registry: Registry): OverWish {
  const look = lookOf([metric], (name) => declaredPlot(registry, name));
  return { metric, ...(look === undefined ? {} : { look }) };
}
