import {
  checkTablesOf,
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
  type MulticastGroup,
  type RoutingEngine,
  type RoutingRule,
  type TablesContext,
  type TablesProgress,
} from "@fabriclab/spec";
import { endportIx, NO_PORT, type EndportIx } from "@fabriclab/units";
import { checkTableSource } from "./check-experiment.ts";
import type { TableSource } from "./experiment.ts";
import { extended } from "./extended-tables.ts";
import { withGroupsOf } from "./given-groups.ts";
import { idleBuilder, withNotes } from "./idle-builder.ts";

/** Pairs of hosts whose path LID is looked at: every pair up to 1024 hosts, that many evenly spread ones beyond. */
const CHECKED_PAIRS = 2 ** 20;

/** Tables, and what there is to say of a named builder that had nothing to build: see {@link idleBuilder}. */
export interface ComposedTables {
  readonly tables: ForwardingTables;
  readonly idleBuilder?: string;
}

interface Kept extends ComposedTables {
  readonly fabric: Fabric;
}

/** Tables without groups that were computed and checked, by what they were computed from: of the runs of a sweep, most differ in other things. */
const kept = new WeakMap<TableSource, Kept>();

/**
 * Addressing, routing, unicast tables, multicast tables, lanes; or the tables that are given. Checked before anything is simulated on them. Computed
 * once for the same source and fabric, where there are no groups.
 *
 * @param onProgress told how far routing and table builders are, by those of them that take long
 * @throws FabricError of a plugin; `E_SIM_EXPERIMENT`, `E_SIM_NO_MULTICAST_TABLES`, `E_SIM_NO_SUCH_GROUP`, `E_SPEC_TABLES_FABRIC`, `E_SIM_TABLES_PORT`, `E_SIM_HOST_WITHOUT_LID`,
 * `E_SIM_PATH_LID`
 */
export function composeTables(
  fabric: Fabric,
  source: TableSource,
  groups: readonly MulticastGroup[],
  hosts: readonly EndportIx[],
  onProgress?: TablesProgress,
): ForwardingTables {
  return composedTables(fabric, source, groups, hosts, onProgress).tables;
}

/** {@link composeTables}, with what there is to say of how they came about. */
export function composedTables(
  fabric: Fabric,
  source: TableSource,
  groups: readonly MulticastGroup[],
  hosts: readonly EndportIx[],
  onProgress?: TablesProgress,
): ComposedTables {
  checkTableSource(source);
  const known = groups.length === 0 ? kept.get(source) : undefined;
  if (known?.fabric === fabric) return known;
  const composed =
    "given" in source
      ? { tables: source.given }
      : computed(fabric, source, groups, onProgress);
  const { tables } = composed;
  if (groups.length > 0 && tables.multicast === undefined) {
    throw new FabricError({
      code: "E_SIM_NO_MULTICAST_TABLES",
      message:
        "the traffic sends to multicast groups, but there are no multicast tables",
      got: `${groups.length} groups, among them ${groups[0]?.name ?? ""}`,
      expected: "a multicast tables plugin, or given tables with an MFT",
    });
  }
  checkTables(fabric, tables, hosts);
  if ("given" in source)
    return { tables: withGroupsOf(fabric, tables, groups) };
  if (groups.length === 0) kept.set(source, { fabric, ...composed });
  return composed;
}

function computed(
  fabric: Fabric,
  source: Exclude<TableSource, { readonly given: ForwardingTables }>,
  groups: readonly MulticastGroup[],
  onProgress: TablesProgress | undefined,
): ComposedTables {
  const { addressing, routing, unicast, multicast, lanes } = source;
  const lids = addressing.plugin.assign(fabric, addressing.options);
  const told = onProgress === undefined ? {} : { onProgress };
  const made = routing.plugin.create(
    { fabric, lids, ...told },
    routing.options,
  );
  const base = {
    fabric,
    lids,
    routingName: routing.plugin.name,
    groups,
    ...told,
  };
  let tables: ForwardingTables;
  let context: TablesContext;
  let idle: string | undefined;
  if (isEngine(made)) {
    idle = idleBuilder(source);
    tables = withNotes(made.tables(), idle === undefined ? [] : [idle]);
    context = { ...base, lids: tables.lids, routing: ruleOf(tables) };
  } else {
    context = { ...base, routing: made };
    tables = withNotes(
      unicast.plugin.build(context, unicast.options),
      made.notes ?? [],
    );
  }
  if (multicast !== undefined && groups.length > 0) {
    const built = multicast.plugin.build(
      { ...context, unicast: tables },
      multicast.options,
    );
    tables = extended(tables, { multicast: built });
  }
  if (lanes !== undefined) {
    const built = lanes.plugin.build(
      { ...context, unicast: tables },
      lanes.options,
    );
    tables = extended(tables, built);
  }
  return idle === undefined ? { tables } : { tables, idleBuilder: idle };
}

const isEngine = (made: RoutingRule | RoutingEngine): made is RoutingEngine =>
  "tables" in made;

/** The paths of finished tables as a rule, for builders that follow them. */
function ruleOf(tables: ForwardingTables): RoutingRule {
  return {
    candidates(at, lid, out) {
      const port = tables.lft[at]?.[lid] ?? NO_PORT;
      if (port === NO_PORT) return 0;
      out[0] = port;
      return 1;
    },
    pathLid: (from, to) => tables.pathLid(from, to),
    pathSl: (from, to) => tables.pathSl(from, to),
    lanes: tables.lanes,
  };
}

/**
 * The view of the tables for a traffic whose groups are numbered from 0 but stand at `first` among all groups.
 */
export function groupView(
  tables: ForwardingTables,
  first: number,
  groups: readonly MulticastGroup[],
): ForwardingTables {
  const { multicast } = tables;
  if (multicast === undefined) return tables;
  return extended(tables, {
    multicast: {
      groups,
      mlidCount: multicast.mlidCount,
      firstMlid: multicast.firstMlid,
      words: multicast.words,
      masks: multicast.masks,
      plan: multicast.plan,
      mlids: (source, group) => multicast.mlids(source, first + group),
    },
  });
}

function checkTables(
  fabric: Fabric,
  tables: ForwardingTables,
  hosts: readonly EndportIx[],
): void {
  checkTablesOf(fabric, tables);
  const { lids, lft } = tables;
  for (let sw = 0; sw < fabric.switchCount; sw += 1) {
    const table = lft[sw] as Uint8Array;
    const ports = (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);
    const port = table.find((entry) => entry !== NO_PORT && entry > ports);
    if (table.length <= lids.topLid || port !== undefined) {
      throw new FabricError({
        code: "E_SIM_TABLES_PORT",
        message: "a forwarding table does not fit its switch",
        where: { path: fabric.nodeName[sw] ?? String(sw) },
        got:
          port === undefined
            ? `${table.length} entries`
            : `port ${port} for LID ${table.indexOf(port)}`,
        expected: `${lids.topLid + 1} entries, ports 0 to ${ports} or 255`,
      });
    }
  }
  for (const host of hosts) {
    if ((lids.baseLid[host] ?? 0) === 0) {
      throw new FabricError({
        code: "E_SIM_HOST_WITHOUT_LID",
        message: "a host has no LID, so nothing can be sent to it",
        where: { path: endportName(fabric, host) },
        expected: "a base LID for every cabled host port",
      });
    }
  }
  checkPathLids(fabric, tables, hosts);
}

function checkPathLids(
  fabric: Fabric,
  tables: ForwardingTables,
  hosts: readonly EndportIx[],
): void {
  const count = hosts.length;
  const pairs = count * count;
  // Why: a stride coprime to the number of pairs, so that sampling takes no pair twice and all sources and distances occur.
  const stride =
    pairs <= CHECKED_PAIRS ? 1 : coprimeNear(pairs / CHECKED_PAIRS, pairs);
  for (let k = 0; k < Math.min(pairs, CHECKED_PAIRS); k += 1) {
    const pair = (k * stride) % pairs;
    const from = hosts[Math.floor(pair / count)] as EndportIx;
    const to = hosts[pair % count] as EndportIx;
    if (from === to) continue;
    const lid = tables.pathLid(from, to);
    if (tables.lids.owner[lid] === to) continue;
    const owner = tables.lids.owner[lid] ?? -1;
    throw new FabricError({
      code: "E_SIM_PATH_LID",
      message: "the path's LID is not one of the destination's",
      where: {
        path: `${endportName(fabric, from)} to ${endportName(fabric, to)}`,
      },
      got: `LID ${lid}, of ${owner < 0 ? "nobody" : endportName(fabric, endportIx(owner))}`,
      expected: `a LID of ${endportName(fabric, to)}`,
    });
  }
}

/** Who made the tables, in words: `the tables of minhop`, and who their lanes. */
export const makersOf = (
  source: TableSource,
  { engine }: ForwardingTables,
): string =>
  "given" in source || source.lanes === undefined
    ? `the tables of ${engine}`
    : `the tables of ${engine} with lanes by ${source.lanes.plugin.name}`;

function coprimeNear(start: number, modulus: number): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  let candidate = Math.ceil(start);
  while (gcd(candidate, modulus) !== 1) candidate += 1;
  return candidate;
}
