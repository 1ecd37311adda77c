import { flood, type Flood } from "@fabriclab/paths";
import {
  parseOptions,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
  type MulticastTablesPlugin,
  type TablesContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import {
  check,
  refusalOf,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { hostsOf, nameOf } from "./compile.ts";
import { documentChecks } from "./documented.ts";
import { portName, watch } from "./fabric-copy.ts";
import { badPlan, groupsFor, wrongCopies } from "./multicast-searches.ts";
import type { TablesCase } from "./tables-kit.ts";

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
  const prepared = cases.map(({ context, options }) => ({
    options,
    context: {
      ...context,
      groups: groupsFor(context.fabric, hostsOf(context.fabric, context.lids)),
    },
  }));
  const each = (
    search: (
      tables: MulticastTables,
      context: TablesContext,
      options: object | undefined,
    ) => Finding | undefined,
  ): Finding | undefined => {
    for (const { context, options } of prepared) {
      const finding = search(build(context, options), context, options);
      if (finding !== undefined) return finding;
    }
    return cases.length > 0
      ? undefined
      : {
          what: "there are no cases",
          where: plugin.name,
          todo: "give the kit at least one routing on its fabric",
        };
  };
  const floods = (
    search: (
      result: Flood,
      group: MulticastGroup,
      source: EndportIx,
      fabric: Fabric,
    ) => string | undefined,
    todo: string,
  ): Finding | undefined =>
    each((tables, { fabric, groups }) => {
      for (const group of groups)
        for (const source of group.sources)
          for (const mlid of tables.mlids(source, group.id)) {
            const what = search(
              flood(fabric, tables, source, mlid),
              group,
              source,
              fabric,
            );
            if (what !== undefined)
              return {
                what,
                where: `${fabric.name}, ${nameOf(fabric, source)} to group ${group.name} by MLID 0x${mlid.toString(16)}`,
                todo,
              };
          }
      return undefined;
    });
  return [
    check("no copy circulates", () =>
      floods(
        ({ loop }, _, __, fabric) =>
          loop === undefined
            ? undefined
            : `copies circulate over ${loop.map((channel) => portName(fabric, channel)).join(", ")}`,
        "a switch must not be reached by two ways of one tree: leave one of the ports out",
      ),
    ),
    check("every member gets exactly one copy", () => each(wrongCopies)),
    check(
      plugin.claims.exactlyOnce === true
        ? "nobody else gets a copy, as claimed"
        : "nobody but members and sources gets a copy",
      () =>
        floods(({ deliveries, loop }, group, source, fabric) => {
          if (loop !== undefined) return undefined;
          const allowed = new Set(
            plugin.claims.exactlyOnce === true
              ? group.members
              : [...group.members, ...group.sources],
          );
          const stranger = deliveries.findIndex(
            (copies, endport) =>
              copies > 0 &&
              (endport === source || !allowed.has(endport as EndportIx)),
          );
          return stranger < 0
            ? undefined
            : `${nameOf(fabric, stranger)} gets a copy and is no receiver`;
        }, "set only ports that lead to members; if senders get ports too, claim exactlyOnce: false"),
    ),
    check("no copy ends at a switch", () =>
      floods(
        ({ dead, loop }) =>
          loop !== undefined || dead === 0
            ? undefined
            : `${dead} copies end at a switch that sends them nowhere`,
        "set ports on the way to members only",
      ),
    ),
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
    check("the fabric is not written to", () => {
      for (const { context, options } of prepared) {
        const touched = watch(context.fabric);
        build(context, options);
        const array = touched();
        if (array !== undefined)
          return {
            what: `${array} was changed`,
            where: context.fabric.name,
            todo: "copy what you change: a fabric is shared by everything",
          };
      }
      return undefined;
    }),
    ...documentChecks(plugin),
  ];
}
