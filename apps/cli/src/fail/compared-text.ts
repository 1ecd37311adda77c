import { gapText } from "../compare/differences.ts";
import { type Io, paint } from "../io.ts";
import { many } from "../naming/words.ts";
import { refusalTable, type RefusedRow } from "../naming/refusal-table.ts";
import { drawnText } from "../removals.ts";
import { plusMinus } from "../plus-minus.ts";
import { columnsOf } from "../table.ts";
import { rateWords } from "../rates.ts";
import type { ComparedFailReport } from "./compared.ts";
import { eachTable, oneTable } from "./compared-tables.ts";
import { drawsTable } from "./draws-table.ts";
import { counted, criticalText } from "./findings.ts";
import { refusalsOf } from "./refusals.ts";

/** The report about several routings as people read it: a row for each of them. */
export function comparedText(report: ComparedFailReport, io: Io): string {
  const { fabric, endpoints, engines, failing, set, lists } = report;
  const [only] = failing;
  const refused = refusedRows(report);
  return [
    `${paint(io, "bold", fabric.name)}, ${many(engines.length, "routing")}: ${many(endpoints.count, "endpoint")} (${endpoints.choice}); the same ${report.samples} random bisections for all, seed ${report.seed}${rateWords(report.byRate)}; ± 95 % confidence`,
    failing.length === 1
      ? `fails: ${only?.label ?? ""}${only?.drawn.length === 0 ? ` (${many(only.cables, "cable")})` : ""}`
      : `fails: ${counted(report, failing.length)}${report.each === "draw" && report.drawn !== null ? ` of ${drawnText(report.drawn)} (seeds from ${report.seed} on)` : ""}, one at a time`,
    ...(failing.length > 1
      ? []
      : failing.flatMap(({ drawn }) => drawn.map((cable) => `  ${cable}`))),
    ...Object.entries(lists).map(
      ([list, names]) => `--${list} is given to ${names.join(", ")}`,
    ),
    ...set.map(
      ({ text, engines }) => `--set ${text} is given to ${engines.join(", ")}`,
    ),
    "",
    ...criticalText({
      each: report.each,
      failures: failing.map((one) => ({ ...one, outcome: null })),
    }),
    columnsOf(
      ...(failing.length === 1
        ? oneTable
        : report.each === "draw"
          ? drawsTable
          : eachTable)(engines),
    ),
    "",
    ...(refused.length === 0
      ? []
      : [...refusalTable(refused, fabric.name, io, ": --json"), ""]),
    ...differencesText(report),
    verdict(report),
    ...(report.interrupted ? [paint(io, "red", untriedText(report))] : []),
    "",
  ].join("\n");
}

/** Which routing has most bandwidth left, and what the others have less, a line for each. */
function differencesText({
  differences,
  failing,
  interrupted,
}: ComparedFailReport): string[] {
  if (differences === null) return [];
  const { by, failures, most, bandwidth, ci95, others, leftOut } = differences;
  const isOne = failing.length === 1;
  const where = isOne
    ? "after it"
    : by === "draw"
      ? `in the mean over ${many(failures, "draw")}${failures === failing.length || !interrupted ? "" : " tried with all that were begun"}`
      : `in the mean over ${many(failures, "failure")}${failures === failing.length ? "" : interrupted ? " tried with all that were begun" : " that cut nobody off"}`;
  return [
    `most bandwidth ${where}: ${most}, ${plusMinus(bandwidth, ci95, " %")}; ${by === "draw" ? "draw by draw" : "in the same bisections"}, with 95 % confidence${others.length === 1 ? "" : " for all of them together"}:`,
    columnsOf(
      others.map(({ routing, less, ci, isShown, isSame }) => [
        `  ${routing}`,
        gapText({ value: -less, ci }, isShown, isSame, by),
      ]),
    ),
    ...(isOne || leftOut.length === 0
      ? []
      : [
          `  not compared, as ${leftOut.length === 1 ? "it does" : "they do"} not route all of these: ${leftOut.join(", ")}`,
        ]),
    "",
  ];
}

/** Each refusal of an engine once, with the place where it comes first. */
function refusedRows(report: ComparedFailReport): RefusedRow[] {
  const { engines, fabric, failing } = report;
  return engines.flatMap(({ routing, reason, failures }): RefusedRow[] =>
    reason !== null
      ? [
          {
            ...{ routing, reason, isOfInterest: true, hint: undefined },
            status: "as it is",
          },
        ]
      : refusalsOf(failures, fabric.name).map(({ labels, hint }) => ({
          routing,
          status:
            failing.length === 1
              ? "after it"
              : `after ${labels.length} of ${failing.length}`,
          reason:
            failures.find(({ label }) => label === labels[0])?.reason ?? null,
          isOfInterest: true,
          hint: hint === undefined ? undefined : `hint for ${routing}: ${hint}`,
        })),
  );
}

/** How far Ctrl-C let each routing come that was not done. */
function untriedText({ engines, each }: ComparedFailReport): string {
  const left = engines.flatMap(({ routing, status, failures }): string[] => {
    if (status === "stopped") return [`${routing} not at all`];
    const open = failures.filter((one) => one.status === "stopped").length;
    if (open === 0) return [];
    return open === failures.length
      ? [`${routing} on the fabric as it is only`]
      : [
          `${routing} after ${failures.length - open} of ${counted({ each }, failures.length)}`,
        ];
  });
  return left.length === 0
    ? "interrupted when all had been tried"
    : `interrupted; tried: ${left.join("; ")}${left.length === engines.length ? "" : "; the others after all"}`;
}

/** Who stands what fails, in words of the exit code. */
function verdict({ engines }: ComparedFailReport): string {
  const stand = engines.filter(({ stands }) => stands === true);
  if (stand.length > 0)
    return `without a refusal, pairs lost that cables still join, or new credit loops: ${stand.map(({ routing }) => routing).join(", ")}`;
  const isKnown = engines.every(({ stands }) => stands !== null);
  return isKnown
    ? "none stands it: each refuses, loses pairs that cables still join, or makes credit loops"
    : "none is known to stand it";
}
