import type { Chart, Guide, Series } from "./chart.ts";
import { percentLabel } from "./ticks.ts";

/** One run of a latency-load curve. */
export interface LoadPoint {
  /** Offered load as a fraction of the host link. */
  readonly load: number;
  /** Mean latency in ns; undefined where the run was saturated and has no mean. */
  readonly latencyNs?: number;
  /** Half-width of its confidence interval, in ns. */
  readonly ci?: number;
}

export interface LoadCurve {
  readonly name: string;
  readonly style: number;
  readonly points: readonly LoadPoint[];
}

/**
 * Latency over offered load. A curve ends at its last stable run; a dashed upright line marks the first load at which it was saturated:
 * a saturated run has no mean latency, so none is drawn.
 */
export function latencyLoadChart(
  title: string,
  curves: readonly LoadCurve[],
): Chart {
  const guides: Guide[] = [];
  const series = curves.map((curve): Series => {
    const points = [...curve.points].sort((a, b) => a.load - b.load);
    const saturated = points.find((point) => point.latencyNs === undefined);
    if (saturated !== undefined) {
      guides.push({ axis: "x", at: saturated.load, style: curve.style });
    }
    return {
      name: curve.name,
      style: curve.style,
      points: points.flatMap(({ load, latencyNs, ci }) =>
        latencyNs === undefined
          ? []
          : [
              ci === undefined
                ? { x: load, y: latencyNs }
                : {
                    x: load,
                    y: latencyNs,
                    low: latencyNs - ci,
                    high: latencyNs + ci,
                  },
            ],
      ),
    };
  });
  return {
    title,
    x: {
      label: "Offered load",
      unit: "of the host link",
      scale: "linear",
      domain: [0, 1],
      format: percentLabel,
    },
    y: { label: "Mean latency", unit: "ns", scale: "linear" },
    series,
    guides,
  };
}
