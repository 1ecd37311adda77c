import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { performance } from "node:perf_hooks";
import type { Started } from "./child.ts";

/** Somebody's work that is to be compared with others', done by processes that each lead a process group. */
export interface Contender {
  readonly name: string;
  /** Begins it; called when its first turn comes. */
  start(): readonly Started<unknown>[];
  /** Units of its work that are done. */
  done(): number;
}

/** Where a contender stood at the end of one of its turns. */
export interface Moment {
  /** That it had the machine for. */
  readonly seconds: number;
  readonly done: number;
  /** That its processes used, all threads; NaN where the system does not tell (no /proc). */
  readonly cpuSeconds: number;
  /** That everybody used on this machine during its turns, itself included. */
  readonly allCpuSeconds: number;
}

interface Standing {
  readonly contender: Contender;
  started: readonly Started<unknown>[] | undefined;
  ended: boolean;
  readonly moments: Moment[];
}

/**
 * Lets contenders work by turns until all have ended: one has the machine, the others are stopped (SIGSTOP).
 *
 * Why: a machine that is shared with others changes its speed for minutes, up to twofold. Whoever has done least is next, so that at any time all have done about as
 * much of their work, and each such phase falls on the same part of everybody's.
 *
 * A contender's time is the sum of its turns. One that waits for a disk or a timer is spared the rest of that wait while others have their turns: at most one wait per turn, and
 * whoever is busy all the time has nothing of it. What the others did to the caches costs each the same at the begin of a turn.
 *
 * @param turn seconds
 * @returns the moments of each, the last one at its end
 * @throws what a process ended with; the others are killed then
 */
export async function inTurns(
  contenders: readonly Contender[],
  turn = 0.5,
): Promise<readonly (readonly Moment[])[]> {
  const all = contenders.map((contender): Standing => ({
    contender,
    started: undefined,
    ended: false,
    moments: [],
  }));
  const kill = (): void => {
    for (const one of all) if (!one.ended) signal(one, "SIGKILL");
  };
  const leave = (): void => {
    kill();
    process.exit(130);
  };
  // Their groups hear nothing of the terminal's, and a stopped process would stay for ever.
  process.once("SIGINT", leave);
  process.once("SIGTERM", leave);
  try {
    for (let next = nextOf(all); next !== undefined; next = nextOf(all))
      await have(next, turn);
  } finally {
    kill();
    process.off("SIGINT", leave);
    process.off("SIGTERM", leave);
  }
  return all.map(({ moments }) => moments);
}

const lastOf = ({ moments }: Standing): Moment =>
  moments.at(-1) ?? {
    seconds: 0,
    done: 0,
    cpuSeconds: 0,
    allCpuSeconds: 0,
  };

/** Whoever has done least, of several who had the machine least. */
function nextOf(all: readonly Standing[]): Standing | undefined {
  return all
    .filter(({ ended }) => !ended)
    .sort((a, b) => {
      const [x, y] = [lastOf(a), lastOf(b)];
      return x.done - y.done || x.seconds - y.seconds;
    })[0];
}

/** One turn. */
async function have(one: Standing, turn: number): Promise<void> {
  const began = performance.now();
  const busy = busySeconds();
  if (one.started === undefined) one.started = one.contender.start();
  else signal(one, "SIGCONT");
  let timer: NodeJS.Timeout | undefined;
  const up = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, turn * 1000, false);
  });
  const end = Promise.all(one.started.map(({ ended }) => ended)).then(
    () => true,
  );
  one.ended = await Promise.race([end, up]);
  clearTimeout(timer);
  if (!one.ended) signal(one, "SIGSTOP");
  const seconds = lastOf(one).seconds + (performance.now() - began) / 1000;
  if (!one.ended) await stopped(one);
  one.moments.push({
    seconds,
    done: one.contender.done(),
    cpuSeconds: one.ended ? NaN : cpuOf(one),
    allCpuSeconds: lastOf(one).allCpuSeconds + busySeconds() - busy,
  });
}

function signal({ started }: Standing, name: NodeJS.Signals): void {
  for (const { pid } of started ?? []) {
    try {
      process.kill(-pid, name);
    } catch (error) {
      // It has ended, and only its parent does not know it yet.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** The states of all threads, as /proc has them; none of a process that has ended, or without /proc. */
function threadsOf(pid: number): string[] {
  try {
    const folder = `/proc/${String(pid)}/task`;
    return readdirSync(folder).map((thread) =>
      afterName(readFileSync(`${folder}/${thread}/stat`, "utf8")),
    );
  } catch {
    return [];
  }
}

/** What follows the program's name, which may contain anything, in a `stat` of /proc: its third field is the first here. */
const afterName = (stat: string): string =>
  stat.slice(stat.lastIndexOf(")") + 2);

/** Waits until no thread runs: a stop reaches those of another core a little later. */
async function stopped({ started }: Standing): Promise<void> {
  const runs = (): boolean =>
    (started ?? []).some(({ pid }) =>
      threadsOf(pid).some((state) => !/^[TtZX]/.test(state)),
    );
  while (runs()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** CPU time of all since the machine's start; it does not tell what other machines on the same hardware take. */
const busySeconds = (): number =>
  cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) =>
      sum + (user + nice + sys + irq) / 1000,
    0,
  );

/** Ticks of the clock in which /proc counts CPU time: 100 a second on Linux, whatever the kernel's own. */
const TICKS = 100;

function cpuOf({ started }: Standing): number {
  let ticks = 0;
  for (const { pid } of started ?? []) {
    try {
      const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
      // utime and stime are the fields 14 and 15.
      const fields = afterName(stat).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      return NaN;
    }
  }
  return ticks / TICKS;
}
