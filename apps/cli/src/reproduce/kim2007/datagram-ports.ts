import { withInterval, type ReportTable } from "@fabriclab/experiment-report";
import type { Study } from "../reproduction.ts";
import { loads30Of } from "./cases.ts";
import { DEFAULTS, percentText } from "./case.ts";
import { gainAt, type Ground } from "./claims/comparisons.ts";
import { nodes30 } from "./claims/latencies.ts";
import type { Cell } from "./claims/rules.ts";
import type { Points } from "./points.ts";
import { LATENCIES, METRIC_NAMES } from "./record.ts";
import { groundOf } from "./sensitivity.ts";
import { settingsOf } from "./settings.ts";

/** Loads of C-004-8. */
const LOADS = [0.2, 0.28] as const;

const PORTS: Readonly<Record<number, string>> = {
  0: "ports of shortest paths",
  1: "ports of all simple paths",
};

/** The runs on 30 nodes with one of the readings, and those on 15 that they are compared with. */
function groundsOf(points: Points, { options }: Study, detours: number) {
  const fifteen = groundOf(points, { parameter: "detours", value: detours });
  const thirty: Ground = {
    ...fifteen,
    at: { ...fifteen.at, topology: "random-30" },
    loads: loads30Of(options),
  };
  return { fifteen, thirty };
}

const words = ({ estimate }: Cell): string =>
  estimate === undefined
    ? "fewer than two pairs"
    : withInterval(estimate.value, [estimate.low, estimate.high]);

/**
 * C-004-8 with both readings of the ports among which a switch chooses for unreliable datagrams. The paper says that it chooses, not whether ports of
 * longer paths are offered: by those, packets wander and load more links.
 */
export function datagramPortsTable(points: Points, study: Study): ReportTable {
  const columns = LOADS.flatMap((load) =>
    LATENCIES.map((metric) => ({ load, metric })),
  );
  return {
    caption:
      "What the ports of unreliable datagrams decide on 30 nodes: C-004-8 with either reading of them, and the reductions from SPF to Multipath+LFU, with 95 % intervals. Real-time packets, and datagrams with path bits, take the same paths in both.",
    columns: [
      "Ports of unreliable datagrams",
      "C-004-8",
      ...columns.map(
        ({ load, metric }) => `${METRIC_NAMES[metric]}, ${percentText(load)}`,
      ),
    ],
    rows: settingsOf(study.options, "detours").map((detours) => {
      const { fifteen, thirty } = groundsOf(points, study, detours);
      return [
        `${PORTS[detours] ?? ""}${detours === DEFAULTS.detours ? " (default)" : ""}`,
        nodes30(thirty, fifteen).verdict,
        ...columns.map(({ load, metric }) =>
          words(gainAt(thirty, metric, "spf", "lfu", load)),
        ),
      ];
    }),
  };
}

/** The verdicts of C-004-8 in a sentence. */
export function datagramPortsWords(points: Points, study: Study): string {
  const verdicts = settingsOf(study.options, "detours").map((detours) => {
    const { fifteen, thirty } = groundsOf(points, study, detours);
    const { verdict } = nodes30(thirty, fifteen);
    const rise = words(gainAt(thirty, "realTime", "spf", "lfu", LOADS[0]));
    return `${verdict} with ${PORTS[detours] ?? ""} (reduction of the real-time latency at ${percentText(LOADS[0])}: ${rise})`;
  });
  return `The paper does not say which ports a switch may choose for unreliable datagrams: C-004-8 is ${verdicts.join(", and ")}.`;
}
