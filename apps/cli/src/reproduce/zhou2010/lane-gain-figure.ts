import type { Chart, Series } from "@fabriclab/experiment-plot";
import type { FigureDraft, Study } from "../reproduction.ts";
import { sizeAxis } from "../time-charts.ts";
import { sizesOf } from "./cases.ts";
import { laneGain } from "./claims/ratios.ts";
import type { Points } from "./points.ts";
import { BYTE_NS, FLIGHT_NS, ROUTING_NS } from "./run/experiment.ts";

/** Time between two packets on a link whose buffers hold one packet per lane. */
export const linkCycleNs = (bytes: number, lanes: number): number => {
  const packetNs = BYTE_NS * bytes;
  return Math.max(packetNs, (packetNs + 2 * FLIGHT_NS + ROUTING_NS) / lanes);
};

/** What lanes are worth, beside the formula for one source. */
export function laneGainFigure(points: Points, study: Study): FigureDraft {
  const sizes = sizesOf(study.options);
  const panel = (
    title: string,
    sources: number,
    scheme: "unicast" | "multicast",
  ): Chart => ({
    title,
    x: sizeAxis(sizes),
    y: { label: "Makespan 1VL / more lanes", scale: "linear" },
    guides: [{ axis: "y", at: 1 }],
    series: (["2VL-shared", "4VL-shared"] as const).flatMap(
      (lanes, style): Series[] => {
        const cell = laneGain(
          points,
          { view: "own", sources, group: 1 },
          scheme,
          ["1VL", lanes],
          sizes,
        );
        const count = 2 * (style + 1);
        return [
          {
            name: `${count} shared lanes`,
            style,
            points: sizes.map((x, at) => {
              const { value, low, high } = cell.bySize[at]!;
              return { x, y: value, low, high };
            }),
          },
          ...(sources === 0
            ? [
                {
                  name: `link cycle, ${count} lanes`,
                  style,
                  kind: "bound" as const,
                  points: sizes.map((x) => ({
                    x,
                    y: linkCycleNs(x, 1) / linkCycleNs(x, count),
                  })),
                },
              ]
            : []),
        ];
      },
    ),
  });
  return {
    title: "What shared virtual lanes are worth",
    description:
      "Makespan with one lane over that with two and four shared lanes, over message size, for unicast from one source and from all, and for multicast from all.",
    caption:
      "Gain by shared lanes, groups of all hosts, with 95 % band; dashed: ratio of the link cycles max(4L, (4L + 140 ns) / lanes), which is all that happens from one source.",
    charts: [
      panel("unicast from one source in the centre", 0, "unicast"),
      panel("unicast from 40 %", 0.4, "unicast"),
      panel("unicast from all", 1, "unicast"),
      panel("multicast from all", 1, "multicast"),
    ],
  };
}
