import { randomStream } from "@fabriclab/kernel";
import { FabricError } from "@fabriclab/spec";
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
 * - `random`: `count` different combinations, or independent draws where a factor has numbers to draw between; a function of `seed` alone.
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
      got: open.between?.join("..") ?? "",
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

const combinations = (factors: readonly Factor[]): number =>
  factors.reduce((product, { levels }) => product * levels.length, 1);

function gridChoices(factors: readonly Factor[]): Choice[][] {
  const total = combinations(factors);
  if (total > MAX_POINTS) throw tooMany(total, "grid");
  return Array.from({ length: total }, (_, rank) => combination(factors, rank));
}

/** The combination of a rank in the order of a grid. */
function combination(factors: readonly Factor[], rank: number): Choice[] {
  const choice: Choice[] = [];
  for (const { levels } of factors.toReversed()) {
    choice.unshift(levels[rank % levels.length]!);
    rank = Math.floor(rank / levels.length);
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
  if (factors.some(({ between }) => between !== undefined)) {
    return Array.from({ length: count }, () =>
      factors.map((factor) => draw(factor, () => random.uniform())),
    );
  }
  const total = combinations(factors);
  if (count > total) {
    throw new FabricError({
      code: "E_SWEEP_POINTS",
      message: "the factors do not have as many combinations",
      where: { path: "sweep.points" },
      got: String(count),
      expected: `1 to ${total}`,
      hint: "design grid runs them all",
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

function draw({ name, levels, between }: Factor, next: () => number): Choice {
  if (between === undefined) return levels[Math.floor(next() * levels.length)]!;
  const value = between[0] + next() * (between[1] - between[0]);
  return { level: value, sets: [{ path: name, value }] };
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
