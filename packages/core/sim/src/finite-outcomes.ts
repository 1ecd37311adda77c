import type { Blocked } from "@fabriclab/network";
import { copies, copiesAre } from "./copy-words.ts";
import type { Drive } from "./drive.ts";
import type { Ended } from "./ended.ts";
import type { FiniteGoal } from "./finite-goal.ts";
import type { MetricSet } from "./metric-set.ts";
import { overloadedUntil } from "./overload.ts";
import { saturatedWords, withoutSaturated } from "./saturated-beside.ts";
import type { Saturation } from "./statistics/saturation.ts";

const NO_ROOM =
  "the management packets that wait in the network came near to more than the engine has room for";

/** Packets wait for each other for ever. @param although what else came of the run, before the word of the cycle */
export function deadlocked(
  drive: Drive,
  metrics: MetricSet,
  cycle: readonly Blocked[],
  although: string,
): Ended {
  return {
    status: "deadlocked",
    verdict: `Deadlock: ${although}${cycle.length} buffers wait for each other in a cycle, ${copiesAre(drive.composition, drive.engine.counts.inFlight)} ${although === "" ? "stuck in" : "in"} the network; nothing about times or rates can be said.`,
    warmup: 0,
    end: drive.now,
    metrics,
    ticks: drive.now,
    finish: (_, { unit }) => ({
      value: Number.NaN,
      unit,
      absent: "deadlocked",
    }),
    deadlock: cycle,
  };
}

/** What is left does not come, for a link is down for good. */
export function stuckEnd(
  drive: Drive,
  metrics: MetricSet,
  why: string,
  last: number,
  saturated: ReadonlyMap<number, Saturation>,
): Ended {
  const { delivered, dropped } = drive.engine.counts;
  const words = saturatedWords(drive, saturated);
  const end = Math.max(0, last);
  return {
    status: "limit",
    verdict: `Limit: ${copiesAre(drive.composition, delivered)} delivered and ${dropped} dropped; ${why}${words === undefined ? "" : `; ${words}`}.`,
    warmup: 0,
    end,
    metrics,
    ticks: end,
    saturated: [...saturated.keys()],
    finish: withoutSaturated(drive.composition, new Set(saturated.keys())),
  };
}

/** A cap came before the end. All that was seen is measured. */
export function capped(
  drive: Drive,
  metrics: MetricSet,
  goal: FiniteGoal,
  saturated: ReadonlyMap<number, Saturation>,
): Ended {
  const words = saturatedWords(drive, saturated);
  const overloaded = overloadedUntil(drive);
  const { dropped, inFlight } = drive.engine.counts;
  const { declared } = goal;
  const of = declared === undefined ? "" : ` of ${declared} expected`;
  return {
    status: "limit",
    verdict: `Limit: ${drive.full ? NO_ROOM : "a cap of `measure` was reached"} before the finite traffic was delivered: ${copies(drive.composition, goal.settled())} of it${of} came to an end, with ${dropped} dropped in all and ${inFlight} in the network${words === undefined ? "" : `; ${words}`}. All until then is measured, from the start.${overloaded === "" ? "" : ` The finite traffic is more than links carry: ${overloaded}.`}`,
    warmup: 0,
    end: drive.now,
    metrics,
    ticks: drive.now,
    saturated: [...saturated.keys()],
    finish: withoutSaturated(drive.composition, new Set(saturated.keys())),
  };
}
