import {
  blaming,
  experimentOf,
  extendRegistry,
  parseScenario,
  readScenario,
  type Registry,
  type Scenario,
} from "@fabriclab/formats-scenario";
import type { Point, SweepPlan } from "@fabriclab/experiment-sweep";
import { checkMeasure, compose, idleParts } from "@fabriclab/sim";
import type { ErrorPlace } from "@fabriclab/spec";
import { experimentFor, filePlugins, nameOf } from "../recipe.ts";
import type { Tell } from "../topology-file.ts";
import { many } from "../naming/words.ts";
import { GatheredNotes } from "./gathered-notes.ts";
import { overrideAt, type SweepRequest } from "./request.ts";

/** Points that are read before anything is run; of more, those in which a value occurs first. */
const MANY = 200;

/**
 * Refuses what would fail in every run, before any is done: the scenarios of the points are read, and the first one's fabric is built.
 *
 * @param tell told what `experimentFor` says of the first point's fabric, and what the readers of the scenario's files passed over; it may be told a thing again
 * @returns what of the scenario has no effect, a line each; where it has at other points, the line says at how many it has none
 * @throws FabricError of a scenario, with the line
 */
export function checkPoints(
  { recipe, scenario, factors }: SweepRequest,
  { points }: SweepPlan,
  registry: Registry,
  tell: Tell,
): string[] {
  const all = extendRegistry(registry, filePlugins(recipe, tell));
  const parsed = parseScenario(recipe.text, nameOf(recipe));
  const places = new Map<string, ErrorPlace>(
    factors.flatMap(({ name, at, values }) => [
      [name, at] as const,
      ...values.flatMap(({ sets }) =>
        sets.map((set) => [placeKey(set.path, set.value), set.at] as const),
      ),
    ]),
  );
  const read = points.length <= MANY ? points : firstOfValues(points, MANY);
  const notes = new Map<string, number>();
  const closer = new Set(
    points.length <= CLOSER ? points : firstOfValues(points, CLOSER),
  );
  const looked: Looked[] = [];
  for (const point of read) {
    const { sets } = point;
    const one = readScenario(recipe.text, {
      file: nameOf(recipe),
      registry: all,
      overrides: [
        ...recipe.overrides,
        ...sets.map(({ path, value }) =>
          overrideAt(
            path,
            value,
            places.get(placeKey(path, value)) ?? places.get(path),
          ),
        ),
      ],
      parsed,
      sweep: true,
    });
    blaming(one, () => checkMeasure(one));
    if (closer.has(point)) looked.push({ point, scenario: one });
    for (const note of one.notes) notes.set(note, (notes.get(note) ?? 0) + 1);
  }
  experimentFor(recipe, scenario, tell);
  const told = [...notes].map(([note, times]) =>
    times === read.length
      ? note
      : `at ${times} of ${read.length < points.length ? `the ${read.length} points that were read` : many(points.length, "point")}, ${note}`,
  );
  return recipe.fabric === undefined
    ? [...told, ...idleOf(looked, points.length)]
    : told;
}

/** Points whose tables are computed before anything runs, for the sake of notes. */
const CLOSER = 8;

interface Looked {
  readonly point: Point;
  readonly scenario: Scenario;
}

/** Parts that can do nothing, with the first of these points at which they cannot and how often they cannot, unless that is so at all of them. */
function idleOf(looked: readonly Looked[], points: number): string[] {
  const notes = new GatheredNotes();
  for (const { point, scenario } of looked) notes.add(point, idleAt(scenario));
  return notes.lines(points);
}

/** Hosts up to which a point's tables are computed for the sake of its notes; `run` tells them for any fabric. */
const MOST_HOSTS = 256;

/** Parts that can do nothing in a point; none where it cannot be composed, as its own run tells that with the reason. */
function idleAt(scenario: Scenario): string[] {
  try {
    const experiment = experimentOf(scenario);
    if (experiment.fabric.hostCount > MOST_HOSTS) return [];
    return idleParts(compose(experiment));
  } catch {
    return [];
  }
}

const placeKey = (path: string, value: unknown): string =>
  `${path}=${JSON.stringify(value)}`;

/** The first of the points in which a value of a factor occurs first, at most so many. */
function firstOfValues(points: readonly Point[], most: number): Point[] {
  const seen = new Set<string>();
  const firsts: Point[] = [];
  for (const point of points) {
    if (firsts.length >= most) break;
    const before = seen.size;
    for (const [column, level] of Object.entries(point.levels))
      seen.add(`${column}=${level}`);
    if (seen.size > before) firsts.push(point);
  }
  return firsts;
}
