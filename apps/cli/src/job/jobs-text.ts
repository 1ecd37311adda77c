import { type Io, paint } from "../io.ts";
import { figures, many } from "../naming/words.ts";
import { rateWords } from "../rates.ts";
import { columnsOf } from "../table.ts";
import type { Disturbance } from "./disturbance.ts";
import type { JobsReport } from "./jobs.ts";

/** Rows of the table; the others are in `--json`. */
const SHOWN = 20;

/** The report on several jobs as people read it: first those that others slow down most. */
export function jobsText(report: JobsReport, io: Io): string {
  const { fabric, tables, jobs, byRate, disturbances } = report;
  const slower = disturbances
    .filter(({ factor, alone }) => factor > alone)
    .sort((a, b) => added(b) - added(a));
  const shown = slower.slice(0, SHOWN);
  const [first] = slower;
  const idle = disturbances.length - slower.length;
  return [
    `${paint(io, "bold", fabric.name)}, ${tables}: ${many(jobs.length, "job")}${rateWords(byRate)}`,
    ...jobs.map(
      ({ name, ranks, unreachable }) =>
        `  ${name}  ${many(ranks, "rank")}${unreachable > 0 ? paint(io, "red", `, ${many(unreachable, "ordered pair")} of which cannot reach each other`) : ""}`,
    ),
    "",
    ...(first === undefined
      ? ["no job makes another slower"]
      : [
          columnsOf(
            shown.map((one) => [
              one.pattern,
              one.job,
              one.beside,
              figures(one.alone),
              figures(one.factor),
              figures(one.worst),
              one.channel,
            ]),
            {
              head: [
                "pattern",
                "job",
                "beside",
                "alone",
                "factor",
                "at worst",
                "most of it at",
              ],
              align: [
                "left",
                "left",
                "left",
                "right",
                "right",
                "right",
                "left",
              ],
              columns: io.columns,
            },
          ),
          ...(slower.length > SHOWN
            ? [`… and ${slower.length - SHOWN} more rows: --json`]
            : []),
          ...(idle > 0
            ? [
                `no slower than alone in ${idle} of ${disturbances.length} cases`,
              ]
            : []),
          "",
          `slowed down most: ${first.job} beside ${first.beside} (${first.pattern}: ${figures(first.factor)} instead of ${figures(first.alone)})`,
        ]),
    "",
  ].join("\n");
}

/** How much longer than alone, as a part of that. */
const added = ({ factor, alone }: Disturbance): number => factor / alone;
