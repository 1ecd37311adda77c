import type { Drive } from "./drive.ts";
import type { Ended } from "./ended.ts";
import { AUDIT } from "./dropped-words.ts";
import { UNDECIDED } from "./open-loop-end.ts";

const NOTHING =
  "no packet arrived: all were discarded for want of a path, a lane or a receiver";

/**
 * Whether no packet came to anybody, though some came to an end, each of them discarded for want of a path, a lane or a receiver. What a longer run gives is
 * the same.
 */
export const nothingArrived = ({ engine, sums }: Drive): boolean =>
  engine.counts.delivered === 0 &&
  sums.unroutable > 0 &&
  sums.unroutable === engine.counts.dropped;

/** The end of a run in which nothing arrived, told as that: what it says of caps and precision would send its reader the wrong way. */
export function withoutArrivals(drive: Drive, ended: Ended): Ended {
  const { status, finish } = ended;
  const { unroutable } = drive.sums;
  const { inFlight } = drive.engine.counts;
  const all =
    unroutable === 1
      ? "the one copy that came to an end was"
      : `all ${unroutable} copies that came to an end were`;
  return {
    ...ended,
    unroutable: true,
    verdict: `${status.slice(0, 1).toUpperCase()}${status.slice(1)}: no packet arrived: ${all} discarded for want of a path, a lane or a receiver (unroutable)${inFlight === 0 ? "" : `, ${inFlight} ${inFlight === 1 ? "is" : "are"} in the network`}; a longer run gives no more: ${AUDIT}.`,
    finish: (name, value) => {
      const finished = finish(name, value);
      return finished.absent === UNDECIDED
        ? { ...finished, absent: NOTHING }
        : finished;
    },
  };
}
