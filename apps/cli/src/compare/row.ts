import type { OpenSmEngine } from "@fabriclab/spec";
import type { TaskFailure } from "@fabriclab/experiment-executor-local";
import type { TableFigures } from "../measure-tables.ts";
import type { Series } from "./differences.ts";

/** Names and GUIDs of one set of lists, as the engines take them. */
export interface ListsOf {
  /** `A`, `B`, … for those derived from the fabric, `given` for those of the command line. */
  readonly name: string;
  /** What they are, in a line. */
  readonly what: string;
  /** NodeGUIDs of switches. */
  readonly roots: readonly string[];
  /** The first of `roots` in each part of the fabric that no cables join to the others. */
  readonly tops: readonly string[];
  /** PortGUIDs. */
  readonly compute: readonly string[];
  /** PortGUIDs. */
  readonly io: readonly string[];
}

/** One routing to be tried. */
export interface Candidate {
  readonly engine: string;
  /** Name of the lists that it is given; null = none, but for those that `--set` gives. */
  readonly lists: string | null;
  /** Options of the routing; in a `Row` without the lists, which stand under their name. */
  readonly options: Readonly<
    Record<string, string | number | readonly string[]>
  >;
  /** `key=value` of `--set` that its plugins have. */
  readonly set: readonly string[];
  /** What of the lists it takes, or of `--set` where it is given none, for readers: `roots`; `roots, compute, I/O, 2 reverse hops`. */
  readonly takes: string;
  /** How often a way to an I/O node may turn down and up again; 0 where the routing is not told. */
  readonly reverseHops: number;
  /** As its plugin says: OpenSM's engine of the same tables; null = they are loaded from files. */
  readonly opensm: OpenSmEngine | null;
  /** As its plugin says: fabrics that it accepts without lists, where with them it accepts more; else null. */
  readonly withoutLists: string | null;
  /** Whether it promises tables without credit loops on every fabric that it accepts, so also on what a failure leaves. */
  readonly deadlockFree: boolean;
}

/** What became of it. */
export interface Row extends Candidate {
  readonly status: "accepted" | "refused" | "failed" | "stopped";
  /** Why not, where it was refused or failed. */
  readonly reason: TaskFailure | null;
  readonly figures: TableFigures | null;
  /** The routing alone, without what measures it. */
  readonly seconds: number | null;
}

/** What a thread sends for an accepted candidate. */
export interface Answer {
  readonly figures: TableFigures;
  readonly routes: readonly number[];
  /** Bandwidth, bisection by bisection. */
  readonly series: Series;
  readonly seconds: number;
}
