import { plusMinus } from "../plus-minus.ts";
import type { columnsOf } from "../table.ts";
import type { EngineReport } from "./compared.ts";
import { shareText } from "./draws-text.ts";

/** Of random failures: a row for each routing, with how many draws it does not stand, and what they cost. */
export function drawsTable(
  engines: readonly EngineReport[],
): Parameters<typeof columnsOf> {
  return [
    engines.map(({ routing, status, before, draws }) => {
      if (before === null || draws === null) return [routing, status];
      const { lost, tried } = draws;
      // Of what is refused, or was not tried, nothing is known.
      const counted = (count: number): string =>
        tried === draws.refused ? "" : String(count);
      return [
        routing,
        shareText(draws.refused, tried),
        counted(draws.losePairs),
        counted(draws.makeLoops),
        before.bandwidth === null
          ? ""
          : plusMinus(before.bandwidth, before.ci95, " %"),
        ...(lost === null
          ? []
          : [
              plusMinus(lost.mean, lost.ci95, ""),
              lost.p95.toFixed(1),
              lost.most.toFixed(1),
            ]),
      ];
    }),
    {
      head: [
        "routing",
        "refused",
        "lose pairs",
        "make loops",
        "bandwidth before",
        "lost on average",
        "in 95 %",
        "at most",
      ],
      align: [
        "left",
        "left",
        ...Array.from({ length: 6 }, () => "right" as const),
      ],
    },
  ];
}
