import type { PlacedUse } from "@fabriclab/formats-scenario";

/** The flags that say how tables are computed. */
export interface TableFlags {
  /** The fabric's file, for messages. */
  readonly fabric: string;
  readonly routing: string;
  readonly addressing?: string;
  /** Builder of unicast tables; absent = the one that the routing is made for, else `linear`. */
  readonly tables?: string;
  /** Builder of multicast tables. */
  readonly multicast: string;
  /** Builder of lane tables; absent = the one that the routing is made for, if any. */
  readonly lanes?: string;
  readonly lids: "keep" | "assign";
  /** `key=value` of parameters. */
  readonly set?: readonly string[];
}

/** Plugins of the tables, with their options. */
export type TableParts = Record<
  "routing" | "addressing" | "tables" | "multicast",
  PlacedUse
> & { readonly lanes?: PlacedUse };
