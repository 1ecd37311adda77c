import { type Io, paint } from "../io.ts";
import { reasonText } from "../naming/reason.ts";
import { figures, many } from "../naming/words.ts";
import { columnsOf } from "../table.ts";
import type { Failure, FailReport, State } from "./failure.ts";

/** Failures shown of many. */
const SHOWN = 10;

/** Worst first: refused, then pairs lost, channels in loops, bandwidth. Those that were not tried come last. */
export function worstFirst(failures: readonly Failure[]): Failure[] {
  const keys = ({ status, outcome }: Failure): number[] => [
    status === "stopped" ? 0 : outcome === null ? 2 : 1,
    outcome?.pairsLost ?? 0,
    outcome?.after.loopChannels ?? 0,
    outcome?.bandwidthLost ?? 0,
  ];
  return failures.toSorted((a, b) => {
    const [x, y] = [keys(a), keys(b)];
    const at = x.findIndex((value, i) => value !== y[i]);
    return at < 0 ? 0 : (y[at] ?? 0) - (x[at] ?? 0);
  });
}

/** The failure that loses most, by each measure. */
export function worstOf(
  failures: readonly Failure[],
  before: State,
): FailReport["worst"] {
  const most = (measure: (one: Failure) => number): string | null => {
    let found: Failure | undefined;
    for (const one of failures)
      if (measure(one) > (found === undefined ? 0 : measure(found)))
        found = one;
    return found?.label ?? null;
  };
  return {
    pairs: most(({ outcome }) => outcome?.pairsLost ?? 0),
    loops: most(({ outcome }) =>
      outcome === null ? 0 : outcome.after.loopChannels - before.loopChannels,
    ),
    bandwidth: most(({ outcome }) => outcome?.bandwidthLost ?? 0),
  };
}

/** Whether a failure does what good routing would not let it do: a refusal, pairs lost that cables still join, new loops. */
export const isProblem = (
  { status, outcome }: Failure,
  before: State,
): boolean =>
  status === "refused" ||
  status === "failed" ||
  (outcome !== null &&
    (outcome.pairsLost > outcome.pairsCutOff ||
      outcome.after.loopChannels > before.loopChannels));

/** The report as people read it. */
export function failText(report: FailReport, io: Io): string {
  const { fabric, routing, endpoints, before, failures, worst } = report;
  const shown = failures.slice(0, SHOWN);
  const refused = failures.filter(({ reason }) => reason !== null);
  const stopped = failures.filter(({ status }) => status === "stopped");
  return [
    `${paint(io, "bold", fabric.name)}, ${routing}: ${many(endpoints.count, "endpoint")} (${endpoints.choice})`,
    `before: ${many(before.unreachable, "unreachable pair")}${before.cutOff === 0 ? "" : ` (and ${before.cutOff} that no cables join)`}, ${many(before.loopChannels, "channel")} in credit loops, ${percent(before.bandwidth)} of full bisection bandwidth (${report.samples} random bisections, seed ${report.seed})`,
    "",
    columnsOf(
      shown.map((one) => [one.label, ...cells(one)]),
      {
        head: [
          "failure",
          "entries changed",
          "pairs lost",
          "cut off",
          "in loops",
          "bandwidth",
          "lost",
        ],
        align: ["left", "right", "right", "right", "right", "right", "right"],
      },
    ),
    ...failures.flatMap(({ drawn }) => drawn.map((cable) => `  ${cable}`)),
    ...(failures.length > shown.length
      ? [`… and ${failures.length - shown.length} more, see --json`]
      : []),
    ...refused
      .slice(0, SHOWN)
      .flatMap(({ label, reason }) =>
        reason === null
          ? []
          : [
              `${label}: ${reasonText(reason, fabric.name)}`,
              ...(reason.hint === undefined ? [] : [`  hint: ${reason.hint}`]),
            ],
      ),
    ...(refused.length > SHOWN
      ? [`… and ${refused.length - SHOWN} more refusals, see --json`]
      : []),
    "",
    ...(failures.length === 1
      ? []
      : [
          `most pairs lost: ${worst.pairs ?? "none by any"}`,
          `most channels in new loops: ${worst.loops ?? "none by any"}`,
          `most bandwidth lost: ${worst.bandwidth ?? "none by any"}`,
        ]),
    ...(report.interrupted
      ? [
          paint(
            io,
            "red",
            `interrupted: ${many(stopped.length, "failure was", "failures were")} not tried`,
          ),
        ]
      : []),
    "",
  ].join("\n");
}

const percent = (value: number | null): string =>
  value === null ? "none" : `${value.toFixed(1)} %`;

function cells({ status, outcome }: Failure): string[] {
  if (outcome === null) return [status, "", "", "", "", ""];
  const { entries, pairsLost, pairsCutOff, after, bandwidthLost } = outcome;
  const changed = entries.moved + entries.lost + entries.gained;
  return [
    `${changed} (${figures(Number(((100 * changed) / Math.max(1, entries.of)).toFixed(1)))} %)`,
    String(pairsLost),
    String(pairsCutOff),
    String(after.loopChannels),
    percent(after.bandwidth),
    bandwidthLost === null ? "" : bandwidthLost.toFixed(1),
  ];
}
