import type { Finding } from "../../verdicts/rules.ts";
import { caseOf, percentText, type Case } from "../case.ts";
import { POLICY_REPLICATION, REPLICATIONS } from "../cases.ts";
import type { BySeed, Points } from "../points.ts";
import { METRIC_NAMES, METRICS, type Metric } from "../record.ts";
import {
  compare,
  CONDITIONS_RULE,
  isAbove,
  isBelow,
  judge,
  meanOf,
  reduces,
  SAME_WITHIN,
  SLIGHT_UP_TO,
  type Cell,
  type Condition,
} from "./rules.ts";

type Replication = (typeof REPLICATIONS)[number];

const HARDWARE = REPLICATIONS.filter((name) => name !== "unicast");

function gain(
  points: Points,
  metric: Metric,
  [from, to]: readonly [Replication, Replication],
  loads: readonly number[],
): Cell {
  const of = (multicast: Replication, load: number): BySeed =>
    points.values(caseOf({ multicast, load }), metric);
  return meanOf(
    `${METRIC_NAMES[metric]}, ${from} to ${to}`,
    loads.map((load) =>
      compare(percentText(load), of(from, load), of(to, load)),
    ),
  );
}

/** Smaller, but not by much. */
const slightly = (cell: Cell): Condition => ({
  cell,
  holds: isAbove(cell) && cell.estimate!.value <= SLIGHT_UP_TO,
  contrary: isBelow(cell),
  asked: `interval above 0, mean at most ${SLIGHT_UP_TO}`,
});

export const REPLICATION_RULE = `for DMP, DMT and the three latencies, reduction from replicated unicast to each replication in switches, mean over the loads: interval above 0; mean of the five reductions from synchronous (FCFS) and from one holding buffer to a central buffer: interval above 0, mean at most ${SLIGHT_UP_TO}; no run of synchronous FCFS deadlocks that goes on with a central buffer; a condition is contradicted where its interval lies below 0, or such a run deadlocks; reproduced: all hold; ${CONDITIONS_RULE}`;

/** "Replication in switches is better in everything, with a central buffer slightly best." */
export function replication(points: Points, loads: readonly number[]): Finding {
  const better = HARDWARE.flatMap((to) =>
    METRICS.map((metric) => gain(points, metric, ["unicast", to], loads)),
  );
  const central = (["synchronous-fcfs", "holding"] as const).map((from) =>
    meanOf(
      `mean of five quantities, ${from} to central`,
      METRICS.map((metric) => gain(points, metric, [from, "central"], loads)),
    ),
  );
  const stuck = loads.reduce((sum, load) => {
    const of = (multicast: Replication) =>
      points.records(caseOf({ multicast, load }));
    const other = of("central");
    return (
      sum +
      of("synchronous-fcfs").filter(
        ({ status }, seed) =>
          status === "deadlocked" && other[seed]!.status !== "deadlocked",
      ).length
    );
  }, 0);
  const deadlocks: Cell = {
    name: "runs of synchronous FCFS that deadlock where a central buffer goes on",
    values: [],
    missing: 0,
    estimate: { value: stuck, low: stuck, high: stuck },
  };
  const [measured] = HARDWARE.map((to) =>
    gain(points, "realTime", ["unicast", to], loads),
  );
  return judge(measured, [
    ...better.map(reduces),
    ...central.map(slightly),
    {
      cell: deadlocks,
      holds: stuck === 0,
      contrary: stuck > 0,
      asked: "none",
    },
  ]);
}

export const ORDER_RULE = `mean of the reductions of DMP, DMT and the three latencies from round-robin to FCFS, over the loads; reproduced: its interval lies above 0 and its mean at most at ${SLIGHT_UP_TO}; contradicted: the interval lies below 0; otherwise not reproduced`;

/** "FCFS is slightly better than round-robin." */
export function order(points: Points, loads: readonly number[]): Finding {
  const cell = meanOf(
    "mean of five quantities, synchronous-rr to synchronous-fcfs",
    METRICS.map((metric) =>
      gain(points, metric, ["synchronous-rr", "synchronous-fcfs"], loads),
    ),
  );
  return judge(cell, [slightly(cell)]);
}

/** Latency of multicast and of unicast real-time packets under a policy. */
const latencyOf = (
  points: Points,
  point: Partial<Case>,
  which: "multicastUs" | "unicastUs",
): BySeed =>
  points
    .records(caseOf({ multicast: POLICY_REPLICATION, ...point }))
    .map((record) => record[which] ?? undefined);

/** Reduction from one policy to another, mean of multicast and unicast latency. */
const policyGain = (
  points: Points,
  from: number,
  to: number,
  load: number,
): Cell =>
  meanOf(
    `latency, policy ${from} to policy ${to}, ${percentText(load)}`,
    (["multicastUs", "unicastUs"] as const).map((which) =>
      compare(
        which,
        latencyOf(points, { policy: from, load }, which),
        latencyOf(points, { policy: to, load }, which),
      ),
    ),
  );

export const POLICY_RULE = `mean of multicast and unicast real-time latency; at the lowest load the reductions between policies 2, 3 and 4: interval within ${SAME_WITHIN} of 0, contradicted where it lies wholly outside; at the highest load the reductions from 2, 3, 4 to 1 and from 2, 3 to 4: interval above 0, contradicted where it lies below 0; reproduced: all hold; ${CONDITIONS_RULE}`;

/** "Equal at low load; at high load sharing lanes is best, then the logarithm." */
export function policies(points: Points, loads: readonly number[]): Finding {
  const lowest = loads[0]!;
  const highest = loads.at(-1)!;
  const equal = (
    [
      [2, 3],
      [2, 4],
      [3, 4],
    ] as const
  ).map(([from, to]): Condition => {
    const cell = policyGain(points, from, to, lowest);
    return {
      cell,
      holds: isAbove(cell, -SAME_WITHIN) && isBelow(cell, SAME_WITHIN),
      contrary: isAbove(cell, SAME_WITHIN) || isBelow(cell, -SAME_WITHIN),
      asked: `interval between -${SAME_WITHIN} and ${SAME_WITHIN}`,
    };
  });
  const best = ([2, 3, 4] as const).map((from) =>
    policyGain(points, from, 1, highest),
  );
  const second = ([2, 3] as const).map((from) =>
    policyGain(points, from, 4, highest),
  );
  const whole = meanOf(
    `latency, policies 2, 3, 4 to policy 1, ${percentText(highest)}`,
    best,
  );
  return judge(whole, [...equal, ...[...best, ...second].map(reduces)]);
}
