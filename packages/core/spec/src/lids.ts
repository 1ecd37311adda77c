import type { EndportIx, Lid, Lmc } from "@fabriclab/units";

/** Who owns which LID. */
export interface LidTable {
  /** Endport -> base LID; 0 where it has none. Length endportCount. */
  readonly baseLid: Uint16Array;
  /** Endport -> LMC. */
  readonly lmc: Uint8Array;
  /** LID -> owning endport, -1 where nobody. Length topLid + 1. */
  readonly owner: Int32Array;
  readonly topLid: number;
}

/** Typed access, for callers that want brands. */
export interface LidLookup {
  base(endport: EndportIx): Lid;
  lmcOf(endport: EndportIx): Lmc;
}
