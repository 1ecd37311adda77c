import { percentLabel } from "@fabriclab/experiment-plot";

/** `one`, `40 %`, `all`: a share of the hosts that send; 0 stands for one single host. */
export const sourcesLabel = (sources: number): string =>
  sources === 0 ? "one" : sources === 1 ? "all" : percentLabel(sources);

/** `10 %`, `all`. */
export const groupLabel = (group: number): string =>
  group === 1 ? "all" : percentLabel(group);

/** `40 %-to-10 %`, as the papers' captions have it. */
export const relationLabel = (sources: number, group: number): string =>
  `${sourcesLabel(sources)}-to-${groupLabel(group)}`;
