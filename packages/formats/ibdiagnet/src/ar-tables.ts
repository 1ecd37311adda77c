import type { Guid } from "@fabriclab/units";

/** How a switch chooses the port of a LID. */
export const AR_STATES = ["Bounded", "Free", "Static", "HBF"] as const;
/** `Static`: by the LFT; `HBF`: by a hash of the packet's header; `Free`, `Bounded`: adaptively among the ports of a group. */
export type ArState = (typeof AR_STATES)[number];

/** Ports among which a switch may choose. */
export interface ArGroup {
  readonly group: number;
  readonly subGroup: number;
  /** The column WHBF: weighted hash-based forwarding. */
  readonly weighted: number;
  /** Ascending in most dumps; empty for a group without ports. */
  readonly ports: readonly number[];
}

/** A row of a switch's LFT with adaptive routing. */
export interface ArEntry {
  readonly lid: number;
  readonly port: number;
  readonly state: ArState;
  /** Undefined where the row has none. */
  readonly group: number | undefined;
}

/** Adaptive routing of one switch. */
export interface ArSwitch {
  /** NodeGUID. */
  readonly guid: Guid;
  readonly groups: readonly ArGroup[];
  readonly entries: readonly ArEntry[];
}
