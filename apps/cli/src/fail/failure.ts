import type { TaskFailure } from "@fabriclab/experiment-executor-local";

/** What tables are worth, before or after a failure. */
export interface State {
  /** Ordered pairs of the endpoints that do not reach each other, though cables join them. */
  readonly unreachable: number;
  /** Ordered pairs that no cables join, as in different planes: no tables could. */
  readonly cutOff: number;
  /** Channels in credit loops. */
  readonly loopChannels: number;
  /** Effective bisection bandwidth of the endpoints that are still cabled, in per cent; null where fewer than two are. */
  readonly bandwidth: number | null;
  readonly ci95: number | null;
}

/** What a failure does. */
export interface Failure {
  readonly label: string;
  /** Cables taken away. */
  readonly cables: number;
  /** Which, where they were drawn; empty elsewhere. */
  readonly drawn: readonly string[];
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
}

/** What `fail --json` prints. */
export interface FailReport {
  readonly fabric: { readonly name: string; readonly file: string };
  readonly routing: string;
  readonly endpoints: { readonly choice: string; readonly count: number };
  readonly samples: number;
  readonly seed: number;
  readonly before: State;
  /** Worst first: pairs lost, then channels in loops, then bandwidth. */
  readonly failures: readonly Failure[];
  /** Label of the failure that loses most, by what; null where none loses any. */
  readonly worst: {
    readonly pairs: string | null;
    readonly loops: string | null;
    readonly bandwidth: string | null;
  };
  readonly interrupted: boolean;
}
