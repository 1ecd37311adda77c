import { confidenceOfEach, isDifference } from "../compare/differences.ts";
import { plusMinus } from "../plus-minus.ts";
import type { EngineReport } from "./compared.ts";
import { spreadOf } from "./draws.ts";

/**
 * Which routing keeps most bandwidth after the same draws, and how much less the others keep, draw by draw. Only draws that all of them routed count, and
 * only routings that routed some; the intervals are so wide that all of them hold together with 95 % confidence.
 *
 * @returns nothing where fewer than two routings, or draws, can be compared
 */
export function pairedText(engines: readonly EngineReport[]): string[] {
  const kept = engines.flatMap(({ routing, failures }) => {
    const after = new Map(
      failures.flatMap(({ label, outcome }) =>
        outcome?.after.bandwidth == null
          ? []
          : [[label, outcome.after.bandwidth] as const],
      ),
    );
    return after.size === 0 ? [] : [{ routing, after }];
  });
  const [first, ...rest] = kept;
  if (first === undefined || rest.length === 0) return [];
  const labels = [...first.after.keys()]
    .filter((label) => rest.every(({ after }) => after.has(label)))
    .sort();
  if (labels.length < 2) return [];
  const ranked = kept
    .map(({ routing, after }) => ({
      routing,
      bandwidths: labels.map((label) => after.get(label) ?? 0),
    }))
    .toSorted((a, b) => sum(b.bandwidths) - sum(a.bandwidths));
  const [best, ...others] = ranked;
  if (best === undefined) return [];
  const confidence = confidenceOfEach(others.length);
  const mean = sum(best.bandwidths) / labels.length;
  return [
    `after the same ${labels.length} draws ${best.routing} keeps most bandwidth, ${mean.toFixed(1)} % on average`,
    ...others.map(({ routing, bandwidths }) => {
      const { mean: value = 0, ci95 } =
        spreadOf(
          best.bandwidths.map((one, i) => one - (bandwidths[i] ?? 0)),
          confidence,
        ) ?? {};
      const ci = ci95 ?? Infinity;
      const by = `${plusMinus(value, ci, "")} points less, draw by draw`;
      return `  ${routing}: ${isDifference({ value, ci }) ? by : `as much, as far as these draws show (${by})`}`;
    }),
    "",
  ];
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
