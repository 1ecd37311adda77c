import type { Setup } from "./setup.ts";

/** A channel on a way, in words. */
export interface StepView {
  readonly channel: number;
  readonly text: string;
}

export interface CycleView {
  readonly title: string;
  readonly steps: readonly StepView[];
  /** Who closes it. */
  readonly pairs: readonly string[];
}

/** What would free the tables of their credit loops; the whole graph was built anew to see that. */
export interface RemedyView {
  readonly kind: string;
  readonly text: string;
  /** What it costs, in words. */
  readonly cost: string;
  /** What a button that applies it says; undefined where it changes neither tables nor who sends. */
  readonly apply?: string;
}

export interface RemediesView {
  /** Those that lose least first. */
  readonly found: readonly RemedyView[];
  /** What was not tried to the end, and why. */
  readonly untried: readonly string[];
}

/** What applying a remedy leads to. */
export interface AppliedView {
  readonly setup: Setup;
  /** Endports that are to be left out of the audit. */
  readonly without: readonly number[];
  readonly said: string;
}

/** What keeps pairs of hosts apart: an entry of a forwarding table, as a rule. */
export interface CauseView {
  /** Ordered pairs that it explains, and the entry, in words. */
  readonly text: string;
  /** By which ports packets would arrive; undefined where the cables suggest nothing. */
  readonly mend?: string;
}

export interface AuditView {
  /** One sentence for each finding, the verdict first. */
  readonly verdict: string;
  readonly isClean: boolean;
  readonly findings: readonly string[];
  /** The first of them, those that explain most pairs first. */
  readonly causes: readonly CauseView[];
  readonly causeCount: number;
  readonly cycles: readonly CycleView[];
  /** Sending port -> routes. */
  readonly routes: Int32Array;
}
