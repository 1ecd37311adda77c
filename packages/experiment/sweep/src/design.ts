import { randomStream } from "@fabriclab/kernel";
import { FabricError } from "@fabriclab/spec";
import { withUnit } from "@fabriclab/units";
import type { Factor } from "./factor.ts";
import { pointAt, type Point } from "./point.ts";

/** More points than anybody means. */
const MAX_POINTS = 1_000_000;

export type DesignName = "grid" | "one-at-a-time" | "random";

type Choice = Factor["levels"][number];

/**
 * The points of a design.
 *
 * - `grid`: every combination; the last factor changes fastest.
 * - `one-at-a-time`: all factors at their first value, then each factor at each of its others while the rest stay.
 * - `random`: `count` different combinations, or independent draws where a factor may be any number between two; a function of `seed` alone.
 *
 * @throws FabricError `E_SWEEP_POINTS` for more points than there are combinations (or than a million), or a random design without their number;
 * `E_SWEEP_FACTOR` for a range without a step in another design. O(points · factors).
 */
export function designPoints(
  design: DesignName,
  factors: readonly Factor[],
  { count, seed }: { readonly count?: number; readonly seed: number },
): Point[] {
  const open = factors.find(({ between }) => between !== undefined);
  if (open !== undefined && design !== "random") {
    throw new FabricError({
      code: "E_SWEEP_FACTOR",
      message: `the range of ${open.name} has no step`,
      where: { path: `sweep.vary.${open.name}` },
      got: (open.between ?? []).map((end) => `${end}${open.unit}`).join(".."),
      expected: "from..to:step, or design random",
    });
  }
  const choices =
    design === "grid"
      ? gridChoices(factors)
      : design === "one-at-a-time"
        ? singleChoices(factors)
        : randomChoices(factors, count, seed);
  return choices.map((choice, index) =>
    pointAt(index, "design", factors, choice),
  );
}

/** How many values a factor may take; Infinity where it is any number between two that differ. */
const countOf = ({ levels, between, parts }: Factor): number => {
  if (between === undefined) return levels.length;
  if (parts === undefined) return between[0] === between[1] ? 1 : Infinity;
  const [least, most] = wholeBetween(between, parts);
  return Math.max(0, most - least + 1);
};

/** The least and the largest whole number of parts. */
const wholeBetween = (
  between: readonly [number, number],
  parts: number,
): readonly [number, number] => {
  // Why nearly: an end is a decimal, and times the parts of its decimals a whole number but for rounding.
  const nearly = (round: (x: number) => number, end: number): number => {
    const whole = Math.round(end * parts);
    return Math.abs(whole - end * parts) < 1e-6 ? whole : round(end * parts);
  };
  return [nearly(Math.ceil, between[0]), nearly(Math.floor, between[1])];
};

/** The value of a factor at a rank below its count. */
function choiceAt(factor: Factor, rank: number): Choice {
  const { levels, between, parts } = factor;
  if (between === undefined) return levels[rank]!;
  if (parts === undefined) return choiceOf(factor, between[0]);
  const [least] = wholeBetween(between, parts);
  return choiceOf(factor, (least + rank) / parts);
}

const choiceOf = ({ name, unit }: Factor, level: number): Choice => ({
  level,
  sets: [{ path: name, value: unit === "" ? level : withUnit(level, unit) }],
});

const combinations = (factors: readonly Factor[]): number =>
  factors.reduce((product, factor) => product * countOf(factor), 1);

function gridChoices(factors: readonly Factor[]): Choice[][] {
  const total = combinations(factors);
  if (total > MAX_POINTS) throw tooMany(total, "grid");
  return Array.from({ length: total }, (_, rank) => combination(factors, rank));
}

/** The combination of a rank in the order of a grid. */
function combination(factors: readonly Factor[], rank: number): Choice[] {
  const choice: Choice[] = [];
  for (const factor of factors.toReversed()) {
    const count = countOf(factor);
    choice.unshift(choiceAt(factor, rank % count));
    rank = Math.floor(rank / count);
  }
  return choice;
}

function singleChoices(factors: readonly Factor[]): Choice[][] {
  const base = factors.map(({ levels }) => levels[0]!);
  return [
    base,
    ...factors.flatMap(({ levels }, at) =>
      levels.slice(1).map((level) => base.with(at, level)),
    ),
  ];
}

function randomChoices(
  factors: readonly Factor[],
  count: number | undefined,
  seed: number,
): Choice[][] {
  if (count === undefined) {
    throw new FabricError({
      code: "E_SWEEP_POINTS",
      message: "design random needs a number of points",
      where: { path: "sweep.points" },
      got: "nothing",
      expected: "a whole number from 1",
      hint: "add `points: 100` to the section sweep, or --points 100",
    });
  }
  if (count > MAX_POINTS) throw tooMany(count, "random design");
  const random = randomStream(seed, "sweep design");
  const total = combinations(factors);
  // Of more than there are numbers to rank them, two draws of a million are hardly ever one.
  if (total > Number.MAX_SAFE_INTEGER) {
    return Array.from({ length: count }, () =>
      factors.map((factor) => draw(factor, () => random.uniform())),
    );
  }
  if (count > total) {
    throw new FabricError({
      code: "E_SWEEP_POINTS",
      message: "the factors do not have as many combinations",
      where: { path: "sweep.points" },
      got: String(count),
      expected: `1 to ${total}`,
      ...fewHint(factors),
    });
  }
  // Floyd: a set of `count` different ranks with one draw each, however many combinations there are.
  const ranks = new Set<number>();
  for (let top = total - count; top < total; top++) {
    const rank = Math.floor(random.uniform() * (top + 1));
    ranks.add(ranks.has(rank) ? top : rank);
  }
  return [...ranks].map((rank) => combination(factors, rank));
}

/** What helps where there are too few combinations: a grid, or where a range has parts of its unit, finer ones. */
function fewHint(factors: readonly Factor[]): { hint?: string } {
  const open = factors.filter(({ between }) => between !== undefined);
  if (open.length === 0) return { hint: "design grid runs them all" };
  const parted = open.find(({ unit }) => unit !== "" && unit !== "B");
  if (parted === undefined) return {};
  const [from, to] = (parted.between ?? []).map(
    (end) => `${end.toFixed(2)}${parted.unit}`,
  );
  return {
    hint: `more decimals make more values: ${parted.name}=${from}..${to} are hundredths`,
  };
}

function draw(factor: Factor, next: () => number): Choice {
  const { between, parts } = factor;
  if (between === undefined || parts !== undefined)
    return choiceAt(factor, Math.floor(next() * countOf(factor)));
  return choiceOf(factor, between[0] + next() * (between[1] - between[0]));
}

const tooMany = (total: number, design: string): FabricError =>
  new FabricError({
    code: "E_SWEEP_POINTS",
    message: `the ${design} has too many points`,
    where: { path: design === "grid" ? "sweep.vary" : "sweep.points" },
    got: String(total),
    expected: `at most ${MAX_POINTS}`,
    hint: "design random draws some of them, as many as `points` says",
  });
