import {
  parseOptions,
  type DropFactory,
  type DropPlugin,
} from "@fabriclab/spec";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFindingOfOptions, type PartCase } from "./each-case.ts";
import { documentChecks } from "./documented.ts";
import {
  limitByTick,
  movedByQueues,
  notAgain,
  notWhole,
  pitiless,
} from "./drop-patience.ts";
import { lostAlone, lostInCrowd, notToTheTick } from "./drop-runs.ts";
import type { Engine } from "./switch-bench.ts";

/** How a drop policy is to be run. */
export type DropCase = PartCase;

/** Registers the conformance tests of a drop policy: who is dropped, when to the tick, causes, conservation. */
export function dropKit(
  plugin: DropPlugin,
  cases: readonly DropCase[],
  runner: Runner,
): void {
  register(runner, `drop ${plugin.name} conforms`, dropChecks(plugin, cases));
}

/** The checks of `dropKit`, for callers without a test runner. */
export function dropChecks(
  plugin: DropPlugin,
  cases: readonly DropCase[],
): Check[] {
  const each = (
    search: (
      factory: DropFactory,
      engine: Engine | undefined,
    ) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFindingOfOptions(
      plugin.name,
      cases,
      "options, {} for the defaults",
      ({ options = {}, engine }) =>
        search(plugin.build(parseOptions(plugin, options)), engine),
    );
  return [
    plugin.claims.selective
      ? check("what may not be dropped never is, as claimed", () =>
          each((factory) => {
            const found = pitiless(factory);
            return found === undefined
              ? undefined
              : {
                  what: found,
                  todo: "answer -1 without PACKET_DROPPABLE, or claim selective: false",
                };
          }),
        )
      : check("what may not be dropped is dropped, too, as claimed", () => {
          const found = each((factory) => {
            const what = pitiless(factory);
            return what === undefined ? undefined : { what, todo: "" };
          });
          return found !== undefined
            ? undefined
            : {
                what: "packets without PACKET_DROPPABLE wait for ever",
                where: "every case",
                todo: "claim selective: true",
              };
        }),
    check("patience is a whole number of ticks, or -1 for ever", () =>
      each(notWhole),
    ),
    check("a limit is a time, whatever the tick", () => each(limitByTick)),
    check("queues do not know of each other", () => each(movedByQueues)),
    check("the same questions give the same patience", () => each(notAgain)),
    check("nothing is dropped that need not wait", () => each(lostAlone)),
    check(
      "in a crowd every packet arrives or is dropped, once, for a cause of its own",
      () => each(lostInCrowd),
    ),
    check("a head is dropped when its patience is over, to the tick", () =>
      each(notToTheTick),
    ),
    ...documentChecks(plugin),
  ];
}
