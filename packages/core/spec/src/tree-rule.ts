import type { Mlid, SwitchIx } from "@fabriclab/units";

/** Hop counts between switches as a routing counts them: what OpenSM calls the LID matrices of its switches. */
export interface HopCounts {
  /** Least hops from one switch to another, 0 to itself, Infinity where no way leads. */
  least(from: SwitchIx, to: SwitchIx): number;
  /** The lowest-numbered port of `from` with least hops to `to`, 0 where no way leads or both are one switch. */
  port(from: SwitchIx, to: SwitchIx): number;
}

/**
 * How a routing engine would have the spanning trees of multicast groups grow, for builders that ask: what OpenSM's engines give its multicast manager.
 * Without a rule trees have the lowest-numbered ports of shortest paths.
 */
export interface TreeRule {
  /** Hop counts by which a root is chosen, and by which trees grow where there is no `towards`. Absent = shortest paths. */
  readonly hops?: HopCounts;
  /** The root of every tree; a group of a single port has a tree up to it. Absent = the builder chooses one for each group. */
  readonly root?: SwitchIx;
  /**
   * A tree of all switches: switch -> the number of its port towards `root`, 0 at `root` and where no way leads. Groups have the part of it that joins
   * their ports to the root. The caller may keep the result.
   * @param mlid the group's, by which parallel cables may be told apart
   */
  towards?(root: SwitchIx, mlid: Mlid): Uint8Array;
}
