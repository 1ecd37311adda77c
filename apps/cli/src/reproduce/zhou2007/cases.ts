import { sizeLabel } from "@fabriclab/experiment-plot";
import { relationLabel } from "../labels.ts";
import type { StudyOptions } from "../reproduction.ts";

/** An m-port n-tree. */
export interface Tree {
  readonly ports: number;
  readonly levels: number;
}

/** The paper's: IBFT(8,3), 128 hosts and 80 switches. */
export const PAPER_TREE: Tree = { ports: 8, levels: 3 };

/** Hosts 2h^n, switches (2n-1)h^(n-1), h = m/2. */
export const treeSize = ({ ports, levels }: Tree) => ({
  hosts: 2 * (ports / 2) ** levels,
  switches: (2 * levels - 1) * (ports / 2) ** (levels - 1),
});

/** Message sizes of the paper: 32 B to 128 KB. It names the ends only; powers of two are assumed. */
export const SIZES = Array.from({ length: 13 }, (_, k) => 32 * 2 ** k);
/** What `--quick` keeps of them: both ends, and the ends of the two panels. */
export const QUICK_SIZES: readonly number[] = [
  32, 256, 2048, 4096, 16384, 131072,
];
/** Panel (a) of a figure goes up to here, panel (b) begins above. */
export const SMALL_UP_TO = 2048;

/** Share of the hosts that send; 0 stands for one single host. */
export const SOURCES = [0, 0.4, 0.7, 1] as const;
/** Share of the hosts in a group. */
export const GROUPS = [0.1, 0.4, 0.7, 1] as const;
export const SCHEMES = ["cyclic", "opensm", "unicast"] as const;
/** `own`: every source draws a group of its own; `same`: one group for all. The paper does not say which. */
export const MODES = ["own", "same"] as const;

export type Scheme = (typeof SCHEMES)[number];
export type Mode = (typeof MODES)[number];

/** One point of the study, without its seed. */
export interface Case {
  readonly mode: Mode;
  readonly sources: number;
  readonly group: number;
  readonly scheme: Scheme;
  /** Bytes of a message, which is one packet. */
  readonly size: number;
}

export const SCHEME_NAMES: Readonly<Record<Scheme, string>> = {
  cyclic: "cyclic multicast",
  opensm: "OpenSM multicast",
  unicast: "unicast",
};
export const MODE_NAMES: Readonly<Record<Mode, string>> = {
  own: "own groups",
  same: "same group",
};

export const sizesOf = (options: StudyOptions): readonly number[] =>
  options.quick ? QUICK_SIZES : SIZES;

export const seedsOf = (options: StudyOptions): readonly number[] =>
  Array.from(
    { length: options.seeds ?? (options.quick ? 5 : 10) },
    (_, k) => k + 1,
  );

/** With one source there is one group, so both modes are the same experiment: it is run, and shown, as `own`. */
export const modeOf = (mode: Mode, sources: number): Mode =>
  sources === 0 ? "own" : mode;

/** All cases, those that share tables next to each other. */
export function casesOf(options: StudyOptions): Case[] {
  const cases: Case[] = [];
  for (const sources of SOURCES) {
    for (const group of GROUPS) {
      for (const mode of MODES) {
        if (mode !== modeOf(mode, sources)) continue;
        for (const scheme of SCHEMES) {
          for (const size of sizesOf(options)) {
            cases.push({ mode, sources, group, scheme, size });
          }
        }
      }
    }
  }
  return cases;
}

export const caseLabel = (point: Case, seed: number): string =>
  `${relationLabel(point.sources, point.group)}, ${MODE_NAMES[point.mode]}, ${SCHEME_NAMES[point.scheme]}, ${sizeLabel(point.size)}, seed ${seed}`;
