import type { Finding } from "../../verdicts/rules.ts";
import { caseOf } from "../case.ts";
import { LATENCIES, METRIC_NAMES, type Metric } from "../record.ts";
import {
  MULTIPATH,
  MULTIPATH_DROP,
  SCHEMES,
  TECHNIQUES,
  type SchemeName,
} from "../schemes.ts";
import { gain, gainAt, gainOfAll, high, type Ground } from "./comparisons.ts";
import {
  bandText,
  cellOf,
  compare,
  CONDITIONS_RULE,
  isAbove,
  isBelow,
  judge,
  largest,
  meanOf,
  MUCH,
  reduces,
  reducesAtLeast,
  reducesBy,
  TOLERANCE,
  type Band,
  type Cell,
  type Condition,
} from "./rules.ts";

export const SELECTORS_RULE = `at loads of 50 % and more: reduction of real-time and of control latency from Multipath+Credit to Multipath+LFU, and of best-effort latency the other way round, means over the loads; reproduced: all three intervals lie above 0; a condition is contradicted where its interval lies below 0; ${CONDITIONS_RULE}`;

/** "LFU for real-time and control, Max-Credit for best-effort." */
export function selectors(ground: Ground): Finding {
  const loads = high(ground);
  const cells = [
    gain(ground, "realTime", "credit", "lfu", loads),
    gain(ground, "control", "credit", "lfu", loads),
    gain(ground, "bestEffort", "lfu", "credit", loads),
  ];
  return judge(cells[0], cells.map(reduces));
}

const PATHS: Readonly<Record<(typeof LATENCIES)[number], Band>> = {
  control: [0.4, 0.55],
  realTime: [0.4, 0.65],
  bestEffort: [0.3, 0.55],
};
/** "Up to." */
const DROPPING: Readonly<Record<(typeof LATENCIES)[number], number>> = {
  control: 0.8,
  realTime: 0.9,
  bestEffort: 0.6,
};

export const LATENCY_RULE = `at loads of 50 % and more, reductions from SPF: mean over Multipath+LFU, Multipath+Credit and the loads (paper: ${LATENCIES.map((name) => `${METRIC_NAMES[name]} ${bandText(PATHS[name])}`).join(", ")}), and the largest mean among Multipath+LFU+Drop, Multipath+Credit+Drop and the loads (up to ${LATENCIES.map((name) => DROPPING[name]).join(", ")}); a condition holds where the mean lies in the paper's range, widened by ${TOLERANCE}, and the interval above 0; it is contradicted where the interval lies below 0; reproduced: all hold; ${CONDITIONS_RULE}`;

/** "Latencies fall by so much." */
export function latencyReductions(ground: Ground): Finding {
  const loads = high(ground);
  const paths = LATENCIES.map((metric) =>
    gainOfAll(ground, metric, MULTIPATH, loads),
  );
  const dropping = LATENCIES.map((metric) =>
    best(ground, metric, MULTIPATH_DROP, loads),
  );
  return judge(paths[1], [
    ...paths.map((cell, at) => reducesBy(cell, PATHS[LATENCIES[at]!])),
    ...dropping.map((cell, at) => {
      const most = DROPPING[LATENCIES[at]!];
      return reducesBy(cell, [most, most]);
    }),
  ]);
}

/** The cell with the largest mean among schemes and loads. */
function best(
  ground: Ground,
  metric: Metric,
  schemes: readonly SchemeName[],
  loads: readonly number[],
): Cell {
  const cells = schemes.flatMap((scheme) =>
    loads.map((load) => gainAt(ground, metric, "spf", scheme, load)),
  );
  return largest(cells) ?? cells[0]!;
}

export const MIX_RULE = `at loads of 50 % and more that both mixes were run with, reductions of DMP and of DMT from 70:30 to 30:70, mean over SPF, the five other schemes without Up/Down, and the loads: a condition holds where the mean is at least ${MUCH} and the interval above 0; and with 30:70 the reduction of DMP and of DMT from SPF, mean over the four schemes with several paths: interval above 0; a condition is contradicted where its interval lies below 0; reproduced: all hold; ${CONDITIONS_RULE}`;

/** "With 30:70 much smaller DMP and DMT, the same order." */
export function otherMix(
  { points, at }: Ground,
  loads: readonly number[],
): Finding {
  const shared = loads.filter((load) => load >= 0.5);
  const schemes = ["spf", ...TECHNIQUES] as const;
  const fall = (metric: "dmp" | "dmt"): Cell =>
    meanOf(
      `${METRIC_NAMES[metric]}, 70:30 to 30:70`,
      schemes.flatMap((scheme) =>
        shared.map((load) => {
          const of = (realTime: number) =>
            points.values(caseOf({ ...at, scheme, load, realTime }), metric);
          return compare(SCHEMES[scheme].label, of(0.7), of(0.3));
        }),
      ),
    );
  const other: Ground = { points, at: { ...at, realTime: 0.3 }, loads: shared };
  const paths = [...MULTIPATH, ...MULTIPATH_DROP];
  const ofDmp = fall("dmp");
  return judge(ofDmp, [
    reducesAtLeast(ofDmp, MUCH),
    reducesAtLeast(fall("dmt"), MUCH),
    reduces(gainOfAll(other, "dmp", paths, shared)),
    reduces(gainOfAll(other, "dmt", paths, shared)),
  ]);
}

const AT_28: Readonly<Record<(typeof LATENCIES)[number], Band>> = {
  control: [0.6, 0.6],
  realTime: [0.7, 0.7],
  bestEffort: [0.9, 0.9],
};

export const NODES_30_RULE = `on 30 nodes, reductions from SPF to Multipath+LFU: at 28 % control ${AT_28.control[0]}, real-time ${AT_28.realTime[0]}, best-effort ${AT_28.bestEffort[0]}, holding within ${TOLERANCE} with an interval above 0; at 20 % real-time and control above 0, best-effort below 0; and dropping reduces the latencies (mean of the three, Multipath+LFU to Multipath+LFU+Drop) more on 15 nodes at 60 % than on 30 nodes at 28 %: interval of the difference above 0; a condition is contradicted where its interval lies on the other side of 0; reproduced: all hold; ${CONDITIONS_RULE}`;

/** Figure 9. */
export function nodes30(thirty: Ground, fifteen: Ground): Finding {
  const at = (metric: Metric, load: number): Cell =>
    gainAt(thirty, metric, "spf", "lfu", load);
  const rises = at("bestEffort", 0.2);
  const drop = (ground: Ground, load: number): Cell =>
    meanOf(
      "dropping",
      LATENCIES.map((metric) =>
        gainAt(ground, metric, "lfu", "lfu-drop", load),
      ),
    );
  const here = drop(thirty, 0.28);
  const there = drop(fifteen, 0.6);
  const difference = cellOf(
    "gain by dropping, 15 nodes minus 30 nodes",
    there.values.map((value, seed) => {
      const other = here.values[seed];
      return value === undefined || other === undefined
        ? undefined
        : value - other;
    }),
    2,
  );
  const conditions: Condition[] = [
    ...LATENCIES.map((metric) => reducesBy(at(metric, 0.28), AT_28[metric])),
    reduces(at("realTime", 0.2)),
    reduces(at("control", 0.2)),
    {
      cell: rises,
      holds: isBelow(rises),
      contrary: isAbove(rises),
      asked: "interval below 0",
    },
    reduces(difference),
  ];
  return judge(at("realTime", 0.28), conditions);
}

const ABSTRACT: Band = [0.52, 0.52];
const MOST_LATENCY: Band = [0.9, 0.9];

export const ABSTRACT_RULE = `largest mean reduction from SPF among the five schemes and all loads: DMP and DMT ${bandText(ABSTRACT)}, latency (largest of the classes, too) ${bandText(MOST_LATENCY)}; a condition holds where it lies within ${TOLERANCE} of that and the interval above 0; it is contradicted where the interval lies below 0; reproduced: all three hold; ${CONDITIONS_RULE}`;

/** "Up to 52 % of DMP and DMT, 90 % of latency." */
export function upTo(ground: Ground): Finding {
  const { loads } = ground;
  const ofDmp = best(ground, "dmp", TECHNIQUES, loads);
  const latencies = LATENCIES.map((metric) =>
    best(ground, metric, TECHNIQUES, loads),
  );
  return judge(ofDmp, [
    reducesBy(ofDmp, ABSTRACT),
    reducesBy(best(ground, "dmt", TECHNIQUES, loads), ABSTRACT),
    reducesBy(largest(latencies) ?? latencies[0]!, MOST_LATENCY),
  ]);
}
