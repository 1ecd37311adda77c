import { percentLabel, sizeLabel } from "@fabriclab/experiment-plot";
import { MODE_NAMES, SCHEME_NAMES, type Case } from "./cases.ts";

/** `one`, `40 %`, `all`. */
export const sourcesLabel = (sources: number): string =>
  sources === 0 ? "one" : sources === 1 ? "all" : percentLabel(sources);

/** `10 %`, `all`. */
export const groupLabel = (group: number): string =>
  group === 1 ? "all" : percentLabel(group);

/** `40 %-to-10 %`, as the paper's captions have it. */
export const relationLabel = (sources: number, group: number): string =>
  `${sourcesLabel(sources)}-to-${groupLabel(group)}`;

export const caseLabel = (point: Case, seed: number): string =>
  `${relationLabel(point.sources, point.group)}, ${MODE_NAMES[point.mode]}, ${SCHEME_NAMES[point.scheme]}, ${sizeLabel(point.size)}, seed ${seed}`;
