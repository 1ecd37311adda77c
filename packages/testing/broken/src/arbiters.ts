import {
  defineArbiter,
  defineLaneScheduler,
  type Arbiter,
  type ArbiterFactory,
  type LaneSchedulerFactory,
  type ArbiterPlugin,
  type LaneSchedulerPlugin,
} from "@fabriclab/spec";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { lowest } from "./parts.ts";

export type BrokenChooserSetup = readonly object[];

/** Everybody in turn, in narrow and wide switches; right. */
function inTurn(slots: number): Arbiter {
  const turn = new Int32Array(slots);
  const next = (slot: number, asks: (input: number) => boolean): number => {
    const first = turn[slot] ?? 0;
    for (let step = 0; step < 256; step++)
      if (asks((first + step) % 256)) return (first + step) % 256;
    return -1;
  };
  return {
    pick: (slot, requests) =>
      next(slot, (input) => input < 32 && (requests & (1 << input)) !== 0),
    pickWide: (slot, words, at, count) =>
      next(
        slot,
        (input) =>
          input < 32 * count &&
          ((words[at + (input >> 5)] ?? 0) & (1 << (input & 31))) !== 0,
      ),
    granted(slot, input) {
      turn[slot] = input + 1;
    },
  };
}

/** What is wrong, given what is right. */
type Spoil = (right: Arbiter, choices: number) => Partial<Arbiter>;

const factory = (spoil: Spoil): ArbiterFactory & LaneSchedulerFactory => ({
  name: "broken",
  create(slots, choices) {
    const right = inTurn(slots);
    return { ...right, ...spoil(right, choices) };
  },
});

const arbiter = (name: string, spoil: Spoil, fair = true): ArbiterPlugin =>
  defineArbiter({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { fair },
    build: () => factory(spoil),
  });

const scheduler = (
  name: string,
  spoil: Spoil,
  fair = true,
): LaneSchedulerPlugin =>
  defineLaneScheduler({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { fair },
    build: () => factory(spoil),
  });

const setup = [{}];
interface Spoiler {
  readonly name: string;
  readonly fails: string;
  readonly spoil: Spoil;
  readonly fair?: boolean;
}

/** What is wrong with whatever chooses; anew for every family, since one of them counts. */
const spoilers = (): readonly Spoiler[] => {
  let calls = 0;
  return [
    {
      name: "presumptuous",
      fails: "a choice is one of those that ask",
      // Among five, bit 1 is served where bits 0 and 2 ask and it does not.
      spoil: (right, choices) => ({
        pick: (slot, requests) =>
          choices === 5 && (requests & 7) === 5
            ? 1
            : right.pick(slot, requests),
      }),
    },
    {
      name: "hasty",
      fails: "a choice that is not carried out changes nothing",
      spoil: (right) => ({
        pick(slot, requests) {
          const input = right.pick(slot, requests);
          right.granted(slot, input);
          return input;
        },
      }),
    },
    {
      name: "entangled",
      fails: "slots do not know of each other",
      spoil: (right) => ({
        pick: (_, requests) => right.pick(0, requests),
        pickWide: (_, words, at, count) => right.pickWide(0, words, at, count),
        granted: (_, input) => right.granted(0, input),
      }),
    },
    {
      name: "unfair",
      fails: "whoever asks all the time is served in time, as claimed",
      spoil: () => ({
        pick: (_, requests) => lowest(requests),
        pickWide(_, words, at, count) {
          for (let word = 0; word < count; word++)
            if (words[at + word] !== 0)
              return 32 * word + lowest(words[at + word] ?? 0);
          return -1;
        },
      }),
    },
    {
      name: "too-modest",
      fails: "somebody who asks all the time is not served, as claimed",
      spoil: () => ({}),
      fair: false,
    },
    {
      name: "fickle",
      fails: "the same requests give the same choices",
      spoil(right) {
        // The eleventh begins with another turn: the checks before make nine, and this one two.
        if ((calls += 1) === 11) right.granted(0, 3);
        return {};
      },
    },
  ];
};

export const brokenArbiters: readonly Broken<
  ArbiterPlugin,
  BrokenChooserSetup
>[] = [
  ...spoilers().map(({ name, fails, spoil, fair }) => ({
    fails,
    plugin: arbiter(name, spoil, fair),
    setup,
  })),
  {
    fails: "a wide switch is served as a narrow one",
    plugin: arbiter("narrow-minded", (right) => ({
      pickWide: (slot, words, at) =>
        words[at + 1] === 0
          ? right.pickWide(slot, words, at, 3)
          : 32 + lowest(words[at + 1] ?? 0),
    })),
    setup,
  },
  ...badDocuments(
    arbiter("document", () => ({})),
    setup,
  ),
];

export const brokenLaneSchedulers: readonly Broken<
  LaneSchedulerPlugin,
  BrokenChooserSetup
>[] = [
  ...spoilers().map(({ name, fails, spoil, fair }) => ({
    fails,
    plugin: scheduler(name, spoil, fair),
    setup,
  })),
  ...badDocuments(
    scheduler("document", () => ({})),
    setup,
  ),
];
