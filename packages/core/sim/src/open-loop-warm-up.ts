import type { JournalReader } from "./journal-reader.ts";
import { JournalSums } from "./load-window.ts";
import type { Measurement } from "./measurement.ts";
import { PILOT_WINDOWS, type OpenLoop } from "./open-loop.ts";
import { CollapsingSeries } from "./statistics/collapsing-series.ts";
import { filledUp, fillsOn, warmedUp } from "./warm-up.ts";

const NOBODY: readonly JournalReader[] = [];

/** What the warm-up hands over. */
export interface Begun {
  readonly measurement: Measurement;
  /** A cap or a deadlock ended the run before the warm-up was over. */
  readonly undecided: boolean;
}

/** Warm-up of a given length. */
export async function warmUpFor(run: OpenLoop, ticks: number): Promise<Begun> {
  const { drive } = run;
  const until = Math.min(ticks, run.lastTick);
  while (drive.now < until && !run.capped) {
    const step = Math.max(64 * run.unit, Math.floor(drive.now / 8));
    const waiting = run.advance(Math.min(until, drive.now + step), NOBODY);
    if (waiting !== undefined) await waiting;
    run.report("warm-up");
  }
  const measurement = run.begin();
  return { measurement, undecided: run.capped };
}

/**
 * Warm-up of as long as it takes. Time is cut at T, 2T, 4T …; the measurement is begun anew at each cut, and at each cut MSER-5 is asked whether the transient ended
 * in the first half of all that was seen; of a saturated network, whose latencies grow for ever, whether that of the number of packets in it did. If so, what was
 * measured since the cut before is free of it and stays. Nothing is stored per packet.
 */
export async function warmUp(run: OpenLoop): Promise<Begun> {
  const { drive } = run;
  const free: JournalSums[] = [];
  const series = new CollapsingSeries<JournalSums>(
    PILOT_WINDOWS,
    (earlier, later) => {
      earlier.add(later);
      later.clear();
      free.push(later);
      return earlier;
    },
  );
  let measurement = run.begin();
  for (;;) {
    const window = free.pop() ?? new JournalSums();
    const waiting = run.advance(drive.now + run.unit * series.units, [
      window,
      measurement,
    ]);
    if (waiting !== undefined) await waiting;
    measurement.advance(drive.now);
    window.inFlight = drive.engine.counts.inFlight;
    window.looks = 1;
    if (run.capped) return { measurement, undecided: true };
    window.ticks = run.unit * series.units;
    const cut = series.push(window);
    run.report("warm-up");
    if (cut && measurement.start >= run.slow.begun) {
      const size = run.unit * series.units;
      // Why: windows in which some traffic has not begun are no transient, and those without any are not to be merged into longer ones.
      const first = Math.ceil(run.slow.begun / size);
      const windows = series.windows.slice(first);
      const before = measurement.start / size - first;
      if (
        warmedUp(windows, before) ||
        run.managementQueueing().size > 0 ||
        (measurement.saturated() === undefined
          ? fillsOn(windows)
          : filledUp(windows, before))
      )
        return { measurement, undecided: false };
    }
    if (cut && run.deadlock() !== undefined)
      return { measurement, undecided: true };
    // The very first half ends with half the windows; every other with a cut.
    if (
      cut ||
      (series.units === 1 && series.windows.length === PILOT_WINDOWS / 2)
    ) {
      measurement.discard();
      measurement = run.begin(series.units);
    }
  }
}
