import type { Drive } from "./drive.ts";

/** Where to look for why packets are unroutable. */
export const AUDIT =
  "an audit of the tables (fabriclab audit) says what they lack";

/** A share as a person reads it. */
export const percent = (share: number): string =>
  `${Number((100 * share).toPrecision(3))} %`;

/** ` 12 % of what came to an end was dropped, and has no latency.`; empty where nothing was. */
export function droppedWords({ sums, composition }: Drive): string {
  const of = (copies: Float64Array): number =>
    copies.reduce((sum, one) => sum + one, 0);
  const dropped = of(sums.dropped);
  const isOfTables =
    sums.unroutable === dropped &&
    (composition.experiment.changes ?? []).length === 0;
  return dropped === 0
    ? ""
    : ` ${percent(dropped / of(sums.settled))} of what came to an end was dropped${isOfTables ? " for want of a path, a lane or a receiver (unroutable)" : ""}, and has no latency${isOfTables ? `; ${AUDIT}` : ""}.`;
}
