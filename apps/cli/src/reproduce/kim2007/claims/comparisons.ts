import { caseOf, percentText, type Case, type Topology } from "../case.ts";
import type { Points } from "../points.ts";
import { METRIC_NAMES, type Metric } from "../record.ts";
import { SCHEMES, type SchemeName } from "../schemes.ts";
import { compare, meanOf, type Cell } from "./rules.ts";

/** Results, where they are looked at, and the loads there are. */
export interface Ground {
  readonly points: Pick<Points, "values" | "records">;
  /** What all cases have in common: fabric, mix, parameters. */
  readonly at: Partial<Case>;
  readonly loads: readonly number[];
}

/** 50 % and more. */
export const high = ({ loads }: Ground): readonly number[] =>
  loads.filter((load) => load >= 0.5);
/** More than 50 %. */
export const higher = ({ loads }: Ground): readonly number[] =>
  loads.filter((load) => load > 0.5);
/** Up to 40 %. */
export const low = ({ loads }: Ground): readonly number[] =>
  loads.filter((load) => load <= 0.4);

/** Reduction of a quantity from one scheme to another at a load. */
export const gainAt = (
  { points, at }: Ground,
  metric: Metric,
  from: SchemeName,
  to: SchemeName,
  load: number,
): Cell =>
  compare(
    `${METRIC_NAMES[metric]}, ${SCHEMES[from].label} to ${SCHEMES[to].label}, ${percentText(load)}`,
    points.values(caseOf({ ...at, scheme: from, load }), metric),
    points.values(caseOf({ ...at, scheme: to, load }), metric),
  );

/** Its mean over loads. */
export const gain = (
  ground: Ground,
  metric: Metric,
  from: SchemeName,
  to: SchemeName,
  loads: readonly number[],
): Cell =>
  meanOf(
    `${METRIC_NAMES[metric]}, ${SCHEMES[from].label} to ${SCHEMES[to].label}`,
    loads.map((load) => gainAt(ground, metric, from, to, load)),
  );

/** Its mean over loads and schemes. */
export const gainOfAll = (
  ground: Ground,
  metric: Metric,
  to: readonly SchemeName[],
  loads: readonly number[],
): Cell =>
  meanOf(
    `${METRIC_NAMES[metric]}, SPF to ${to.map((name) => SCHEMES[name].label).join(", ")}`,
    to.flatMap((scheme) =>
      loads.map((load) => gainAt(ground, metric, "spf", scheme, load)),
    ),
  );

/** The fabrics of a claim on routing, with the mix of Figure 7. */
export const figure7 = (
  points: Points,
  topology: Topology,
  loads: readonly number[],
): Ground => ({ points, at: { topology, realTime: 0.7 }, loads });
