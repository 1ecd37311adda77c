import { FabricError } from "@fabriclab/units";

/** Where the parts of a network meet after each window, and tell each other two numbers. */
export interface PartBarrier {
  /**
   * Returns when every part has called it as often as this one; all stores made before the others' calls are then visible.
   *
   * @param mail with what this part tells the others in the words from `from` to `to`
   * @param soonest tick of the next event that it knows of, {@link NEVER} when there is none
   * @param meanwhile does a piece of work that takes about as long as a look at another core's memory; false = there is none
   */
  meet(
    mail: Int32Array,
    from: number,
    to: number,
    soonest: number,
    meanwhile: () => boolean,
  ): void;
  /** What another part gave the last time, until this part's next call. */
  soonestOf(part: number): number;
  /** How many words it tells; up to {@link INLINE_WORDS} of them stand in `words` from `inlineAt` on, more in its mailbox only. */
  wordsOf(part: number): number;
  inlineAt(part: number): number;
  readonly words: Int32Array;
}

/** Later than every tick. */
export const NEVER = 0x7fffffff;

/** Words of one part for even rounds, and as many for odd ones: two cache lines, as some processors fetch lines in pairs. */
const LINE = 32;
/** In them: the round, words told, `soonest`, and what is told where it fits. */
const ROUND = 0;
const COUNT = 1;
const SOONEST = 2;
const INLINE = 3;
/** Words that are told along with the round: fetching lines of their own for them would take as long again. */
export const INLINE_WORDS = LINE - INLINE;

/** Words of a barrier's shared memory. */
export const barrierWords = (parts: number): number =>
  LINE * (2 * parts + 1) + 1;

/** Looks at another part's word before sleeping: up to a millisecond, longer than a sleeper takes to wake. */
const LONG = 200_000;
/** The same where sleeping is the rule. */
const SHORT = 64;
/** Looks a window that cost no more than going to sleep and being woken would. */
const FAIR = 4000;
/** Looks beyond the fair ones, some milliseconds of them, after which sleeping is the rule. */
const MOST_DEBT = 2_000_000;
/** Windows after which all parts together try again whether they meet without sleep. */
const TRY_EVERY = 256;
/** Of the most debt, what such a try may run up. */
const TRIAL = 100_000;

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
 * A part's round and what it tells lie together: one or two cache lines are all that has to come from another core, where little is told.
 *
 * @param words shared, {@link barrierWords}; the last one is for the end: what is not 0 there, set by a part that fails, releases all others
 * @throws FabricError `E_NETWORK_PART_LOST` when another part has failed, or gives no sign for two minutes
 */
export function createBarrier(
  words: Int32Array,
  part: number,
  parts: number,
): PartBarrier {
  const sleepers = 2 * LINE * parts;
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

  /** Where the words of a part for this round begin. */
  const slot = (of: number): number => LINE * (2 * of + (round & 1));

  const isHere = (at: number): boolean =>
    ((Atomics.load(words, at) - round) | 0) >= 0;

  /** Looks for a while whether the word at `at` has reached the round. */
  function comes(at: number): boolean {
    let spin = 0;
    let here = false;
    while (!here && spin < spins) {
      here = isHere(at);
      spin = (spin + 1) | 0;
    }
    debt = Math.max(0, (debt + spin - FAIR) | 0);
    if (debt >= MOST_DEBT) spins = SHORT;
    return here;
  }

  function sleep(other: number): void {
    const at = slot(other) + ROUND;
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
    words,
    meet(mail, from, to, soonest, meanwhile) {
      round = (round + 1) | 0;
      const own = slot(part);
      const count = to - from;
      if (count <= INLINE_WORDS)
        for (let word = 0; word < count; word++)
          words[own + INLINE + word] = mail[from + word]!;
      words[own + COUNT] = count;
      words[own + SOONEST] = soonest;
      Atomics.store(words, own + ROUND, round);
      // Why the question: waking nobody costs a tenth of a microsecond, as much as two packet-hops.
      if (Atomics.load(words, sleepers) !== 0)
        Atomics.notify(words, own + ROUND);
      if ((round & (TRY_EVERY - 1)) === 0 && spins === SHORT) {
        spins = LONG;
        debt = MOST_DEBT - TRIAL;
      }
      for (let other = 0; other < parts; other++) {
        if (other === part) continue;
        const at = slot(other) + ROUND;
        while (!isHere(at) && meanwhile());
        if (!comes(at)) sleep(other);
      }
    },
    soonestOf: (other) => words[slot(other) + SOONEST]!,
    wordsOf: (other) => words[slot(other) + COUNT]!,
    inlineAt: (other) => slot(other) + INLINE,
  };
}
