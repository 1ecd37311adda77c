import { sizeLabel } from "@fabriclab/experiment-plot";
import { relationLabel } from "../labels.ts";
import type { StudyOptions } from "../reproduction.ts";

/** A 2-D mesh with a host at each switch. */
export interface Mesh {
  readonly columns: number;
  readonly rows: number;
}

/** The paper's: 16 x 16, 256 hosts. */
export const PAPER_MESH: Mesh = { columns: 16, rows: 16 };

/** Message sizes of the paper: 32 B to 8 KB. It names the ends only; powers of two are assumed. */
export const SIZES = Array.from({ length: 9 }, (_, k) => 32 * 2 ** k);
/** What `--quick` keeps of them: both ends. */
export const QUICK_SIZES: readonly number[] = [32, 8192];
/** Panel (a) of a figure goes up to here, panel (b) begins above. */
export const SMALL_UP_TO = 512;

/** Share of the hosts that send; 0 stands for one single host. */
export const SOURCES = [0, 0.4, 1] as const;
/** Share of the hosts in a group. */
export const GROUPS = [0.4, 1] as const;
export const SCHEMES = ["multicast", "unicast"] as const;
/** The lane configurations of the paper's Figure 8. */
export const LANES = [
  "1VL",
  "2VL-shared",
  "2VL-dedicated",
  "4VL-shared",
  "4VL-dedicated",
] as const;
/**
 * What the paper leaves open. One source stands in the `centre`, or `anywhere` as the seed draws it. Of several, every source draws a group
 * of its `own`, or all send to the `same`.
 */
export type Reading = "centre" | "anywhere" | "own" | "same";
/** Readings by which claims are judged: the first decides, the others stand beside it. */
export const VIEWS = ["own", "same", "anywhere"] as const;

export type Scheme = (typeof SCHEMES)[number];
export type Lanes = (typeof LANES)[number];
export type View = (typeof VIEWS)[number];

/** One point of the study, without its seed. */
export interface Case {
  readonly reading: Reading;
  readonly sources: number;
  readonly group: number;
  readonly scheme: Scheme;
  readonly lanes: Lanes;
  /** Bytes of a message, which is one packet. */
  readonly size: number;
}

export const SCHEME_NAMES: Readonly<Record<Scheme, string>> = {
  multicast: "multicast",
  unicast: "unicast",
};
export const READING_NAMES: Readonly<Record<Reading, string>> = {
  centre: "source in the centre",
  anywhere: "source anywhere",
  own: "own groups",
  same: "same group",
};
export const VIEW_NAMES: Readonly<Record<View, string>> = {
  own: "own groups",
  same: "same group",
  anywhere: "one source anywhere",
};

/** Number of virtual lanes of a configuration. */
export const laneCount = (lanes: Lanes): number => Number(lanes[0]);

export const sizesOf = (options: StudyOptions): readonly number[] =>
  options.quick ? QUICK_SIZES : SIZES;

export const seedsOf = (options: StudyOptions): readonly number[] =>
  Array.from({ length: options.seeds ?? 5 }, (_, k) => k + 1);

export const viewsOf = (options: StudyOptions): readonly View[] =>
  options.quick ? ["own"] : VIEWS;

/** The reading of a case in a view. Where all hosts are members, own groups and the same group are the same experiment: it is run as `own`. */
export const readingOf = (
  view: View,
  sources: number,
  group: number,
): Reading => {
  if (sources === 0) return view === "anywhere" ? "anywhere" : "centre";
  return view === "same" && group < 1 ? "same" : "own";
};

/** Readings of a (sources, group) that are run. */
export const readingsOf = (
  options: StudyOptions,
  sources: number,
  group: number,
): readonly Reading[] => [
  ...new Set(viewsOf(options).map((view) => readingOf(view, sources, group))),
];

/** All cases, those that share tables next to each other. */
export function casesOf(options: StudyOptions): Case[] {
  const cases: Case[] = [];
  for (const sources of SOURCES)
    for (const group of GROUPS)
      for (const reading of readingsOf(options, sources, group))
        for (const scheme of SCHEMES)
          for (const lanes of LANES)
            for (const size of sizesOf(options))
              cases.push({ reading, sources, group, scheme, lanes, size });
  return cases;
}

export const caseLabel = (point: Case, seed: number): string =>
  `${relationLabel(point.sources, point.group)}, ${READING_NAMES[point.reading]}, ${SCHEME_NAMES[point.scheme]}, ${point.lanes}, ${sizeLabel(point.size)}, seed ${seed}`;
