import { nearest } from "@fabriclab/spec";
import { valuesOf } from "../value-texts.ts";
import type { SweepRequest } from "./request.ts";

/**
 * Why precision may be about no result of the scenario, where that can be seen before anything runs. Why it is no refusal: which results a metric gives is only
 * known for certain when it has seen a run, and the first one refuses.
 *
 * @returns undefined where a metric says that it gives results of that name, or of its classes (`latency.sl3`)
 */
export function doubtfulMetric({
  scenario,
  section: { precision, metric },
}: Pick<SweepRequest, "scenario" | "section">): string | undefined {
  if (precision === undefined) return undefined;
  const { metrics, traffic } = scenario;
  const known = new Set([
    ...metrics.map(({ plugin }) => plugin.name),
    ...Object.keys(valuesOf(scenario)),
    // Some traffic gives results of its own.
    ...traffic.map(({ plugin }) => plugin.name),
  ]);
  const head = (name: string): string => name.split(".", 1)[0] ?? "";
  if ([...known].some((name) => head(name) === head(metric))) return undefined;
  const close = nearest(metric, [...known]);
  const measured = [...new Set(metrics.map(({ plugin }) => plugin.name))];
  return `precision is about ${metric}, which none of the scenario's metrics (${measured.join(", ")}) is known to give: ${close === undefined ? "" : `did you mean ${close}? `}the first run will tell`;
}
