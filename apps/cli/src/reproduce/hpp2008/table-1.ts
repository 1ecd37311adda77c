import { withInterval, type ReportTable } from "@fabriclab/experiment-report";
import { cellOf } from "../verdicts/conditions.ts";
import { packetCase } from "./cases.ts";
import type { Points } from "./points.ts";

/** Table 1 of the paper as it is printed, and the row of this model. */
export function table1(points: Points): ReportTable {
  const { estimate } = cellOf(
    "latency",
    points.values(packetCase("no-show-ahead"), "headNs"),
  );
  return {
    caption:
      "Table 1 of the paper, as printed, and the model of this study in the last row. Aggregated bandwidth counts both directions, but for Elite4, where it counts one (8 x 7.2 Gb/s = 57.6 Gb/s).",
    columns: [
      "Switch",
      "Ports",
      "Port, Gb/s",
      "Aggregated, Gb/s",
      "Zero-load latency, ns",
      "Collectives",
    ],
    rows: [
      ["HPP Switch", "16", "5", "160", "38.4", "barrier, multicast, broadcast"],
      ["XBar16 (Myrinet)", "16", "2", "64", "150", "none"],
      ["Infiniscale (IB)", "24", "16", "768", "< 200", "multicast, broadcast"],
      [
        "Elite4 (Quadrics)",
        "8",
        "7.2",
        "57.6",
        "20",
        "continuous multicast, broadcast",
      ],
      ["BlackWidow", "64", "15", "1920", "31.25", "none"],
      [
        "this model",
        "16",
        "5",
        String(2 * 16 * 5),
        estimate === undefined
          ? ""
          : withInterval(estimate.value, [estimate.low, estimate.high]),
        "barrier, multicast, broadcast",
      ],
    ],
  };
}
