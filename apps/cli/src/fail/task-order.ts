import type { Fabric } from "@fabriclab/spec";

/** Bytes of tables of the fabric as it is that a thread keeps, besides those in use. */
const MOST_KEPT = 64 * 2 ** 20;

/**
 * How many routings' tables of the fabric as it is a thread keeps, at least one: a byte for each LID at each switch, and LIDs of at most twice as many as there are ports
 * that have one.
 */
export const basesKept = ({
  switchCount,
  endportCount,
}: Pick<Fabric, "switchCount" | "endportCount">): number =>
  Math.max(1, Math.floor(MOST_KEPT / (2 * switchCount * endportCount + 1)));

/** A routing, and what it is tried on: 0 is the fabric as it is, others are the failures from 1 on. */
export type Place = readonly [engine: number, failure: number];

/**
 * In which order routings are tried: after each failure all of them, so that Ctrl-C leaves them tried after the same ones; where a thread cannot keep the tables of all,
 * one after the other, as tables of the fabric as it is would be computed again and again.
 *
 * @param each failures of each, and the fabric as it is
 * @param kept what `basesKept` says
 */
export const taskOrder = (
  engines: number,
  each: number,
  kept: number,
): Place[] => {
  const isInTurns = engines <= kept;
  return Array.from({ length: engines * each }, (_, i) =>
    isInTurns
      ? [i % engines, Math.floor(i / engines)]
      : [Math.floor(i / each), i % each],
  );
};
