import { sizeLabel, type Chart } from "@fabriclab/experiment-plot";
import { withCrosses } from "../crosses.ts";
import {
  figurePart,
  type CaptionedFigure,
  type FigureDraft,
  type Part,
  type Study,
} from "../reproduction.ts";
import { barrierFigures } from "./barrier-figures.ts";
import {
  bufferCase,
  bufferLengthsOf,
  bufferSettingsOf,
  buffersOf,
  COLLECTIVES,
  collectiveCase,
  DEFAULTS,
  FULL_LOAD,
  LANES,
  lengthsOf,
  loadsOfLength,
  seedsOf,
  settingNames,
  sizesOf,
  throughputCase,
  type Collective,
} from "./cases.ts";
import { curve, dashed, THROUGHPUT, valuesAxis } from "./charts.ts";
import { LAYER_MODEL, PAPER_RATIOS, ratioOf } from "./claims/channels.ts";
import { LOGP } from "./claims/scaling.ts";
import { Points } from "./points.ts";
import { SETTINGS } from "./settings.ts";

/** Figures 7 to 12, and what the parameters that the paper does not state decide. */
export function figures(study: Study): Part<CaptionedFigure>[] {
  const points = new Points(study);
  return withCrosses(
    [
      figurePart("fig-7", () => channelsFigure(points, study)),
      figurePart("fig-8", () => buffersFigure(points, study)),
      ...barrierFigures(points, study),
      figurePart("fig-12", () => scalingFigure(points, study)),
      figurePart("fig-sensitivity", () => sensitivityFigure(points, study)),
    ],
    "not simulated",
  );
}

export const bands = (study: Study): string =>
  `Means over ${seedsOf(study.options).length} seeds with 95 % bands.`;

function channelsFigure(points: Points, study: Study): FigureDraft {
  const { options } = study;
  return {
    title: "Figure 7: throughput by virtual channels",
    description:
      "Throughput of a 16-port switch over the offered load with 1, 2, 3, 4 and 8 virtual channels, a panel for each packet length.",
    caption: `Figure 7: throughput over offered load, by virtual channels; ${FULL_LOAD} is full load, at which every injector soon always has a packet. A length that was run at full load only has single points. ${bands(study)}`,
    charts: lengthsOf(options).map((packet): Chart => {
      // A length that is run at full load only has nothing else.
      const loads = [
        ...new Set([...loadsOfLength(options, packet), FULL_LOAD]),
      ];
      return {
        title: `${packet} B`,
        x: {
          label: "Offered load",
          scale: "linear",
          ticks: loads,
          domain: [0, 1.05 * FULL_LOAD],
        },
        y: THROUGHPUT,
        series: LANES.map((lanes, style) =>
          curve(`${lanes} VC`, style, loads, (load) =>
            points.values(
              throughputCase("default", lanes, packet, load),
              "throughput",
            ),
          ),
        ),
      };
    }),
  };
}

function buffersFigure(points: Points, study: Study): FigureDraft {
  const { options } = study;
  const lengths = bufferLengthsOf(options);
  const all = buffersOf(options, lengths[0]!);
  return {
    title: "Figure 8: throughput by buffer size",
    description:
      "Throughput at full load over the size of the receive buffer, a curve for each packet length, three virtual channels.",
    caption: `Figure 8: throughput over the receive buffer per input and virtual channel, 3 channels, full load. A buffer holds a packet at least. ${bands(study)}`,
    charts: bufferSettingsOf(options).map((setting): Chart => ({
      title: SETTINGS[setting].label,
      x: { ...valuesAxis("Buffer", all), format: sizeLabel },
      y: THROUGHPUT,
      series: lengths.map((packet, style) =>
        curve(`${packet} B`, style, buffersOf(options, packet), (buffer) =>
          points.values(bufferCase(setting, packet, buffer), "throughput"),
        ),
      ),
    })),
  };
}

export const COLLECTIVE_NAMES: Readonly<Record<Collective, string>> = {
  sequence: "sequence",
  tree: "postal tree (BCAST)",
  multicast: "multicast by switches",
  central: "central counter",
  dissemination: "dissemination (pair wise)",
  "switch-barrier": "barrier by switches",
};

const BROADCASTS = COLLECTIVES.slice(0, 3);
const BARRIERS = COLLECTIVES.slice(3);

function scalingFigure(points: Points, study: Study): FigureDraft {
  const sizes = sizesOf(study.options);
  const panel = (title: string, of: readonly Collective[]): Chart => ({
    title,
    x: valuesAxis("Nodes", sizes),
    y: { label: "Time", unit: "µs", scale: "log" },
    series: of.flatMap((collective) => {
      // One legend serves both panels: no two collectives look alike.
      const style = COLLECTIVES.indexOf(collective);
      return [
        curve(
          COLLECTIVE_NAMES[collective],
          style,
          sizes,
          (processors) =>
            points.values(
              collectiveCase(collective, processors),
              "collectiveNs",
            ),
          1e-3,
        ),
        dashed(
          `LogP: ${COLLECTIVE_NAMES[collective]}`,
          style,
          sizes.map((processors) => [
            processors,
            LOGP[collective](processors) / 1000,
          ]),
        ),
      ];
    }),
  });
  return {
    title: "Figure 12: collectives from 8 to 1024 nodes",
    description:
      "Time of broadcasts and barriers over the number of nodes, simulated and by LogP.",
    caption: `Figure 12: broadcasts and barriers over the number of nodes in fat trees of 16-port switches; simulated (full lines, nodes drawn by the seed) and by LogP (dashed), which knows neither the length of a message nor contention. A cross at the top: not simulated. ${bands(study)}`,
    charts: [
      panel("(a) broadcast", BROADCASTS),
      panel("(b) barrier", BARRIERS),
    ],
  };
}

/** Ratios of throughput under all settings, with the paper's and those of the layer model. */
function sensitivityFigure(points: Points, study: Study): FigureDraft {
  const packet = DEFAULTS.packet;
  const more = LANES.filter((lanes) => lanes > 1);
  const series = settingNames.map((setting, style) =>
    curve(
      SETTINGS[setting].label,
      style,
      more,
      (lanes) => ratioOf(points, setting, lanes, packet).values,
    ),
  );
  const reference = [
    dashed(
      "paper",
      6,
      more.map((lanes) => [lanes, PAPER_RATIOS[lanes]!]),
    ),
    dashed(
      "layer model",
      7,
      more.map((lanes) => [lanes, LAYER_MODEL[lanes]! / LAYER_MODEL[1]!]),
    ),
  ];
  const saturated = settingNames.map((setting, style) =>
    curve(SETTINGS[setting].label, style, LANES, (lanes) =>
      points.values(throughputCase(setting, lanes, packet), "throughput"),
    ),
  );
  return {
    title: "What the unstated parameters decide",
    description:
      "Throughput at full load and its ratio to one virtual channel over the number of virtual channels, for every setting of the unstated parameters.",
    caption: `Throughput at full load, ${packet} B, and its ratio to that of one virtual channel, one unstated parameter changed at a time. ${bands(study)}`,
    charts: [
      {
        title: "(a) over that of one virtual channel",
        x: valuesAxis("Virtual channels", more),
        y: { label: "Ratio", scale: "linear" },
        series: [...series, ...reference],
      },
      {
        title: "(b) throughput",
        x: valuesAxis("Virtual channels", LANES),
        y: THROUGHPUT,
        series: [
          ...saturated,
          dashed(
            "layer model",
            7,
            LANES.map((lanes) => [lanes, LAYER_MODEL[lanes]!]),
          ),
        ],
      },
    ],
  };
}
