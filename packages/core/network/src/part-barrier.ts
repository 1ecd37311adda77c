import { FabricError } from "@fabriclab/units";

/** Where the parts of a network meet after each window, and tell each other two numbers. */
export interface PartBarrier {
  /**
   * Returns when every part has called it as often as this one; all stores made before the others' calls are then visible.
   *
   * @param end words that this part has used of its mailbox
   * @param soonest tick of the next event that it knows of, {@link NEVER} when there is none
   */
  meet(end: number, soonest: number): void;
  /** What another part gave the last time, until this part's next call. */
  endOf(part: number): number;
  soonestOf(part: number): number;
}

/** Later than every tick. */
export const NEVER = 0x7fffffff;

/** Words of one part: two cache lines, as some processors fetch lines in pairs. */
const LINE = 32;
/** In a part's words: rounds done, then `end` and `soonest` of even rounds, then of odd ones. */
const ROUND = 0;
const END = 1;
const SOONEST = 3;

/** Words of a barrier's shared memory. */
export const barrierWords = (parts: number): number => LINE * (parts + 1) + 1;

/** Looks at another part's word before sleeping: up to a millisecond, longer than a sleeper takes to wake. */
const LONG = 200_000;
/** The same where sleeping is the rule. */
const SHORT = 64;
/** Looks a window that cost no more than going to sleep and being woken would. */
const FAIR = 4000;
/** Looks beyond the fair ones, some milliseconds of them, after which sleeping is the rule. */
const MOST_DEBT = 2_000_000;
/** Windows after which all parts together try again whether they meet without sleep. */
const TRY_EVERY = 4096;

/** Sleeps of `SLEEP_MS` without a sign of another part, after which it is taken for dead. */
const SLEEPS = 240;
const SLEEP_MS = 500;

/**
 * A barrier for `parts` threads: spins, then sleeps.
 *
 * Where every part has a core the others come within a microsecond, and a sleep costs tens of them: of the sleeper, and of the others, who then
 * wait for it to wake. So it spins for longer than that, or sleeping once would make all sleep for ever. Where parts share cores with others,
 * spinning keeps the others from coming: a part that has looked much longer, window after window, than sleeping would have taken sleeps early from then on,
 * and all together try again now and then. A single long stall, as of a virtual machine, is no reason.
 *
 * A part's round and what it tells lie in one cache line: that line is all that has to come from another core, but for the messages.
 *
 * @param words shared, {@link barrierWords}; the last one is for the end: what is not 0 there, set by a part that fails, releases all others
 * @throws FabricError `E_NETWORK_PART_LOST` when another part has failed, or gives no sign for two minutes
 */
export function createBarrier(
  words: Int32Array,
  part: number,
  parts: number,
): PartBarrier {
  const own = LINE * part;
  const sleepers = LINE * parts;
  const stop = words.length - 1;
  let spins = LONG;
  let debt = 0;
  let round = 0;

  function lost(other: number): never {
    throw new FabricError({
      code: "E_NETWORK_PART_LOST",
      message: "another part of the network has stopped",
      got: `part ${other} of ${parts}`,
      expected: "all parts running",
    });
  }

  /** Looks for a while whether the word at `at` has reached the round. */
  function comes(at: number): boolean {
    let spin = 0;
    let here = false;
    while (!here && spin < spins) {
      here = ((Atomics.load(words, at) - round) | 0) >= 0;
      spin = (spin + 1) | 0;
    }
    debt = Math.max(0, (debt + spin - FAIR) | 0);
    if (debt >= MOST_DEBT) spins = SHORT;
    return here;
  }

  function sleep(other: number): void {
    const at = LINE * other;
    for (let sleeps = 0; ; sleeps++) {
      Atomics.add(words, sleepers, 1);
      const seen = Atomics.load(words, at);
      const here = ((seen - round) | 0) >= 0;
      const over =
        !here && (Atomics.load(words, stop) !== 0 || sleeps === SLEEPS);
      if (!here && !over) Atomics.wait(words, at, seen, SLEEP_MS);
      Atomics.sub(words, sleepers, 1);
      if (here) return;
      if (over) lost(other);
    }
  }

  return {
    meet(end, soonest) {
      round = (round + 1) | 0;
      words[own + END + (round & 1)] = end;
      words[own + SOONEST + (round & 1)] = soonest;
      Atomics.store(words, own + ROUND, round);
      // Why the question: waking nobody costs a tenth of a microsecond, as much as two packet-hops.
      if (Atomics.load(words, sleepers) !== 0) Atomics.notify(words, own);
      if ((round & (TRY_EVERY - 1)) === 0 && spins === SHORT) {
        spins = LONG;
        debt = 0;
      }
      for (let other = 0; other < parts; other++)
        if (other !== part && !comes(LINE * other + ROUND)) sleep(other);
    },
    endOf: (other) => words[LINE * other + END + (round & 1)]!,
    soonestOf: (other) => words[LINE * other + SOONEST + (round & 1)]!,
  };
}
