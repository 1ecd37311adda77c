import { type Io, paint } from "../io.ts";
import { figures, many } from "../naming/words.ts";
import { rateWords } from "../rates.ts";
import { columnsOf } from "../table.ts";
import type { JobReport } from "./contention.ts";

/** Patterns of more phases show their worst only. */
const SHOWN = 8;

/** The report as people read it. */
export function jobText(report: JobReport, io: Io): string {
  const { fabric, tables, ranks, byRate, unreachable, patterns } = report;
  return [
    `${paint(io, "bold", fabric.name)}, ${tables}: ${many(ranks, "rank")}${rateWords(byRate)}`,
    ...(unreachable > 0
      ? [
          paint(
            io,
            "red",
            `${many(unreachable, "ordered pair")} of ranks cannot reach each other`,
          ),
        ]
      : []),
    "",
    columnsOf(
      patterns.flatMap(({ pattern, phases, meanFactor, worst }) => {
        const shown = phases.length > SHOWN ? [worst] : phases;
        return [
          ...(phases.length > 1
            ? [
                [
                  pattern,
                  many(phases.length, "phase"),
                  "",
                  `${figures(meanFactor)} mean`,
                  "",
                  "",
                ],
              ]
            : []),
          ...shown.map((one) => [
            phases.length > 1 ? "" : pattern,
            `${phases.length > SHOWN ? "worst: " : ""}${one.name}`,
            String(one.most),
            figures(one.factor),
            one.bandwidth === null ? "" : `${one.bandwidth.toFixed(1)} %`,
            one.busiestChannel,
          ]),
        ];
      }),
      {
        head: [
          "pattern",
          "phase",
          "most flows",
          "factor",
          "bandwidth",
          "busiest channel",
        ],
        align: ["left", "left", "right", "right", "right", "left"],
        columns: io.columns,
      },
    ),
    "",
  ].join("\n");
}
