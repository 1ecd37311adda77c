import { many } from "../naming/words.ts";
import type { Cut } from "./cut.ts";
import type { Failing, Failure, FailReport } from "./failure.ts";
import { plusMinus } from "../plus-minus.ts";
import type { Refusals } from "./refusals.ts";

/** Failures shown of many. */
export const SHOWN = 10;

/** Places named in a line of many. */
const NAMED = 8;

const names = (labels: readonly string[]): string =>
  labels.length > NAMED
    ? `${labels.slice(0, NAMED).join(", ")} and ${labels.length - NAMED} more, see --json`
    : labels.join(", ");

/** `3 cables`, `1 switch`: what fails, one at a time. */
export const counted = (
  { each }: Pick<FailReport, "each">,
  count: number,
): string =>
  each === "link"
    ? many(count, "cable")
    : each === "switch"
      ? many(count, "switch", "switches")
      : many(count, each === "draw" ? "draw" : "failure");

/** What a routing refuses, once, with the failures after which it does. */
export function refusalText(
  { reason, hint, labels, isSame }: Refusals,
  report: FailReport,
): string[] {
  const { failures } = report;
  return [
    failures.length === 1
      ? `${labels.join("")}: ${reason}`
      : `refused after ${labels.length} of ${counted(report, failures.length)}: ${reason}${isSame ? "" : " (of the first; the others differ in the place only)"}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ...(failures.length === 1 ? [] : [`  where: ${names(labels)}`]),
    "",
  ];
}

/** A failure whose parts are of interest; without an outcome where several routings have one each. */
type Parted = Failing & Pick<Failure, "outcome">;

/** The failures that cut endpoints off, and over what their bandwidth was taken. */
export function criticalText(
  report: Pick<FailReport, "each"> & {
    readonly failures: readonly Parted[];
  },
): string[] {
  // Every switch with hosts cuts its own off; what takes the rest apart comes first.
  const critical = report.failures
    .filter((one) => one.critical)
    .toSorted((a, b) => Number(isParting(b.cut)) - Number(isParting(a.cut)));
  if (critical.length === 0) return [];
  const isOne = critical.length === 1;
  return [
    report.failures.length === 1
      ? "critical: no routing can join again what this cuts off"
      : `critical: ${counted(report, critical.length)} of ${report.failures.length}, ${isOne ? "" : "each of "}${report.each === "draw" ? "which" : "whose loss"} cuts endpoints off under any routing`,
    ...critical.slice(0, SHOWN).map((one) => `  ${cutText(one)}`),
    ...(critical.length > SHOWN
      ? [`  … and ${critical.length - SHOWN} more, see --json`]
      : []),
    "",
  ];
}

/** Whether endpoints that keep their cables are parted from each other. */
const isParting = (cut: Cut | null): boolean =>
  cut !== null && cut.parts.length > cut.partsBefore;

function cutText({ label, cut, outcome }: Parted): string {
  if (cut === null) return label;
  const left = cut.parts.reduce((sum, count) => sum + count, 0);
  const what = [
    ...(isParting(cut) ? [partsText(cut)] : []),
    ...(cut.uncabled > 0
      ? [`${many(cut.uncabled, "endpoint")} without a cable`]
      : []),
  ];
  return [
    `${label}: ${what.join(" and ")}`,
    `${cut.pairs} of ${many(cut.of, "ordered pair")} cut off`,
    ...(outcome === null
      ? []
      : outcome.after.bandwidth === null
        ? ["no bandwidth, for no flows are left"]
        : [
            `bandwidth over ${cut.uncabled > 0 ? `the other ${left}` : `all ${left}`}${isParting(cut) ? ", flows between the parts counted as none" : ""}`,
          ]),
    ...(outcome?.withinParts == null
      ? []
      : [
          `within the parts, each halved for itself, ${plusMinus(outcome.withinParts.bandwidth, outcome.withinParts.ci95, " %")}`,
        ]),
  ].join("; ");
}

/** `parts of 12 and 4 endpoints` */
function partsText({ parts }: Cut): string {
  const shown = parts.slice(0, NAMED);
  const last = parts.length > NAMED ? "others" : shown.pop();
  return `parts of ${shown.length === 0 ? "" : `${shown.join(", ")} and `}${last} endpoints`;
}

/** `leaf1 (810; 1 other as many)`, or that there is none. */
export function mostText(
  label: string | null,
  failures: readonly Failure[],
  count: (one: Failure) => number,
): string {
  const found = failures.find((one) => one.label === label);
  if (found === undefined) return "none by any";
  const most = count(found);
  const others = failures.filter((one) => count(one) === most).length - 1;
  return `${found.label} (${most}${others === 0 ? "" : `; ${many(others, "other")} as many`})`;
}

/** Which failure loses most bandwidth, and which others cannot be told apart from it. */
export function rankingText(report: FailReport): string[] {
  const { ranking, worst, samples } = report;
  const isAll = report.failures.every((one) => !one.critical);
  const head = `most bandwidth lost${isAll ? "" : ", of those that cut nobody off"}`;
  if (ranking === null) return [`${head}: ${worst.bandwidth ?? "none by any"}`];
  const more = `--samples ${Math.min(1_000_000, 4 * samples)} halves the intervals`;
  const sure = `${samples} bisections, ${100 * ranking.confidence} % confidence`;
  const { most, tied, lost, ci95 } = ranking;
  const of = counted(report, ranking.compared);
  // What is less than nothing, more samples will hardly turn into a loss.
  if (most === null)
    return [
      lost <= 0
        ? `${head}: none by any of ${of} (${sure})`
        : `${head}: none by any of ${of} that these samples show (${sure}); ${more}`,
    ];
  const by = `${most} (${plusMinus(lost, ci95, "")} points)`;
  if (tied.length === 0)
    return [`${head}: ${by}, more than any other of ${of} (${sure})`];
  const alike = counted(report, tied.length + 1);
  const which =
    tied.length + 1 === ranking.compared
      ? `the ${of} cannot`
      : `${alike} of ${ranking.compared} cannot`;
  return [
    `${head}: ${by}, but ${which} be told apart (${sure}):`,
    ...[most, ...tied].slice(0, SHOWN).map((label) => `  ${label}`),
    ...(tied.length + 1 > SHOWN
      ? [`  … and ${tied.length + 1 - SHOWN} more, see --json`]
      : []),
    `  ${more}; those that are alike stay together`,
  ];
}
