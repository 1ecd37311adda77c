import {
  parseOptions,
  type ForwardingTables,
  type LaneTablesPlugin,
  type TablesContext,
} from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";
import { auditOfPairs } from "./audited.ts";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import { compileRule, nameOf } from "./compile.ts";
import { hasLoop, loopOf } from "./credit-loop.ts";
import { documentChecks } from "./documented.ts";
import type { TablesCase } from "./tables-kit.ts";
import { untouchedFabric } from "./untouched-fabric.ts";

const SERVICE_LEVELS = 16;

type LaneTables = ReturnType<LaneTablesPlugin["build"]>;

/**
 * Registers the conformance tests of a builder of SL2VL tables: their size and range, that no packet of the routing is discarded, and that they close
 * no credit loop which the routing leaves open.
 */
export function laneTablesKit(
  plugin: LaneTablesPlugin,
  cases: readonly TablesCase[],
  runner: Runner,
): void {
  register(
    runner,
    `tables ${plugin.name} conform`,
    laneTablesChecks(plugin, cases),
  );
}

/** The checks of `laneTablesKit`, for callers without a test runner. */
export function laneTablesChecks(
  plugin: LaneTablesPlugin,
  cases: readonly TablesCase[],
): Check[] {
  const build = ({ context, options }: TablesCase): LaneTables =>
    plugin.build(context, parseOptions(plugin, options ?? {}));
  const each = (
    search: (
      made: LaneTables,
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
    check("there is an entry for every input, output and SL", () =>
      each(wrongSize),
    ),
    check("every VL is below the number of lanes, or 15 to discard", () =>
      each(wrongLane),
    ),
    check("the number of lanes is that of the highest VL", () =>
      each((made, { fabric }) => {
        let highest = -1;
        for (const vl of lanesOf(made)) highest = Math.max(highest, vl);
        return highest < 0 || highest >= made.lanes - 1
          ? undefined
          : {
              what: `${made.lanes} lanes are asked for and none above VL ${highest} is used`,
              where: fabric.name,
              todo: `say lanes: ${highest + 1}; switches with fewer lanes are refused`,
            };
      }),
    ),
    check("no packet of the routing is discarded", () => each(discarded)),
    check("no credit loop closes that the routing leaves open", () =>
      each(closedLoop),
    ),
    check("the same input gives the same tables", () =>
      each((made, { fabric }, given) => {
        const again = build(given);
        const same =
          made.lanes === again.lanes && textOf(made) === textOf(again);
        return same
          ? undefined
          : {
              what: "two calls gave different tables",
              where: fabric.name,
              todo: "leave out chance without a seed, and state kept between calls",
            };
      }),
    ),
    untouchedFabric(cases, ({ context }) => context.fabric, build),
    ...documentChecks(plugin),
  ];
}

/** Every VL of the tables but 15, switches' first. */
function* lanesOf({ sl2vl, hostSl2vl }: LaneTables): Generator<number> {
  for (const table of [...new Set(sl2vl ?? []), hostSl2vl ?? []])
    for (const vl of table) if (vl !== MANAGEMENT_VL) yield vl;
}

const textOf = ({ sl2vl = [], hostSl2vl }: LaneTables): string =>
  [...sl2vl, hostSl2vl].map((table) => table?.join(" ")).join("\n");

function wrongSize(
  { sl2vl, hostSl2vl }: LaneTables,
  { fabric }: TablesContext,
): Finding | undefined {
  const todo =
    "sl2vl[switch][(in * (radix + 1) + out) * 16 + sl] for ports 0 to radix; 16 entries for all hosts, or 16 for every endport";
  if (
    hostSl2vl !== undefined &&
    hostSl2vl.length !== SERVICE_LEVELS &&
    hostSl2vl.length !== SERVICE_LEVELS * fabric.endportCount
  )
    return {
      what: `hosts have ${hostSl2vl.length} entries`,
      where: fabric.name,
      todo,
    };
  if (sl2vl === undefined) return undefined;
  if (sl2vl.length !== fabric.switchCount)
    return {
      what: `${sl2vl.length} tables for ${fabric.switchCount} switches`,
      where: fabric.name,
      todo,
    };
  for (const [sw, table] of sl2vl.entries()) {
    const ports =
      (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
    if (table.length === ports * ports * SERVICE_LEVELS) continue;
    return {
      what: `${table.length} entries for ${ports - 1} ports`,
      where: `${fabric.name}, ${fabric.nodeName[sw] ?? ""}`,
      todo,
    };
  }
  return undefined;
}

function wrongLane(
  made: LaneTables,
  { fabric }: TablesContext,
): Finding | undefined {
  for (const vl of lanesOf(made))
    if (vl >= made.lanes)
      return {
        what: `an entry names VL ${vl} of ${made.lanes}`,
        where: fabric.name,
        todo: "raise `lanes`, or map to a lane that there is",
      };
  return undefined;
}

function withLanes(
  { fabric, lids, routing, routingName, unicast }: TablesContext,
  made: Partial<LaneTables>,
): ForwardingTables {
  return {
    ...(unicast ?? compileRule(fabric, lids, routing, routingName)),
    ...made,
  };
}

function discarded(
  made: LaneTables,
  context: TablesContext,
): Finding | undefined {
  const { fabric } = context;
  const pair = auditOfPairs({
    fabric,
    tables: withLanes(context, made),
  }).unreachable.examples.find(({ end }) => end === "no-lane");
  return pair === undefined
    ? undefined
    : {
        what: `a packet from ${nameOf(fabric, pair.source)} to ${nameOf(fabric, pair.destination)} on SL ${pair.sl} is discarded`,
        where: `${fabric.name}, at ${pair.at.name}, on the way to port ${pair.at.port}`,
        todo: "give every SL that the routing uses a lane at every switch",
      };
}

function closedLoop(
  made: LaneTables,
  context: TablesContext,
): Finding | undefined {
  // An entry above the lanes is found by another check.
  if (wrongLane(made, context) !== undefined) return undefined;
  const { fabric } = context;
  if (hasLoop({ fabric, tables: withLanes(context, {}) })) return undefined;
  return loopOf(
    { fabric, tables: withLanes(context, made) },
    "keep apart the SLs by which the routing breaks this cycle, or refuse the routing",
  );
}
