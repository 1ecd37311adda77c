import { type Io, paint } from "../io.ts";
import { plusMinus } from "../plus-minus.ts";
import { rateWords } from "../rates.ts";
import { columnsOf } from "../table.ts";
import type { AuditReport } from "./report.ts";
import { figures, listed, many } from "../naming/words.ts";

/** Balance has no right or wrong: the figures, aligned. */
export function balanceText(report: AuditReport, io: Io): string {
  const { balance, bisection, worstShift, worstPermutation } = report;
  const { parallelCables } = balance;
  return [
    paint(io, "bold", "balance"),
    columnsOf(
      [
        ...(balance.channels === 0
          ? [["  routes per channel", "no cable joins two switches"]]
          : channelRows(report)),
        ...(parallelCables.bundles === 0
          ? []
          : [
              [
                "  parallel cables",
                `${many(parallelCables.bundles, "bundle")}, ${parallelCables.uneven === 0 ? "all evenly used" : `${parallelCables.uneven} unevenly used, ${parallelCables.worst} most`}`,
              ],
            ]),
        [
          "  effective bisection",
          `${plusMinus(bisection.value, bisection.ci95, " %")} of full (${many(bisection.samples, "random bisection")}, seed ${bisection.seed}${rateWords(bisection.byRate)}; ± 95 % confidence)`,
        ],
        [
          "  worst shift",
          `${figures(worstShift.value)} % of full, by ${worstShift.shift} (${looked(worstShift)})${busiest(worstShift, bisection.byRate)}`,
        ],
        [
          "  worst permutation",
          `${figures(worstPermutation.value)} % of full (of ${many(worstPermutation.samples, "random one")})${busiest(worstPermutation, bisection.byRate)}`,
        ],
      ],
      { columns: io.columns },
    ),
  ].join("\n");
}

/** What the channels between switches carry. */
const channelRows = ({
  balance,
  maxRoutesPerChannel,
}: AuditReport): string[][] => [
  ...(balance.distribution["0"] === maxRoutesPerChannel
    ? [
        [
          "  routes per channel",
          `${maxRoutesPerChannel} on each of ${many(balance.channels, "channel")} between switches`,
        ],
      ]
    : [
        [
          "  routes per channel",
          `${maxRoutesPerChannel} at most (${balance.busiestChannel}), ${figures(balance.meanRoutesPerChannel)} on average over ${many(balance.channels, "channel")} between switches`,
        ],
        [
          "",
          Object.entries(balance.distribution)
            .map(([p, routes]) => `p${p} ${routes}`)
            .join("  "),
        ],
      ]),
  [
    "  dark channels",
    balance.darkChannels === 0
      ? "none"
      : `${balance.darkChannels}: ${listed(balance.darkExamples, balance.darkChannels)}`,
  ],
];

const looked = ({
  shifts,
  ofShifts,
}: {
  readonly shifts: number;
  readonly ofShifts: number;
}): string =>
  shifts === ofShifts
    ? `of ${many(shifts, "shift")}`
    : `of ${shifts} looked at, evenly spread over all ${ofShifts}`;

/** By rate, a slow cable leaves even a single flow less than all. */
const busiest = (
  {
    value,
    flows,
    busiestChannel,
  }: {
    readonly value: number;
    readonly flows: number;
    readonly busiestChannel: string;
  },
  byRate: boolean,
): string =>
  flows === 0 || (flows === 1 && !(byRate && value < 100))
    ? ""
    : `: ${many(flows, "flow")} on ${busiestChannel}`;
