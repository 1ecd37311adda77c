import { FabricError, type MetricValue } from "@fabriclab/spec";
import type { TrafficUse } from "./experiment.ts";

type Entries = readonly Pick<TrafficUse, "name" | "plugin">[];

/** `video`, as a traffic entry is called by its user; `traffic[1]` where it has no name. */
export const entryLabel = (traffic: Entries, index: number): string =>
  traffic[index]?.name ?? `traffic[${index}]`;

/** `video (mpeg2)`, or `traffic[1] (poisson)` where the entry has no name. */
export const entryName = (
  { traffic }: { readonly traffic: Entries },
  index: number,
): string =>
  `${entryLabel(traffic, index)} (${traffic[index]?.plugin.name ?? "?"})`;

/** How metrics and traffic, which know no names, end a result of one entry. */
const INDEXED = /^(.+)\.traffic(\d+)$/;

/** A result's name as its reader knows it: `latency.traffic1` is `latency.video` where that entry is called so. */
export function resultName(name: string, traffic: Entries): string {
  const [, base, index] = INDEXED.exec(name) ?? [];
  const own = index === undefined ? undefined : traffic[Number(index)]?.name;
  return own === undefined ? name : `${base}.${own}`;
}

/**
 * Results under the names of the entries that they are of, in the same order.
 *
 * @throws FabricError `E_SIM_METRIC_NAME` where another result has such a name
 */
export function withEntryNames(
  results: Readonly<Record<string, MetricValue>>,
  traffic: Entries,
): Readonly<Record<string, MetricValue>> {
  if (traffic.every(({ name }) => name === undefined)) return results;
  const named: Record<string, MetricValue> = {};
  for (const [name, value] of Object.entries(results)) {
    const own = resultName(name, traffic);
    if (
      Object.hasOwn(named, own) ||
      (own !== name && Object.hasOwn(results, own))
    )
      throw new FabricError({
        code: "E_SIM_METRIC_NAME",
        message: "a traffic entry's name makes two results of one name",
        where: { path: `traffic[${INDEXED.exec(name)?.[2] ?? 0}]` },
        got: own,
        expected: "a name of its own for every result",
        hint: "call the entry something else",
      });
    named[own] = value;
  }
  return named;
}
