import {
  parseOptions,
  type Arbiter,
  type ArbiterFactory,
  type ArbiterPlugin,
  type LaneSchedulerPlugin,
} from "@fabriclab/spec";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import {
  chooserChecks,
  requestsOf,
  type EachChooser,
  type Make,
} from "./chooser-checks.ts";
import { documentChecks } from "./documented.ts";

/** Words of 32 requests do not go beyond input 30; wide switches have their own call. */
const INPUTS = 31;
const LANES = 15;

/** Registers the conformance tests of an arbiter: its choices, its turns, and the same choices for wide switches. */
export function arbiterKit(
  plugin: ArbiterPlugin,
  cases: readonly object[],
  runner: Runner,
): void {
  register(
    runner,
    `arbiter ${plugin.name} conforms`,
    arbiterChecks(plugin, cases),
  );
}

/** The checks of `arbiterKit`, for callers without a test runner. */
export function arbiterChecks(
  plugin: ArbiterPlugin,
  cases: readonly object[],
): Check[] {
  const each = eachOf(cases, plugin.name, (given) => {
    const factory = plugin.build(parseOptions(plugin, given));
    return (slots, inputs) => withPackets(factory, slots, inputs);
  });
  return [
    ...chooserChecks(each, INPUTS, plugin.claims.fair),
    check("a wide switch is served as a narrow one", () => {
      for (const given of cases) {
        const what = widthMatters(plugin.build(parseOptions(plugin, given)));
        if (what !== undefined)
          return {
            what,
            where: `${plugin.name} ${JSON.stringify(given)}`,
            todo: "let pickWide choose as pick does, over all words",
          };
      }
      return undefined;
    }),
    ...documentChecks(plugin),
  ];
}

/** An arbiter among inputs with a packet each: at first those of lower inputs are older, and who is served comes again with the youngest of its slot. */
function withPackets(
  factory: ArbiterFactory,
  slots: number,
  inputs: number,
): Arbiter {
  const births = Float64Array.from(
    { length: slots * inputs },
    (_, at) => at % inputs,
  );
  const youngest = new Float64Array(slots).fill(inputs - 1);
  const arbiter = factory.create(slots, inputs, {
    birth: (slot, input) => births[slot * inputs + input] ?? NaN,
  });
  return {
    pick: (slot, requests) => arbiter.pick(slot, requests),
    pickWide: (slot, words, at, count) =>
      arbiter.pickWide(slot, words, at, count),
    granted(slot, input) {
      arbiter.granted(slot, input);
      const birth = (youngest[slot] ?? 0) + 1;
      births[slot * inputs + input] = birth;
      youngest[slot] = birth;
    },
  };
}

/** The same requests in one word and, 40 inputs further on, in the second and third of three. */
function widthMatters(factory: ArbiterFactory): string | undefined {
  const [narrow, wide] = [
    withPackets(factory, 3, INPUTS),
    withPackets(factory, 3, 96),
  ];
  const words = new Int32Array(5);
  const shift = 40;
  for (const { slot, requests } of requestsOf(INPUTS, 200)) {
    words.fill(0);
    for (let input = 0; input < INPUTS; input++)
      if ((requests & (1 << input)) !== 0) {
        const at = 2 + ((input + shift) >> 5);
        words[at] = (words[at] ?? 0) | (1 << ((input + shift) & 31));
      }
    const one = narrow.pick(slot, requests);
    const other = wide.pickWide(slot, words, 2, 3) - shift;
    if (one !== other)
      return `input ${one} is chosen in a narrow switch, and ${other} among the same ones of a wide switch`;
    narrow.granted(slot, one);
    wide.granted(slot, other + shift);
  }
  return undefined;
}

/** Registers the conformance tests of a lane scheduler: its choices and its turns. */
export function laneSchedulerKit(
  plugin: LaneSchedulerPlugin,
  cases: readonly object[],
  runner: Runner,
): void {
  register(
    runner,
    `lane scheduler ${plugin.name} conforms`,
    laneSchedulerChecks(plugin, cases),
  );
}

/** The checks of `laneSchedulerKit`, for callers without a test runner. */
export function laneSchedulerChecks(
  plugin: LaneSchedulerPlugin,
  cases: readonly object[],
): Check[] {
  const each = eachOf(cases, plugin.name, (given) => {
    const factory = plugin.build(parseOptions(plugin, given));
    return (outputs, lanes) => {
      const scheduler = factory.create(outputs, lanes);
      return {
        pick: (output, ready) => scheduler.pick(output, ready),
        granted: (output, lane) => scheduler.granted(output, lane, 256),
      };
    };
  });
  return [
    ...chooserChecks(each, LANES, plugin.claims.fair),
    ...documentChecks(plugin),
  ];
}

function eachOf(
  cases: readonly object[],
  name: string,
  makeOf: (given: object) => Make,
): EachChooser {
  return (search): Finding | undefined =>
    firstFinding(
      name,
      cases,
      "options, {} for the defaults",
      (given) => search(makeOf(given)),
      (given) => `${name} ${JSON.stringify(given)}`,
    );
}
