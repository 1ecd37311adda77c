import { randomStream } from "@fabriclab/kernel";
import {
  parseOptions,
  type Pattern,
  type PatternPlugin,
} from "@fabriclab/spec";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import { documentChecks } from "./documented.ts";

export interface PatternCase {
  readonly hosts: number;
  /** As a user would write them. */
  readonly options?: object;
}

/** Registers the conformance tests of a pattern: destinations, permutation, determinism. */
export function patternKit(
  plugin: PatternPlugin,
  cases: readonly PatternCase[],
  runner: Runner,
): void {
  register(
    runner,
    `pattern ${plugin.name} conforms`,
    patternChecks(plugin, cases),
  );
}

/** The checks of `patternKit`, for callers without a test runner. */
export function patternChecks(
  plugin: PatternPlugin,
  cases: readonly PatternCase[],
): Check[] {
  const create = ({ hosts, options }: PatternCase): Pattern =>
    plugin.create(
      hosts,
      parseOptions(plugin, options ?? {}),
      randomStream(1, plugin.name),
    );
  const each = (
    search: (given: PatternCase) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFinding(
      plugin.name,
      cases,
      "a number of hosts",
      search,
      ({ hosts, options = {} }) => `${hosts} hosts, ${JSON.stringify(options)}`,
    );
  const asked = (pattern: Pattern, source: number, times: number): number[] => {
    const random = randomStream(2, `${plugin.name}/${source}`);
    return Array.from({ length: times }, () =>
      pattern.destination(source, random),
    );
  };
  return [
    check("every destination is another host, or none", () =>
      each((given) => {
        const pattern = create(given);
        for (let source = 0; source < given.hosts; source++)
          for (const to of asked(pattern, source, 100))
            if (
              !Number.isInteger(to) ||
              to < -1 ||
              to >= given.hosts ||
              to === source
            )
              return {
                what: `host ${source} sends to ${to}`,
                todo: "return another host's index, or -1 for a host that stays silent",
              };
        return undefined;
      }),
    ),
    check(
      plugin.claims.permutation
        ? "every host sends to one destination, and no two to the same, as claimed"
        : "some host has several destinations, or shares one, as claimed",
      () => {
        const fault = each((given) =>
          notPermutation(given.hosts, (source) =>
            asked(create(given), source, 50),
          ),
        );
        if (plugin.claims.permutation) return fault;
        return fault === undefined
          ? {
              what: "every case is a permutation",
              where: plugin.name,
              todo: "claim permutation: true",
            }
          : undefined;
      },
    ),
    check("the same seed gives the same destinations", () =>
      each((given) => {
        const [a, b] = [create(given), create(given)];
        for (let source = 0; source < given.hosts; source++)
          if (asked(a, source, 50).join() !== asked(b, source, 50).join())
            return {
              what: `host ${source} sends elsewhere the second time`,
              todo: "take chance from the streams given only",
            };
        return undefined;
      }),
    ),
    check("the destinations it lists are those it takes", () =>
      each((given) => {
        const pattern = create(given);
        if (pattern.destinations === undefined) return undefined;
        for (let source = 0; source < given.hosts; source++) {
          const listed = new Set(pattern.destinations(source));
          const taken = new Set(
            asked(pattern, source, 100).filter((to) => to >= 0),
          );
          const stranger = [...taken].find((to) => !listed.has(to));
          const idle = [...listed].find((to) => !taken.has(to));
          if (stranger !== undefined || idle !== undefined)
            return {
              what:
                stranger === undefined
                  ? `host ${source} lists ${idle ?? ""} and never sends there`
                  : `host ${source} sends to ${stranger}, which it does not list`,
              todo: "list every destination and no other, or leave destinations() out",
            };
        }
        return undefined;
      }),
    ),
    ...documentChecks(plugin),
  ];
}

function notPermutation(
  hosts: number,
  destinationsOf: (source: number) => number[],
): Omit<Finding, "where"> | undefined {
  const sender = new Map<number, number>();
  for (let source = 0; source < hosts; source++) {
    const found = [...new Set(destinationsOf(source))];
    const [to] = found;
    if (found.length > 1)
      return {
        what: `host ${source} sends to ${found.length} hosts`,
        todo: "claim permutation: false",
      };
    if (to === undefined || to < 0) continue;
    const other = sender.get(to);
    if (other !== undefined)
      return {
        what: `hosts ${other} and ${source} both send to ${to}`,
        todo: "claim permutation: false",
      };
    sender.set(to, source);
  }
  return undefined;
}
