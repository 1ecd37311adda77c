import {
  parseOptions,
  type SelectFactory,
  type SelectPlugin,
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
import { plainSwitch } from "./plain-switch.ts";
import {
  different,
  FAR,
  fresh,
  movedByAsking,
  movedByOthers,
  neverTaken,
  outsider,
  show,
  wandering,
  wrongCredits,
} from "./select-searches.ts";
import { benchOf, type Engine } from "./switch-bench.ts";
import { choicesAstray } from "./switch-features.ts";

/** How a choice among ports is to be asked. */
export type SelectCase = PartCase;

/** Registers the conformance tests of a choice among ports: candidates, state, livelock guard, credits, use of all ports. */
export function selectKit(
  plugin: SelectPlugin,
  cases: readonly SelectCase[],
  runner: Runner,
): void {
  register(
    runner,
    `select ${plugin.name} conforms`,
    selectChecks(plugin, cases),
  );
}

/** The checks of `selectKit`, for callers without a test runner. */
export function selectChecks(
  plugin: SelectPlugin,
  cases: readonly SelectCase[],
): Check[] {
  const each = (
    search: (
      factory: SelectFactory,
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
  const { livelockFree } = plugin.claims;
  return [
    check("a choice is one of the candidates", () =>
      each((factory) => outsider(fresh(factory))),
    ),
    check("a choice that is not carried out changes nothing", () =>
      each((factory) => movedByAsking(fresh(factory))),
    ),
    check("switches do not know of each other", () =>
      each((factory) => movedByOthers(fresh(factory))),
    ),
    check("the same questions give the same choices", () =>
      each((factory) => different(fresh(factory), fresh(factory))),
    ),
    check(
      "credits are asked for where choices depend on them, and only there",
      () => each((factory) => wrongCredits(factory, fresh(factory))),
    ),
    check("of ports that would all do, each is taken in time", () =>
      each((factory) => neverTaken(factory)),
    ),
    livelockFree
      ? check("a packet that has come far keeps to the table, as claimed", () =>
          each((factory) => {
            const found = wandering(fresh(factory));
            return found === undefined
              ? undefined
              : {
                  what: `after ${FAR} switches port ${found.choice} is chosen among ${show(found.question)}`,
                  todo: "insist on the table's port after enough hops, or claim livelockFree: false",
                };
          }),
        )
      : check(
          "a packet that has come far may stray from the table, as claimed",
          () => {
            const strays = each((factory) =>
              wandering(fresh(factory)) === undefined
                ? undefined
                : { what: "it strays", todo: "" },
            );
            return strays !== undefined
              ? undefined
              : {
                  what: `after ${FAR} switches every choice is the table's`,
                  where: "every case",
                  todo: "claim livelockFree: true",
                };
          },
        ),
    check("every packet arrives where the tables offer several cables", () =>
      each((select, engine) =>
        choicesAstray(benchOf({ ...plainSwitch, select }, engine)),
      ),
    ),
    ...documentChecks(plugin),
  ];
}
