import {
  parseOptions,
  type MulticastTables,
  type MulticastTablesPlugin,
  type TablesContext,
} from "@fabriclab/spec";
import {
  check,
  refusalOf,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import { hostsOf, nameOf } from "./compile.ts";
import { documentChecks } from "./documented.ts";
import {
  badPlan,
  circling,
  dying,
  groupsFor,
  stray,
  wrongCopies,
} from "./multicast-searches.ts";
import type { TablesCase } from "./tables-kit.ts";
import { untouchedFabric } from "./untouched-fabric.ts";

/**
 * Registers the conformance tests of a builder of multicast tables. The groups of the cases are replaced by the kit's own: everybody, halves,
 * pairs, and a source that is no member.
 */
export function multicastTablesKit(
  plugin: MulticastTablesPlugin,
  cases: readonly TablesCase[],
  runner: Runner,
): void {
  register(
    runner,
    `tables ${plugin.name} conform`,
    multicastTablesChecks(plugin, cases),
  );
}

/** The checks of `multicastTablesKit`, for callers without a test runner. */
export function multicastTablesChecks(
  plugin: MulticastTablesPlugin,
  cases: readonly TablesCase[],
): Check[] {
  const build = (
    context: TablesContext,
    options: object | undefined,
  ): MulticastTables =>
    plugin.build(context, parseOptions(plugin, options ?? {}));
  const every = cases.map(({ context, options, foreign = false }) => ({
    options,
    foreign,
    context: {
      ...context,
      groups: groupsFor(context.fabric, hostsOf(context.fabric, context.lids)),
    },
  }));
  const prepared = every.filter(({ foreign }) => !foreign);
  const each = (
    search: (
      tables: MulticastTables,
      context: TablesContext,
      options: object | undefined,
    ) => Finding | undefined,
  ): Finding | undefined =>
    firstFinding(
      plugin.name,
      prepared,
      "at least one routing on its fabric",
      ({ context, options }) =>
        search(build(context, options), context, options),
    );
  const { exactlyOnce = false } = plugin.claims;
  return [
    check("no copy circulates", () => each(circling)),
    check("every member gets exactly one copy", () => each(wrongCopies)),
    check(
      exactlyOnce
        ? "nobody else gets a copy, as claimed"
        : "nobody but members and sources gets a copy",
      () => each((tables, context) => stray(tables, context, exactlyOnce)),
    ),
    check("no copy ends at a switch", () => each(dying)),
    check(
      "MLIDs are within the hardware's range and every group has its plan",
      () => each(badPlan),
    ),
    check("a source that was not declared is refused", () =>
      each((tables, { fabric, groups }) => {
        for (const group of groups) {
          const stranger = group.members.find(
            (member) => !group.sources.includes(member),
          );
          if (stranger === undefined) continue;
          const refused = refusalOf(
            () => tables.mlids(stranger, group.id),
            /^E_TABLES_NOT_A_SOURCE$/,
          );
          if (refused !== undefined)
            return {
              ...refused,
              where: `${fabric.name}, ${nameOf(fabric, stranger)} in group ${group.name}`,
            };
        }
        return undefined;
      }),
    ),
    check("a group of one, its own source, is refused", () => {
      for (const { context, options } of prepared) {
        const alone = hostsOf(context.fabric, context.lids)[0];
        if (alone === undefined) continue;
        const groups = [
          { id: 0, name: "one", members: [alone], sources: [alone] },
        ];
        const refused = refusalOf(
          () => build({ ...context, groups }, options),
          /^E_(TABLES|[A-Z0-9_]+)_GROUP_TOO_SMALL$/,
        );
        if (refused !== undefined)
          return { ...refused, where: context.fabric.name };
      }
      return undefined;
    }),
    check("foreign fabrics are refused", () => {
      for (const { context, options, foreign } of every) {
        if (!foreign) continue;
        const refused = refusalOf(
          () => build(context, options),
          /^E_[A-Z0-9_]+_UNSUPPORTED_FABRIC$/,
        );
        if (refused !== undefined)
          return { ...refused, where: context.fabric.name };
      }
      return undefined;
    }),
    check("the same input gives the same tables", () =>
      each((tables, context, options) => {
        const again = build(context, options);
        const same =
          tables.mlidCount === again.mlidCount &&
          tables.masks.length === again.masks.length &&
          tables.masks.every((mask, i) => mask === again.masks[i]);
        return same
          ? undefined
          : {
              what: "two calls gave different tables",
              where: context.fabric.name,
              todo: "leave out chance without a seed, and state kept between calls",
            };
      }),
    ),
    untouchedFabric(
      prepared,
      ({ context }) => context.fabric,
      ({ context, options }) => build(context, options),
    ),
    ...documentChecks(plugin),
  ];
}
