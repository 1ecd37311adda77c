import type { Chart } from "@fabriclab/experiment-plot";
import {
  figurePart,
  type CaptionedFigure,
  type Part,
  type Study,
} from "../reproduction.ts";
import {
  barrierCase,
  barrierLengthsOf,
  barrierSettingsOf,
  FIGURE_9,
  intervalsOf,
  LENGTHS_AT_US,
  seedsOf,
  STEADY_US,
} from "./cases.ts";
import { curve, dashed, valuesAxis } from "./charts.ts";
import { IDLE_NS, lossOf, PAPER_LOSS } from "./claims/barriers.ts";
import type { Points } from "./points.ts";
import { SETTINGS } from "./settings.ts";

const LATENCY = {
  label: "Barrier latency",
  unit: "ns",
  scale: "linear",
} as const;

/** Figures 9 to 11: barriers beside unicast at full load. */
export function barrierFigures(
  points: Points,
  study: Study,
): Part<CaptionedFigure>[] {
  const { options } = study;
  const means = `Means over ${seedsOf(options).length} seeds with 95 % bands; a cross at the top: not run.`;
  const times = intervalsOf(options);
  const lengths = barrierLengthsOf(options);
  const settings = barrierSettingsOf(options);
  return [
    figurePart("fig-9", () => ({
      title: "Figure 9: barrier latency by interval",
      description:
        "Combine and distribute delay of sixteen barrier groups over the interval between barriers, with short and long unicast packets at full load.",
      caption: `Figure 9: barrier latency (combine and distribute, mean over 16 groups) over the interval, under full unicast load. ${means}`,
      charts: FIGURE_9.map((packet, at): Chart => ({
        title: `(${"ab"[at]}) ${packet} B`,
        x: valuesAxis("Interval", times, "µs"),
        y: LATENCY,
        series: withAxis(
          curve(`${packet} B`, at, times, (interval) =>
            points.values(
              barrierCase("default", packet, interval),
              "barrierNs",
            ),
          ),
          times,
        ),
      })),
    })),
    figurePart("fig-10", () => ({
      title: "Figure 10: barrier latency by unicast packet length",
      description:
        "Combine and distribute delay over the length of unicast packets at full load.",
      caption: `Figure 10: barrier latency over the length of unicast packets, every ${LENGTHS_AT_US} µs, full unicast load. ${means}`,
      charts: [
        {
          title: "Barrier latency",
          x: {
            label: "Packet length",
            unit: "B",
            scale: "linear",
            ticks: lengths,
          },
          y: LATENCY,
          series: [
            ...settings.map((setting, style) =>
              curve(SETTINGS[setting].label, style, lengths, (packet) =>
                points.values(
                  barrierCase(setting, packet, LENGTHS_AT_US),
                  "barrierNs",
                ),
              ),
            ),
            dashed(
              "without unicast (128 ns)",
              7,
              lengths.map((length) => [length, IDLE_NS]),
            ),
          ],
        },
      ],
    })),
    figurePart("fig-11", () => ({
      title: "Figure 11: unicast bandwidth that barriers take",
      description:
        "Loss of unicast throughput by sixteen barrier groups over the packet length.",
      caption: `Figure 11: loss of unicast throughput with barriers every ${STEADY_US} µs, full load. ${means}`,
      charts: [
        {
          title: "Loss of throughput",
          x: {
            label: "Packet length",
            unit: "B",
            scale: "linear",
            ticks: lengths,
          },
          y: { label: "Loss", unit: "%", scale: "linear" },
          series: [
            ...settings.map((setting, style) =>
              curve(
                SETTINGS[setting].label,
                style,
                lengths,
                (packet) => lossOf(points, setting, packet).values,
                100,
              ),
            ),
            dashed(
              "paper, mean",
              7,
              lengths.map((length) => [length, 100 * PAPER_LOSS]),
            ),
          ],
        },
      ],
    })),
  ];
}

/** An axis without any point cannot be drawn: the 128 ns of an idle switch hold it up. */
const withAxis = (series: ReturnType<typeof curve>, xs: readonly number[]) => [
  series,
  dashed(
    "without unicast (128 ns)",
    7,
    xs.map((x) => [x, IDLE_NS]),
  ),
];
