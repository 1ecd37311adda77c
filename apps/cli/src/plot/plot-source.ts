import type {
  PlotData,
  PlotMetric,
  PlotPoint,
  PlotValue,
} from "@fabriclab/experiment-plot";
import type { Fabric, FabricError } from "@fabriclab/spec";

/** A point with what it has at places of the fabric. */
export interface PlacedPoint extends PlotPoint {
  /** Metric's name -> port (`SW<0,1>:3`) -> value. */
  readonly places: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Metrics whose runs name other places each, so that they have no mean there: name -> most places that a run names. */
  /** Summary's name -> value. */
  readonly summaries?: Readonly<Record<string, PlotValue>>;
  readonly unlikePlaces?: Readonly<Record<string, number>>;
  /** The fabric that it was simulated on, where that was kept. */
  readonly fabric?: () => Fabric | undefined;
}

/** A percentile, or another number that results hold beside a metric, drawn as a metric of its own. */
export interface SummaryMetric extends PlotMetric {
  /** Name of the metric. */
  readonly of: string;
  /** Which number: `p99.9`, `max`. */
  readonly key: string;
}

export interface PlotSource extends PlotData {
  readonly points: readonly PlacedPoint[];
  readonly summaries?: readonly SummaryMetric[];
  /** Metrics that cannot be drawn of several sources, as their units are not of one kind: name -> the refusal. */
  readonly unlikeUnits?: Readonly<Record<string, FabricError>>;
}

/** @throws FabricError `E_CLI_PLOT_UNITS` for a metric whose units are not of one kind */
export function refuseUnlike(
  { unlikeUnits }: PlotSource,
  metric: string,
): void {
  const refusal = unlikeUnits?.[metric];
  if (refusal !== undefined) throw refusal;
}
