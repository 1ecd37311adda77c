import { relationLabel } from "../../labels.ts";
import { average, estimate } from "../../estimate.ts";
import { countOf, least, sideOf, type Cell } from "../../verdicts/cell.ts";
import { names, type Finding } from "../../verdicts/rules.ts";
import {
  GROUPS,
  SCHEMES,
  SMALL_UP_TO,
  SOURCES,
  type Lanes,
  type Scheme,
  type View,
} from "../cases.ts";
import type { Points } from "../points.ts";
import { laneGain, quotient, type Place } from "./ratios.ts";

/** From here on a difference counts as seen in a figure. */
export const VISIBLE = 1.05;

/** One multicast from one source is a single packet: it takes one lane, however many there are. */
const single = (sources: number, scheme: Scheme): boolean =>
  sources === 0 && scheme === "multicast";

const places = (view: View, sources: readonly number[]): Place[] =>
  sources.flatMap((from) =>
    GROUPS.map((group) => ({ view, sources: from, group })),
  );

export const MORE_LANES_RULE =
  "over all sizes, lanes shared; one-source multicast, a single packet that takes one lane whatever their number, is left out (and judged in the variant that has it in); reproduced: for both schemes and in every case the interval of makespan(fewer) / makespan(more lanes) lies above 1 from 1 to 2 and from 2 to 4, and from 1 to 4 unicast's gain over multicast's lies above 1 in every case; contradicted: the interval of the geometric mean over the cases of some scheme's gain from 1 to 4, or of unicast's over multicast's, lies below 1; otherwise not reproduced";

/** "More lanes are faster, most of all for unicast." */
export function moreLanes(
  points: Points,
  sizes: readonly number[],
  view: View,
  withSingle: boolean,
): Finding {
  const gain = (place: Place, scheme: Scheme, from: Lanes, to: Lanes): Cell =>
    laneGain(points, place, scheme, [from, to], sizes);
  const all = places(view, SOURCES);
  const shown = (scheme: Scheme): Place[] =>
    all.filter(({ sources }) => withSingle || !single(sources, scheme));
  const steps = SCHEMES.flatMap((scheme) =>
    shown(scheme).flatMap((place) => [
      gain(place, scheme, "1VL", "2VL-shared"),
      gain(place, scheme, "2VL-shared", "4VL-shared"),
    ]),
  );
  const whole = SCHEMES.map((scheme) =>
    shown(scheme).map((place) => gain(place, scheme, "1VL", "4VL-shared")),
  );
  const lead = shown("multicast").map((place) =>
    quotient(
      `unicast's gain over multicast's, ${relationLabel(place.sources, place.group)}`,
      gain(place, "unicast", "1VL", "4VL-shared"),
      gain(place, "multicast", "1VL", "4VL-shared"),
    ),
  );
  const mean = (cells: readonly Cell[]) =>
    estimate(average(cells.map(({ logs }) => logs)));
  const contrary = [...whole, lead].some(
    (cells) => sideOf(mean(cells)) === "below",
  );
  const missing = [...steps, ...lead].filter(
    ({ overall }) => sideOf(overall) !== "above",
  );
  return {
    measured: least(whole.flat()).overall,
    verdict: contrary
      ? "contradicted"
      : missing.length === 0
        ? "reproduced"
        : "not reproduced",
    why:
      `${countOf(steps, "above")} of ${steps.length} steps gain with 95 % confidence, ${countOf(steps, "below")} lose; unicast gains more in ${countOf(lead, "above")} of ${lead.length} cases, less in ${countOf(lead, "below")}.` +
      (missing.length === 0 ? "" : ` Not above 1: ${names(missing)}.`),
  };
}

export const SHARED_RULE = `from one source and from 40 % (the figures that the paper names); one-source multicast is left out as above; reproduced: in every case and at 2 and 4 lanes the interval of makespan(dedicated) / makespan(shared) lies above ${VISIBLE} over the small sizes (up to ${SMALL_UP_TO} B) and below ${VISIBLE} over the large ones; contradicted: in some case it lies below 1 over the small sizes, or the ratio of small to large, as a geometric mean over the cases, lies below 1; otherwise not reproduced`;

/** "Shared lanes beat dedicated ones, which is seen at small sizes only." */
export function sharedLanes(
  points: Points,
  sizes: readonly number[],
  view: View,
  withSingle: boolean,
): Finding {
  const small = sizes.filter((size) => size <= SMALL_UP_TO);
  const large = sizes.filter((size) => size > SMALL_UP_TO);
  const pairs: readonly (readonly [Lanes, Lanes])[] = [
    ["2VL-dedicated", "2VL-shared"],
    ["4VL-dedicated", "4VL-shared"],
  ];
  const cases = SCHEMES.flatMap((scheme) =>
    places(view, [0, 0.4])
      .filter(({ sources }) => withSingle || !single(sources, scheme))
      .flatMap((place) =>
        pairs.map((pair) => ({
          small: laneGain(points, place, scheme, pair, small),
          large: laneGain(points, place, scheme, pair, large),
        })),
      ),
  );
  const smalls = cases.map((one) => one.small);
  const seen = smalls.filter(({ overall }) => overall.low > VISIBLE);
  const quiet = cases.filter((one) => one.large.overall.high < VISIBLE);
  const slower = smalls.filter(({ overall }) => sideOf(overall) === "below");
  const fall = estimate(
    average(
      cases.map((one) => quotient("", one.small, one.large)).map((c) => c.logs),
    ),
  );
  const hidden = smalls.filter((cell) => !seen.includes(cell));
  const loud = cases.filter((one) => !quiet.includes(one));
  return {
    measured: least(smalls).overall,
    verdict:
      slower.length > 0 || sideOf(fall) === "below"
        ? "contradicted"
        : hidden.length === 0 && loud.length === 0
          ? "reproduced"
          : "not reproduced",
    why:
      `At small sizes ${seen.length} of ${cases.length} cases gain visibly, at large sizes ${cases.length - quiet.length}.` +
      (hidden.length === 0 ? "" : ` Small, not visible: ${names(hidden)}.`) +
      (loud.length === 0
        ? ""
        : ` Large, not below ${VISIBLE}: ${names(loud.map((one) => one.large))}.`),
  };
}
