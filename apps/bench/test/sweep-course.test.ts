import { describe, expect, it } from "vitest";
import type { Moment } from "../src/in-turns.ts";
import {
  coresOfOthers,
  cpuMsPerPoint,
  lastSeconds,
  secondsAfter,
} from "../src/sweep-course.ts";

const at = (
  seconds: number,
  done: number,
  cpuSeconds: number,
  allCpuSeconds = cpuSeconds,
): Moment => ({ seconds, done, cpuSeconds, allCpuSeconds });

/** Two seconds of start, then 100 points a second, from the fourth second on 200. */
const course = [
  at(1, 0, 1),
  at(2, 0, 2, 3),
  at(4, 200, 4, 6),
  at(6, 600, 6, 10),
  at(7, 800, NaN, 11),
];

describe("the course of a sweep", () => {
  it("takes the whole from the start to the end", () => {
    expect(lastSeconds(course)).toBe(7);
  });

  it("divides a turn evenly where the mark falls into it", () => {
    expect(secondsAfter(course, 200)).toBe(3);
    expect(secondsAfter(course, 100)).toBe(4);
    expect(secondsAfter(course, 400)).toBe(2);
  });

  it("has no time after more points than there are", () => {
    expect(secondsAfter(course, 801)).toBeNaN();
  });

  it("takes CPU time from the mark to the last moment that tells it", () => {
    // 2 s for the 400 points between 200 and 600.
    expect(cpuMsPerPoint(course, 150)).toBe(5);
  });

  it("tells what others had of the machine", () => {
    // 10 s of all, 6 s of its own, in 6 s.
    expect(coresOfOthers(course)).toBeCloseTo(2 / 3, 12);
  });
});
