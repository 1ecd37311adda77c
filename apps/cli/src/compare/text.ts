import { type Io, paint } from "../io.ts";
import { oddRatesRows } from "../naming/odd-rates.ts";
import { list, many } from "../naming/words.ts";
import { plusMinus } from "../plus-minus.ts";
import { columnsOf } from "../table.ts";
import { rateWords } from "../rates.ts";
import { listsName, seconds } from "./advice.ts";
import { refusedText } from "./refused.ts";
import { oneLine } from "@fabriclab/spec";
import type { CompareReport } from "./report.ts";
import { hasOthers } from "./role-counts.ts";
import type { Row } from "./row.ts";

/** Columns of the table of accepted routings. */
export const HEAD = [
  "engine",
  "lists",
  "bandwidth",
  "unreachable",
  "loops",
  "VLs",
  "hops",
  "busiest",
  "dark",
  "time",
] as const;

/** Whom `--endpoints` takes in, in words of the roles above. Why not its own word: the hosts that `compute` takes in are not of the role compute alone. */
const chosen = (choice: string): string =>
  choice === "compute"
    ? "all roles but aggregation node and gateway (--endpoints compute)"
    : choice === "all"
      ? "all roles (--endpoints all)"
      : `those of ${choice} (--endpoints)`;

/** The report as people read it. */
export function compareText(report: CompareReport, io: Io): string {
  const { fabric, rows, lists, advice, endpoints } = report;
  const accepted = rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => row.figures !== null)
    .sort((a, b) => bandwidth(b.row) - bandwidth(a.row) || a.index - b.index);
  const others = rows.filter((row) => row.figures === null);
  return [
    `${paint(io, "bold", oneLine(fabric.name))}: ${many(fabric.switches, "switch", "switches")}, ${many(fabric.hosts, "host")}, ${many(fabric.cables, "cable")}`,
    columnsOf(
      [
        ["roles", list(Object.entries(report.roles))],
        [
          "endpoints",
          `${endpoints.count}: ${chosen(endpoints.choice)}${hasOthers(report.roles) ? ", of what is cabled to a switch" : ""}`,
        ],
        ...lists.map(({ name, what }) => [
          name === "given" ? "given" : `lists ${name}`,
          what.replace(/^(?:derived|given): /, ""),
        ]),
        ...report.set.map(({ text, engines }) => [
          `--set ${text}`,
          engines.join(", "),
        ]),
        ...oddRatesRows(report.oddRates),
      ],
      { columns: io.columns },
    ),
    "",
    ...(accepted.length === 0
      ? ["no routing was accepted"]
      : [
          columnsOf(
            accepted.map(({ row, index }) => [
              `${index === advice.take ? "> " : "  "}${row.engine}`,
              ...cells(row),
            ]),
            {
              head: ["  engine", ...HEAD.slice(1)],
              align: [
                "left",
                "left",
                ...HEAD.slice(2).map(() => "right" as const),
              ],
            },
          ),
          "",
          `bandwidth: effective bisection${rateWords(report.byRate)}, % of full, ± 95 % confidence; the same ${report.samples} random bisections for all, seed ${report.seed};`,
          "unreachable: ordered pairs, loops: channels in credit loops, both among all adapters / among the endpoints compared;",
          "hops: switches crossed, mean / most; busiest: routes on the busiest channel between switches; dark: channels without a route",
        ]),
    ...(others.length === 0 ? [] : ["", ...refusedText(others, report, io)]),
    "",
    paint(io, "bold", "advice"),
    ...advice.says.map((one) => `  ${one}`),
    ...(report.interrupted
      ? ["", paint(io, "red", "interrupted: not every routing was tried")]
      : []),
    "",
  ].join("\n");
}

const bandwidth = ({ figures }: Row): number => figures?.bisection.value ?? -1;

/** The cells behind the engine's name. */
export function cells(row: Row): string[] {
  const { figures } = row;
  if (figures === null) return [];
  const { bisection, unreachable, loopChannels, hops, busiest } = figures;
  const hopsBack = row.reverseHops > 0 ? `, ${row.reverseHops} reverse` : "";
  return [
    `${listsName(row)}${hopsBack}`,
    plusMinus(bisection.value, bisection.ci95, ""),
    `${unreachable.all} / ${unreachable.chosen}`,
    `${loopChannels.all} / ${loopChannels.chosen}`,
    String(figures.lanes),
    `${hops.mean.toFixed(2)} / ${hops.most}`,
    String(busiest.routes),
    String(figures.dark),
    seconds(row.seconds),
  ];
}
