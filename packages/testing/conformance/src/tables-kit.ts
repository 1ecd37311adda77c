import {
  parseOptions,
  type AddressingPlugin,
  type Fabric,
  type ForwardingTables,
  type RoutingPlugin,
  type TablesContext,
  type UnicastTablesPlugin,
} from "@fabriclab/spec";
import { NO_PORT, type Lid, type SwitchIx } from "@fabriclab/units";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import { hostsOf, nameOf } from "./compile.ts";
import { documentChecks } from "./documented.ts";
import {
  badChoice,
  lostValue,
  namedLids,
  wrongPaths,
} from "./multipath-searches.ts";
import { untouchedFabric } from "./untouched-fabric.ts";

/** A routing to compile, on its fabric. */
export interface TablesCase {
  readonly context: TablesContext;
  /** As a user would write them. */
  readonly options?: object;
  /** Multicast tables: the fabric or the routing is outside the plugin's reach, so that it must refuse. */
  readonly foreign?: boolean;
}

/**
 * A routing by rule with its addressing's LIDs, both with their defaults, and no groups.
 *
 * @throws TypeError for a routing that returns tables; FabricError of the plugins
 */
export function ruleCase(
  fabric: Fabric,
  addressing: AddressingPlugin,
  plugin: RoutingPlugin,
): TablesCase {
  const lids = addressing.assign(fabric, parseOptions(addressing, {}));
  const routing = plugin.create({ fabric, lids }, parseOptions(plugin, {}));
  if ("tables" in routing)
    throw new TypeError(`${plugin.name} routes by tables, not by a rule`);
  const routingName = plugin.name;
  return { context: { fabric, lids, routing, routingName, groups: [] } };
}

/**
 * Registers the conformance tests of a builder of unicast tables: every entry is the routing's, and so are path LIDs and SLs; where there are several
 * paths, all of them arrive.
 */
export function tablesKit(
  plugin: UnicastTablesPlugin,
  cases: readonly TablesCase[],
  runner: Runner,
): void {
  register(
    runner,
    `tables ${plugin.name} conform`,
    tablesChecks(plugin, cases),
  );
}

/** The checks of `tablesKit`, for callers without a test runner. */
export function tablesChecks(
  plugin: UnicastTablesPlugin,
  cases: readonly TablesCase[],
): Check[] {
  const build = ({ context, options }: TablesCase): ForwardingTables =>
    plugin.build(context, parseOptions(plugin, options ?? {}));
  const each = (
    search: (
      tables: ForwardingTables,
      context: TablesContext,
      given: TablesCase,
    ) => Finding | undefined,
  ): Finding | undefined =>
    firstFinding(
      plugin.name,
      cases,
      "at least one routing on its fabric",
      (given) => search(build(given), given.context, given),
    );
  return [
    check("there is a table of every switch for every LID", () =>
      each(({ lft, lids }, { fabric }) => {
        const short = lft.findIndex(
          (table) => table.length !== lids.topLid + 1,
        );
        return lft.length === fabric.switchCount && short < 0
          ? undefined
          : {
              what: `${lft.length} tables for ${fabric.switchCount} switches, ${lft[short]?.length ?? "all right"} entries`,
              where: fabric.name,
              todo: "one Uint8Array of topLid + 1 entries for every switch",
            };
      }),
    ),
    check(
      "every entry is the routing's first choice, 0 for the switch itself, 255 for no path",
      () => each(wrongEntry),
    ),
    check("path LIDs and SLs are the routing's, or the base LID and SL 0", () =>
      each((tables, { fabric, lids, routing }) => {
        const hosts = hostsOf(fabric, lids);
        for (const source of hosts)
          for (const destination of hosts) {
            const lid =
              routing.pathLid?.(source, destination) ??
              lids.baseLid[destination];
            const sl = routing.pathSl?.(source, destination) ?? 0;
            if (
              tables.pathLid(source, destination) === lid &&
              tables.pathSl(source, destination) === sl
            )
              continue;
            return {
              what: `${nameOf(fabric, source)} to ${nameOf(fabric, destination)} is LID ${tables.pathLid(source, destination)}, SL ${tables.pathSl(source, destination)}, not ${lid}, ${sl}`,
              where: fabric.name,
              todo: "pass pathLid and pathSl on",
            };
          }
        return undefined;
      }),
    ),
    check("every value of the path bits arrives, from every host", () =>
      each(lostValue),
    ),
    check("the paths of a pair are told once each, fewest switches first", () =>
      each(wrongPaths),
    ),
    check(
      "an adaptive LID offers the LFT's port, and never only the way back",
      () => each(badChoice),
    ),
    check("the same input gives the same tables", () =>
      each((tables, { fabric }, given) => {
        const again = build(given);
        const sw = tables.lft.findIndex((table, i) =>
          table.some((port, lid) => port !== again.lft[i]?.[lid]),
        );
        return sw < 0
          ? undefined
          : {
              what: "two calls gave different tables",
              where: `${fabric.name}, ${fabric.nodeName[sw] ?? ""}`,
              todo: "leave out chance without a seed, and state kept between calls",
            };
      }),
    ),
    untouchedFabric(cases, ({ context }) => context.fabric, build),
    ...documentChecks(plugin),
  ];
}

function wrongEntry(
  tables: ForwardingTables,
  context: TablesContext,
): Finding | undefined {
  const { fabric, lids, routing } = context;
  const out = new Uint8Array(255);
  const named = namedLids(context, tables);
  for (const [sw, table] of tables.lft.entries())
    for (const [lid, port] of table.entries()) {
      if (named.has(lid)) continue;
      const owner = lids.owner[lid] ?? -1;
      let due = NO_PORT;
      if (owner === sw) due = 0;
      else if (
        owner >= 0 &&
        routing.candidates(sw as SwitchIx, lid as Lid, out) > 0
      )
        due = out[0] ?? NO_PORT;
      if (port === due) continue;
      const name = owner < 0 ? "nobody" : nameOf(fabric, owner);
      return {
        what: `LID ${lid} (${name}) has port ${port}, not ${due}`,
        where: `${fabric.name}, ${fabric.nodeName[sw] ?? ""}`,
        todo: "store candidates()[0], 0 for the owner itself and 255 where there is none",
      };
    }
  return undefined;
}
