import { randomStream } from "@fabriclab/kernel";
import { check, type Check, type Finding } from "./check.ts";

/** An arbiter or a lane scheduler, as far as they are alike. */
export interface Chooser {
  pick(slot: number, requests: number): number;
  granted(slot: number, choice: number): void;
}

type Result = Omit<Finding, "where"> | undefined;

/** Makes a fresh chooser of one case. */
export type Make = (slots: number, choices: number) => Chooser;

/** Runs a search on every case. */
export type EachChooser = (
  search: (make: Make) => Result,
) => Finding | undefined;

const SLOTS = 3;

/** Random requests, never none, and the same at every call. */
export function* requestsOf(
  choices: number,
  rounds: number,
): Generator<{ slot: number; requests: number }> {
  const random = randomStream(1, `requests ${choices}`);
  for (let round = 0; round < rounds; round++) {
    let requests = 0;
    for (let i = 0; i < choices; i++)
      if (random.below(3) === 0) requests |= 1 << i;
    yield {
      slot: random.below(SLOTS),
      requests: requests === 0 ? 1 << random.below(choices) : requests,
    };
  }
}

/**
 * Checks of whatever chooses one of several that ask.
 *
 * @param most choices of the largest chooser that is asked
 */
export function chooserChecks(
  each: EachChooser,
  most: number,
  fair: boolean,
): Check[] {
  return [
    check("a choice is one of those that ask", () =>
      each((make) => {
        for (const choices of [2, 5, most]) {
          const chooser = make(SLOTS, choices);
          for (const { slot, requests } of requestsOf(choices, 200)) {
            const choice = chooser.pick(slot, requests);
            if (
              !Number.isInteger(choice) ||
              choice < 0 ||
              choice > 31 ||
              (requests & (1 << choice)) === 0
            )
              return {
                what: `${choice} is chosen among the bits of ${requests >>> 0}`,
                todo: "return the number of a bit that is set",
              };
            chooser.granted(slot, choice);
          }
        }
        return undefined;
      }),
    ),
    check("a choice that is not carried out changes nothing", () =>
      each((make) => {
        const [asked, other] = [make(SLOTS, most), make(SLOTS, most)];
        for (const { slot, requests } of requestsOf(most, 200)) {
          const choice = asked.pick(slot, requests);
          // As a switch asks again when the choice lacks credits, and for other outputs.
          asked.pick(slot, requests & ~(1 << choice) || requests);
          asked.pick((slot + 1) % SLOTS, requests);
          if (other.pick(slot, requests) !== choice)
            return {
              what: `${choice} is chosen after choices that were not granted, ${other.pick(slot, requests)} without them`,
              todo: "let state move in granted() only",
            };
          asked.granted(slot, choice);
          other.granted(slot, choice);
        }
        return undefined;
      }),
    ),
    check("slots do not know of each other", () =>
      each((make) => {
        const [busy, alone] = [make(SLOTS, most), make(SLOTS, most)];
        for (const { slot, requests } of requestsOf(most, 300)) {
          const choice = busy.pick(slot, requests);
          busy.granted(slot, choice);
          if (slot !== 1) continue;
          const quiet = alone.pick(slot, requests);
          alone.granted(slot, quiet);
          if (choice !== quiet)
            return {
              what: `slot 1 chooses ${choice} where other slots are served, too, and ${quiet} alone`,
              todo: "keep state per slot",
            };
        }
        return undefined;
      }),
    ),
    check(
      fair
        ? "whoever asks all the time is served in time, as claimed"
        : "somebody who asks all the time is not served, as claimed",
      () => {
        const starved = each((make) => {
          for (const choices of [2, most]) {
            const chooser = make(SLOTS, choices);
            const served = new Set<number>();
            const all = 2 ** choices - 1;
            for (let round = 0; round < 2 * choices; round++) {
              const choice = chooser.pick(0, all | 0);
              served.add(choice);
              chooser.granted(0, choice);
            }
            if (served.size < choices)
              return {
                what: `${served.size} of ${choices} that ask all the time are served in ${2 * choices} choices`,
                todo: "let the turn move on from the one served last, or claim fair: false",
              };
          }
          return undefined;
        });
        if (fair) return starved;
        return starved === undefined
          ? {
              what: "all are served",
              where: "every case",
              todo: "claim fair: true",
            }
          : undefined;
      },
    ),
    check("the same requests give the same choices", () =>
      each((make) => {
        const [a, b] = [make(SLOTS, most), make(SLOTS, most)];
        for (const { slot, requests } of requestsOf(most, 200)) {
          const [one, other] = [a.pick(slot, requests), b.pick(slot, requests)];
          if (one !== other)
            return {
              what: `${one} is chosen once and ${other} again`,
              todo: "keep no state between calls of create(), and take no chance without a seed",
            };
          a.granted(slot, one);
          b.granted(slot, other);
        }
        return undefined;
      }),
    ),
  ];
}
