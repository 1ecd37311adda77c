import { minus } from "../../estimate.ts";
import { relationLabel } from "../../labels.ts";
import { cellOf, type Cell } from "../../verdicts/cell.ts";
import {
  readingOf,
  SCHEME_NAMES,
  type Lanes,
  type Scheme,
  type View,
} from "../cases.ts";
import type { Points } from "../points.ts";

/** Sources and group of a case, in a view of the paper. */
export interface Place {
  readonly view: View;
  readonly sources: number;
  readonly group: number;
}

/** The cases' coordinates besides scheme, lanes and size. */
export const coordinates = ({ view, sources, group }: Place) => ({
  reading: readingOf(view, sources, group),
  sources,
  group,
});

/** Logarithms of makespan(unicast)/makespan(multicast), seed by seed. */
export const speedUpLogs = (
  points: Points,
  place: Place,
  lanes: Lanes,
  size: number,
): readonly number[] => {
  const at = { ...coordinates(place), lanes, size };
  return points.logRatios(
    { ...at, scheme: "unicast" },
    { ...at, scheme: "multicast" },
  );
};

/** Makespan of unicast over that of multicast, per size. */
export const speedUp = (
  points: Points,
  place: Place,
  lanes: Lanes,
  sizes: readonly number[],
): Cell =>
  cellOf(
    `${relationLabel(place.sources, place.group)} ${lanes}`,
    sizes.map((size) => speedUpLogs(points, place, lanes, size)),
  );

/** Makespan of a scheme under the lanes `from` over that under the lanes `to`, per size. */
export const laneGain = (
  points: Points,
  place: Place,
  scheme: Scheme,
  [from, to]: readonly [from: Lanes, to: Lanes],
  sizes: readonly number[],
): Cell =>
  cellOf(
    `${SCHEME_NAMES[scheme]} ${relationLabel(place.sources, place.group)}, ${from} / ${to}`,
    sizes.map((size) => {
      const at = { ...coordinates(place), scheme, size };
      return points.logRatios({ ...at, lanes: from }, { ...at, lanes: to });
    }),
  );

/** One cell over another, both over all their sizes. */
export const quotient = (name: string, above: Cell, below: Cell): Cell =>
  cellOf(name, [minus(above.logs, below.logs)]);
