import type { TaskFailure } from "@fabriclab/experiment-executor-local";
import type { Drawn } from "../removals.ts";
import type { Cut } from "./cut.ts";
import type { Draws } from "./draws-report.ts";

/** What tables are worth, before or after a failure. */
export interface State {
  /** Ordered pairs of the endpoints that do not reach each other, though cables join them. */
  readonly unreachable: number;
  /** Ordered pairs that no cables join, as in different planes: no tables could. */
  readonly cutOff: number;
  /** Channels in credit loops. */
  readonly loopChannels: number;
  /** Endpoints that are cabled: those over which the bandwidth is taken. */
  readonly endpoints: number;
  /**
   * Effective bisection bandwidth of these endpoints, in per cent; flows between parts that a failure made count as none. Null where there are no flows.
   */
  readonly bandwidth: number | null;
  /** Half of the 95 % confidence interval of `bandwidth`. */
  readonly ci95: number | null;
}

/** What fails, whatever the routing. */
export interface Failing {
  readonly label: string;
  /** Cables taken away. */
  readonly cables: number;
  /** Which, where they were drawn; empty elsewhere. */
  readonly drawn: readonly string[];
  /** Whether endpoints are cut off from each other under any routing, for want of cables. */
  readonly critical: boolean;
  /** What is taken apart; null where nothing is. */
  readonly cut: Cut | null;
}

/** What a failure does. */
export interface Failure extends Failing {
  readonly status: "routed" | "refused" | "failed" | "stopped";
  readonly reason: TaskFailure | null;
  /** Null where nothing was routed. */
  readonly outcome: Outcome | null;
}

export interface Outcome {
  /** Entries of the forwarding tables that change: to another port, to none, from none. */
  readonly entries: {
    readonly moved: number;
    readonly lost: number;
    readonly gained: number;
    readonly of: number;
    readonly switches: number;
  };
  readonly after: State;
  /** Pairs that reached each other before. */
  readonly pairsLost: number;
  /** Those of them that no cables join any more. */
  readonly pairsCutOff: number;
  /** In percentage points; negative where those who are left have more. Null as in `State`. */
  readonly bandwidthLost: number | null;
  /** Half of its 95 % confidence interval: from differences bisection by bisection, where the endpoints are those of before. */
  readonly bandwidthLostCi95: number | null;
  /** Where the fabric is in more parts than before: bandwidth when each part is halved for itself. Null elsewhere, and where no part has two endpoints. */
  readonly withinParts: {
    readonly bandwidth: number;
    readonly ci95: number;
  } | null;
}

/** Which failure loses most bandwidth, as far as the samples tell. */
export interface Ranking {
  /** Failures that were compared: those that were routed, and cut no endpoints off. */
  readonly compared: number;
  /** Of all statements here together. */
  readonly confidence: number;
  /** Null where the samples show no loss by any. */
  readonly most: string | null;
  /** Percentage points that it loses, and half of the 95 % interval. */
  readonly lost: number;
  readonly ci95: number;
  /** Others that cannot be told apart from it, by what they lose. */
  readonly tied: readonly string[];
}

/** What `fail --json` prints. */
export interface FailReport {
  readonly fabric: { readonly name: string; readonly file: string };
  readonly routing: string;
  readonly endpoints: { readonly choice: string; readonly count: number };
  /** What failed one at a time: switches, links, or what was drawn each time; null where something failed once. */
  readonly each: "switch" | "link" | "draw" | null;
  /** What was drawn, once or each time; null where nothing was left to chance. */
  readonly drawn: Drawn | null;
  readonly samples: number;
  /** Bandwidth by the links' rates; false: as if all were equally fast. */
  readonly byRate: boolean;
  readonly seed: number;
  readonly before: State;
  /** Worst first: pairs lost, then channels in loops, then bandwidth. */
  readonly failures: readonly Failure[];
  /** Label of the failure that loses most, by what; null where none loses any. */
  readonly worst: {
    readonly pairs: string | null;
    readonly loops: string | null;
    /** Of those that cut no endpoints off; see `ranking`. */
    readonly bandwidth: string | null;
  };
  /** Null where fewer than two failures can be compared. */
  readonly ranking: Ranking | null;
  /** Of several draws; null elsewhere. */
  readonly draws: Draws | null;
  readonly interrupted: boolean;
}
