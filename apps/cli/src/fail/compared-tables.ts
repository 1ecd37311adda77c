import { figures, many } from "../naming/words.ts";
import { plusMinus } from "../plus-minus.ts";
import type { columnsOf } from "../table.ts";
import type { EngineReport } from "./compared.ts";
import type { Outcome, State } from "./failure.ts";

/** What `columnsOf` takes. */
type Columns = Parameters<typeof columnsOf>;

const right = (count: number): "right"[] =>
  Array.from({ length: count }, () => "right");

/** Of what fails once, all together: a row for each routing, with what it does before and after. */
export function oneTable(engines: readonly EngineReport[]): Columns {
  const areOthers = engines.some(({ before, failures }) =>
    failures.some(
      ({ outcome }) =>
        outcome !== null && outcome.after.endpoints !== before?.endpoints,
    ),
  );
  return [
    engines.map(({ routing, status, before, failures: [failure] }) => [
      routing,
      status === "routed" ? (failure?.status ?? "") : status,
      ...(before === null || failure?.outcome == null
        ? cellsWithout(before, areOthers)
        : cellsOf(before, failure.outcome, areOthers)),
    ]),
    {
      head: [
        "routing",
        "status",
        "entries changed",
        "pairs lost",
        "cut off",
        "in loops",
        ...(areOthers ? ["endpoints"] : []),
        "bandwidth before",
        "after",
        "lost",
      ],
      align: ["left", "left", ...right(areOthers ? 8 : 7)],
    },
  ];
}

/** Of what is refused nothing is known but how it was before. */
const cellsWithout = (before: State | null, areOthers: boolean): string[] => [
  ...["", "", "", ""],
  ...(areOthers ? [""] : []),
  bandwidth(before),
];

const cellsOf = (
  before: State,
  { entries, after, ...lost }: Outcome,
  areOthers: boolean,
): string[] => [
  share(changedOf(entries), entries.of),
  String(lost.pairsLost),
  String(lost.pairsCutOff),
  `${before.loopChannels} -> ${after.loopChannels}`,
  ...(areOthers ? [String(after.endpoints)] : []),
  bandwidth(before),
  bandwidth(after),
  points(lost.bandwidthLost, lost.bandwidthLostCi95),
];

/** Of failures one at a time: a row for each routing, with how many of them it refuses or does not stand, and what costs most. */
export function eachTable(engines: readonly EngineReport[]): Columns {
  return [
    engines.map((one) => {
      const { routing, status, before, failures, worst, ranking } = one;
      if (before === null) return [routing, status];
      const tried = failures.filter((each) => each.status !== "stopped");
      const routed = tried.flatMap(({ outcome }) =>
        outcome === null ? [] : [outcome],
      );
      const counts = (isSo: (outcome: Outcome) => boolean): string =>
        routed.length === 0 ? "" : String(routed.filter(isSo).length);
      const others = ranking?.tied.length ?? 0;
      return [
        routing,
        `${tried.length - routed.length} of ${tried.length}`,
        meanChanged(routed),
        counts(({ pairsLost, pairsCutOff }) => pairsLost > pairsCutOff),
        counts(({ after }) => after.loopChannels > before.loopChannels),
        bandwidth(before),
        ranking?.most == null ? "" : points(ranking.lost, ranking.ci95),
        worst.bandwidth === null
          ? ""
          : `${worst.bandwidth}${others === 0 ? "" : `, or ${many(others, "other")}`}`,
      ];
    }),
    {
      head: [
        "routing",
        "refused",
        "entries changed",
        "lose pairs",
        "make loops",
        "bandwidth before",
        "most lost",
        "by the loss of",
      ],
      align: ["left", "left", ...right(5), "left"],
    },
  ];
}

const changedOf = ({ moved, lost, gained }: Outcome["entries"]): number =>
  moved + lost + gained;

/** `42 (50 %)` */
const share = (count: number, of: number): string =>
  `${count} (${figures(Number(((100 * count) / Math.max(1, of)).toFixed(1)))} %)`;

/** Of all failures together, as a share of all entries. */
function meanChanged(outcomes: readonly Outcome[]): string {
  const all = outcomes.reduce((sum, { entries }) => sum + entries.of, 0);
  const changed = outcomes.reduce(
    (sum, { entries }) => sum + changedOf(entries),
    0,
  );
  return all === 0 ? "" : `${((100 * changed) / all).toFixed(1)} % each`;
}

const bandwidth = (state: State | null): string =>
  state?.bandwidth == null ? "" : plusMinus(state.bandwidth, state.ci95, " %");

const points = (lost: number | null, ci95: number | null): string =>
  lost === null ? "" : plusMinus(lost, ci95, "");
