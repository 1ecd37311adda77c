import {
  defineLaneTables,
  type LaneTablesPlugin,
  type TablesContext,
} from "@fabriclab/spec";
import type { Sl } from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { ring, row } from "./fabrics.ts";
import { contextOn, type BrokenTablesSetup } from "./unicast-tables.ts";

type LaneTables = ReturnType<LaneTablesPlugin["build"]>;

/** VL = SL modulo the lanes, everywhere. */
function modulo({ fabric }: TablesContext, lanes: number): LaneTables {
  return {
    lanes,
    sl2vl: Array.from({ length: fabric.switchCount }, (_, sw) => {
      const ports =
        (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
      return Uint8Array.from(
        { length: ports * ports * 16 },
        (_, at) => (at % 16) % lanes,
      );
    }),
    hostSl2vl: Uint8Array.from({ length: 16 }, (_, sl) => sl % lanes),
  };
}

/** The tables with one entry of the last switch changed, for every input and output. */
function changed(made: LaneTables, sl: number, vl: number): LaneTables {
  const last = (made.sl2vl?.length ?? 0) - 1;
  return {
    ...made,
    sl2vl: (made.sl2vl ?? []).map((table, sw) =>
      sw === last ? table.map((old, at) => (at % 16 === sl ? vl : old)) : table,
    ),
  };
}

const tables = (
  name: string,
  build: (context: TablesContext) => LaneTables,
): LaneTablesPlugin =>
  defineLaneTables({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: {},
    build,
  });

/** Shortest paths on a ring of five; those between S4 and S0 have SL 1, which leaves the ring open on either lane. */
function onRing(): TablesContext {
  const fabric = ring(5);
  const context = contextOn(fabric);
  return {
    ...context,
    routing: {
      ...context.routing,
      lanes: 2,
      pathSl(source, destination) {
        const [from, to] = [source - 5, destination - 5];
        return (Math.abs(from - to) > 2 ? 1 : 0) as Sl;
      },
    },
  };
}

const setup = [{ context: contextOn(row(3)) }];
let calls = 0;

export const brokenLaneTables: readonly Broken<
  LaneTablesPlugin,
  BrokenTablesSetup
>[] = [
  {
    fails: "there is an entry for every input, output and SL",
    plugin: tables("long", (context) => {
      const made = modulo(context, 2);
      return {
        ...made,
        sl2vl: (made.sl2vl ?? []).map((table) =>
          Uint8Array.from([...table, ...new Uint8Array(16)]),
        ),
      };
    }),
    setup,
  },
  {
    fails: "every VL is below the number of lanes, or 15 to discard",
    plugin: tables("high", (context) => changed(modulo(context, 2), 5, 2)),
    setup,
  },
  {
    fails: "the number of lanes is that of the highest VL",
    plugin: tables("modest", (context) => ({
      ...modulo(context, 2),
      lanes: 3,
    })),
    setup,
  },
  {
    fails: "no packet of the routing is discarded",
    plugin: tables("hungry", (context) => changed(modulo(context, 2), 0, 15)),
    setup,
  },
  {
    fails: "no credit loop closes that the routing leaves open",
    plugin: tables("flat", (context) => modulo(context, 1)),
    setup: [{ context: onRing() }],
  },
  {
    fails: "the same input gives the same tables",
    plugin: tables("fickle", (context) => {
      // Every seventh: the checks before build five times, and this one twice.
      calls += 1;
      const made = modulo(context, 2);
      return calls % 7 === 0 ? changed(made, 5, 0) : made;
    }),
    setup,
  },
  {
    fails: "the fabric is not written to",
    plugin: tables("vandal", (context) => {
      context.fabric.linkWidth[0] = (context.fabric.linkWidth[0] ?? 0) + 1;
      return modulo(context, 2);
    }),
    setup: [{ context: contextOn(row(3)) }],
  },
  ...badDocuments(
    tables("document", (context) => modulo(context, 2)),
    setup,
  ),
];
