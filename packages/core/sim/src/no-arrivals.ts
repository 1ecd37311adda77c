import { copyWords } from "./copy-words.ts";
import type { Drive } from "./drive.ts";
import type { Ended } from "./ended.ts";
import { AUDIT } from "./dropped-words.ts";
import { UNDECIDED } from "./open-loop-end.ts";
import { noneArrived } from "./none-arrived.ts";
import { SlowStart } from "./slow-start.ts";

const NOTHING =
  "no packet arrived: all that came to an end were discarded for want of a path, a lane or a receiver";

/** Whether none arrived for one reason: each copy that came to an end was discarded for want of a path, a lane or a receiver. */
export const allUnroutable = (
  { engine, sums }: Drive,
  { status }: Ended,
): boolean =>
  noneArrived({ status, packets: engine.counts }) &&
  sums.unroutable === engine.counts.dropped;

/** The end of a run in which all were unroutable, told as that: what it says of caps and precision would send its reader the wrong way. */
export function withoutArrivals(drive: Drive, ended: Ended): Ended {
  const { status, finish } = ended;
  const { unroutable } = drive.sums;
  const { inFlight } = drive.engine.counts;
  const [one, more] = copyWords(drive.composition);
  const all =
    unroutable === 1
      ? `the one ${one} that came to an end was`
      : `all ${unroutable} ${more} that came to an end were`;
  return {
    ...ended,
    unroutable: true,
    verdict: `${status.slice(0, 1).toUpperCase()}${status.slice(1)}: no packet arrived: ${all} discarded for want of a path, a lane or a receiver (unroutable)${inFlight === 0 ? "" : `, ${inFlight} ${inFlight === 1 ? "is" : "are"} in the network`}${whatFollows(drive, ended)}`,
    finish: (name, value) => {
      const finished = finish(name, value);
      return finished.absent === UNDECIDED
        ? { ...finished, absent: NOTHING }
        : finished;
    },
  };
}

/** What a longer run gives: the same, unless something was still to come when the run ended. */
function whatFollows(
  { composition, engine, changes, now }: Drive,
  { status, warmup }: Ended,
): string {
  // Changes give a run other tables than an audit sees.
  const changed = (composition.experiment.changes ?? []).length > 0;
  const audit = changed ? "" : AUDIT;
  const begins = new SlowStart(composition, now).words(warmup, now);
  const next = changes.next === Infinity ? "" : " Changes come after the end.";
  const open = engine.counts.inFlight > 0 || begins !== "" || next !== "";
  if (status !== "finished" && open)
    return `; whether others arrive in a longer run is not known${audit === "" ? "" : `; ${audit}`}.${begins}${next}`;
  return `; a longer run gives no more${audit === "" ? "" : `: ${audit}`}.`;
}
