import { type Io, paint } from "../io.ts";
import { figures, many } from "../naming/words.ts";
import { columnsOf } from "../table.ts";
import {
  criticalText,
  mostText,
  rankingText,
  refusalText,
  SHOWN,
} from "./findings.ts";
import type { Failure, FailReport, Ranking, State } from "./failure.ts";
import { plusMinus } from "../plus-minus.ts";
import { rateWords } from "../rates.ts";
import { drawsText } from "./draws-text.ts";
import { refusalsOf } from "./refusals.ts";

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
  ranking: Ranking | null,
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
    bandwidth:
      ranking === null
        ? most(({ critical, outcome }) =>
            critical ? 0 : (outcome?.bandwidthLost ?? 0),
          )
        : ranking.most,
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
  const stopped = failures.filter(({ status }) => status === "stopped");
  const lines = [
    `${paint(io, "bold", fabric.name)}, ${routing}: ${many(endpoints.count, "endpoint")} (${endpoints.choice})`,
    `before: ${many(before.unreachable, "unreachable pair")}${before.cutOff === 0 ? "" : ` (and ${before.cutOff} that no cables join)`}, ${many(before.loopChannels, "channel")} in credit loops, ${plusMinus(before.bandwidth, before.ci95, " %")} of full bisection bandwidth (${report.samples} random bisections, seed ${report.seed}${rateWords(report.byRate)}; ± 95 % confidence)`,
    "",
    ...table(report),
    ...(failures.length > 1
      ? []
      : failures.flatMap(({ drawn }) => drawn.map((cable) => `  ${cable}`))),
    ...refusalsOf(failures, fabric.name).flatMap((one) =>
      refusalText(one, report),
    ),
    ...criticalText(report),
    ...(failures.length === 1
      ? []
      : report.draws !== null
        ? drawsText(report.draws, failures[0])
        : failures.every(({ outcome }) => outcome === null)
          ? [
              "which failure costs most was not measured: after none of them are there tables",
            ]
          : [
              `most pairs lost: ${mostText(worst.pairs, failures, ({ outcome }) => outcome?.pairsLost ?? 0)}`,
              `most channels in new loops: ${mostText(worst.loops, failures, ({ outcome }) => (outcome?.after.loopChannels ?? 0) - before.loopChannels)}`,
              ...rankingText(report),
            ]),
    ...(report.interrupted
      ? [
          paint(
            io,
            "red",
            `interrupted: ${report.each === "draw" ? many(stopped.length, "draw was", "draws were") : many(stopped.length, "failure was", "failures were")} not tried`,
          ),
        ]
      : []),
  ];
  // Of a single failure nothing may stand below the table, whose last line parts it from what does.
  return `${lines.join("\n").trimEnd()}\n`;
}

/** The failures that were routed, worst first. */
function table({ failures, before }: FailReport): string[] {
  const routed = failures.flatMap(({ label, outcome }) =>
    outcome === null ? [] : [{ label, outcome }],
  );
  if (routed.length === 0) return [];
  const shown = routed.slice(0, SHOWN);
  // Whose bandwidth it is, where that is not always the same.
  const areOthers = shown.some(
    ({ outcome }) => outcome.after.endpoints !== before.endpoints,
  );
  return [
    columnsOf(
      shown.map(({ label, outcome }) => {
        const { entries, after } = outcome;
        const changed = entries.moved + entries.lost + entries.gained;
        return [
          label,
          `${changed} (${figures(Number(((100 * changed) / Math.max(1, entries.of)).toFixed(1)))} %)`,
          String(outcome.pairsLost),
          String(outcome.pairsCutOff),
          String(after.loopChannels),
          ...(areOthers ? [String(after.endpoints)] : []),
          plusMinus(after.bandwidth, after.ci95, " %"),
          outcome.bandwidthLost === null
            ? ""
            : plusMinus(outcome.bandwidthLost, outcome.bandwidthLostCi95, ""),
        ];
      }),
      {
        head: [
          "failure",
          "entries changed",
          "pairs lost",
          "cut off",
          "in loops",
          ...(areOthers ? ["endpoints"] : []),
          "bandwidth",
          "lost",
        ],
        align: [
          "left",
          ...Array.from({ length: areOthers ? 7 : 6 }, () => "right" as const),
        ],
      },
    ),
    ...(routed.length > shown.length
      ? [`… and ${routed.length - shown.length} more, see --json`]
      : []),
    "",
  ];
}
