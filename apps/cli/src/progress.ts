import { performance } from "node:perf_hooks";
import type { Io } from "./io.ts";
import { oneLine, visible } from "@fabriclab/spec";

/** Seconds of work below which a rate would say nothing: the hops of the start-up count, too. */
const LEAST_WORK = 0.5;

/** How far something is. All fields are optional: what is not known is not printed. */
export interface ProgressState {
  /** What is being done of which nobody knows how long it takes: printed in place of a share. */
  readonly stage?: string;
  /** 0 … 1. */
  readonly fraction?: number;
  /** Jobs finished, of how many. */
  readonly jobs?: readonly [done: number, total: number];
  /** There may be more jobs than are known by now: no share is printed, and their number and the time left are the least. */
  readonly atLeast?: boolean;
  /** What jobs are: `points` prints `3 of 10 points` instead of `3/10`. */
  readonly unit?: string;
  /** Seconds that passed before the work began (threads were started): neither the rate nor the time left counts them. */
  readonly startUp?: number;
  /** Packet-hops so far; printed as a rate. */
  readonly packetHops?: number;
  /** Simulated time so far. */
  readonly simulatedPs?: number;
  /** Time left, where the caller knows better than the fraction tells (jobs that were finished before). */
  readonly secondsLeft?: number;
  /** A word on what is being done now. */
  readonly note?: string;
}

/** A progress line. Cheap to update from a hot loop's slices: most calls only look at the clock. */
export interface Progress {
  update(state: ProgressState): void;
  /** Removes the line from a terminal. Call it before printing anything else. */
  end(): void;
}

export interface ProgressOptions {
  /** What is going on: `run uniform`. */
  readonly label: string;
  /** Print nothing at all. */
  readonly quiet?: boolean;
  /** Monotonic milliseconds; for tests. */
  readonly now?: () => number;
}

/** Nothing is printed for what takes less than this. */
const SILENT_MS = 1000;
/** A terminal's line is rewritten this often. */
const REDRAW_MS = 200;
/** Plain lines come this often. */
const LINE_MS = 5000;

/**
 * Progress on stderr for anything over a second: rate, simulated time, time left. On a terminal one line that is rewritten; elsewhere a plain
 * line every few seconds.
 */
export function progress(io: Io, options: ProgressOptions): Progress {
  const now = options.now ?? (() => performance.now());
  const start = now();
  let next = start + SILENT_MS;
  let drawn = false;
  return {
    update(state) {
      if (options.quiet === true) return;
      const at = now();
      if (at < next) return;
      next = at + (io.interactive ? REDRAW_MS : LINE_MS);
      const line = visible(describe(options.label, state, (at - start) / 1000));
      if (io.interactive) {
        io.err(`\r\u001B[K${line.slice(0, Math.max(20, io.columns - 1))}`);
        drawn = true;
      } else io.err(`${line}\n`);
    },
    end() {
      if (drawn) io.err("\r\u001B[K");
      drawn = false;
    },
  };
}

/**
 * A line for work of several stages, one after the other, each with a share and a time left of its own.
 *
 * @param line begun just now
 */
export function stages(
  line: Progress,
  now: () => number = () => performance.now(),
): (what: string, done: number, total: number) => void {
  const start = now();
  let stage: string | undefined;
  let startUp = 0;
  return (what, done, total) => {
    if (what !== stage) {
      stage = what;
      startUp = (now() - start) / 1000;
    }
    line.update({ note: what, fraction: done / total, startUp });
  };
}

function describe(
  label: string,
  state: ProgressState,
  seconds: number,
): string {
  const parts: string[] = [];
  const worked = seconds - (state.startUp ?? 0);
  const least = state.atLeast === true ? "at least " : "";
  if (state.stage !== undefined) parts.push(state.stage);
  if (state.jobs !== undefined) {
    const [done, known] = state.jobs;
    const total = `${least}${known}`;
    parts.push(
      state.unit === undefined
        ? `${done}/${total}`
        : `${done} of ${total} ${state.unit}`,
    );
  }
  const fraction =
    state.fraction ??
    (state.jobs === undefined || state.jobs[1] === 0
      ? undefined
      : state.jobs[0] / state.jobs[1]);
  if (fraction !== undefined && Number.isFinite(fraction)) {
    const share = Math.min(1, Math.max(0, fraction));
    if (least === "") parts.push(`${(share * 100).toFixed(0)} %`);
    const left =
      state.secondsLeft ??
      (state.jobs === undefined && share > 0.01
        ? (worked * (1 - share)) / share
        : undefined);
    if (left !== undefined && share < 1)
      parts.push(`${least}${duration(left)} left`);
  }
  if (state.simulatedPs !== undefined) {
    parts.push(`${simulatedTime(state.simulatedPs)} simulated`);
  }
  if (state.packetHops !== undefined && worked >= LEAST_WORK) {
    parts.push(`${count(state.packetHops / worked)} packet-hops/s`);
  }
  parts.push(`${duration(seconds)} elapsed`);
  if (state.note !== undefined) parts.push(state.note);
  return `${oneLine(label)}: ${parts.join(", ")}`;
}

/** `3 s`, `2 min 05 s`, `1 h 10 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) {
    return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  }
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** Three significant figures and a unit: `1.25 ms`. */
export function simulatedTime(ps: number): string {
  const units = [
    ["s", 1e12],
    ["ms", 1e9],
    ["us", 1e6],
    ["ns", 1e3],
  ] as const;
  for (const [unit, scale] of units) {
    if (ps >= scale) return `${figures(ps / scale)} ${unit}`;
  }
  return `${ps} ps`;
}

/** `1.25 M`: three significant figures. */
export function count(value: number): string {
  const units = [
    ["G", 1e9],
    ["M", 1e6],
    ["k", 1e3],
  ] as const;
  for (const [unit, scale] of units) {
    if (value >= scale) return `${figures(value / scale)} ${unit}`;
  }
  return figures(value);
}

const figures = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
