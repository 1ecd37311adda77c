import type { Moment } from "./in-turns.ts";

/** What a contender had done, and when. */
export type Course = readonly Moment[];

const NOTHING: Moment = {
  seconds: 0,
  done: 0,
  cpuSeconds: 0,
  allCpuSeconds: 0,
};
const endOf = (course: Course): Moment => course.at(-1) ?? NOTHING;

/** Seconds of the whole course. */
export const lastSeconds = (course: Course): number => endOf(course).seconds;

/** Seconds from `done` units on; where that fell into a turn, as if the turn had been even. */
export function secondsAfter(course: Course, done: number): number {
  let before = NOTHING;
  for (const moment of course) {
    if (moment.done >= done) {
      const share = (done - before.done) / (moment.done - before.done || 1);
      const mark = before.seconds + share * (moment.seconds - before.seconds);
      return lastSeconds(course) - mark;
    }
    before = moment;
  }
  return NaN;
}

/** CPU time a unit, in ms, between the first moment with so many done and the last one that tells CPU time. */
export function cpuMsPerPoint(course: Course, done: number): number {
  const told = course.filter(
    (moment) => moment.done >= done && !Number.isNaN(moment.cpuSeconds),
  );
  const [first = NOTHING] = told;
  const last = told.at(-1) ?? NOTHING;
  return (
    (1000 * (last.cpuSeconds - first.cpuSeconds)) / (last.done - first.done)
  );
}

/** Cores that others had in the machine meanwhile, on average: a machine that is idle but for us has next to none. */
export function coresOfOthers(course: Course): number {
  const told = course.filter(({ cpuSeconds }) => !Number.isNaN(cpuSeconds));
  const { seconds, cpuSeconds, allCpuSeconds } = told.at(-1) ?? NOTHING;
  return (allCpuSeconds - cpuSeconds) / seconds;
}
