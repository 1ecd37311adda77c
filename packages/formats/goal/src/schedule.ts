/** A receive from any rank, or with any tag (`-1` in the file). */
export const ANY = -1;

/** One operation of a rank. */
export interface GoalOperation {
  readonly kind: "send" | "recv" | "calc";
  /** Unique in its rank; undefined where the file gives none. */
  readonly label: string | undefined;
  /** Bytes of a message; of `calc` its time, in ns. */
  readonly size: number;
  /** The other rank; `ANY` for a receive from whom it may. Of `calc` -1. */
  readonly peer: number;
  /** `ANY` for a receive with any tag; 0 where the file has none. */
  readonly tag: number;
  readonly cpu: number;
  readonly nic: number;
  /** Indices of operations of the rank that must have ended before this one starts (`requires`). */
  readonly requires: readonly number[];
  /** Indices of those that must have started (`irequires`). */
  readonly startsAfter: readonly number[];
}

/** The operations of a rank, in the order of the file. */
export type GoalRank = readonly GoalOperation[];

/** What every rank of a job does. */
export interface GoalSchedule {
  readonly ranks: readonly GoalRank[];
}
