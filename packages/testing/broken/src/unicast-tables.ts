import {
  defineUnicastTables,
  type Fabric,
  type ForwardingTables,
  type MultipathPlan,
  type TablesContext,
  type UnicastTablesPlugin,
} from "@fabriclab/spec";
import { walk } from "@fabriclab/paths";
import { lidTable } from "@fabriclab/spec";
import { NO_PORT, type Lid, type Sl, type SwitchIx } from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { row } from "./fabrics.ts";
import { shortest } from "./shortest.ts";

export type BrokenTablesSetup = readonly {
  readonly context: TablesContext;
  readonly foreign?: boolean;
}[];

/** `shortest` on a fabric, with SL 1 from the last endport. */
export function contextOn(fabric: Fabric): TablesContext {
  const lids = lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
    new Uint8Array(fabric.endportCount),
  );
  const rule = shortest({ fabric, lids });
  return {
    fabric,
    lids,
    routing: {
      ...rule,
      pathSl: (source) => (source === fabric.endportCount - 1 ? 1 : 0) as Sl,
    },
    routingName: "shortest",
    groups: [],
  };
}

/** As `tables/linear` makes them. */
export function rightTables({
  fabric,
  lids,
  routing,
}: TablesContext): ForwardingTables {
  const out = new Uint8Array(255);
  const lft = Array.from({ length: fabric.switchCount }, (_, sw) =>
    Uint8Array.from(lids.owner, (owner, lid) => {
      if (owner === sw) return 0;
      return owner < 0 ||
        routing.candidates(sw as SwitchIx, lid as Lid, out) === 0
        ? NO_PORT
        : (out[0] ?? NO_PORT);
    }),
  );
  return {
    lids,
    lft,
    lanes: 1,
    engine: "right",
    pathLid: (_, to) => (lids.baseLid[to] ?? 0) as Lid,
    pathSl: (from, to) => routing.pathSl?.(from, to) ?? (0 as Sl),
  };
}

const tables = (
  name: string,
  build: (context: TablesContext) => ForwardingTables,
): UnicastTablesPlugin =>
  defineUnicastTables({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: {},
    build,
  });

const setup = [{ context: contextOn(row(3)) }];

/** Blocks of four LIDs for every endport: with one path bit, that of the second half of each. */
function blocksOn(fabric: Fabric): TablesContext {
  const lids = lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => 4 * (i + 1)),
    new Uint8Array(fabric.endportCount).fill(2),
  );
  return { ...contextOn(fabric), lids, routing: shortest({ fabric, lids }) };
}

/** Right: one path for both values of one bit. */
function planned(context: TablesContext): ForwardingTables {
  const made = rightTables(context);
  const base = (endport: number): number => context.lids.baseLid[endport] ?? 0;
  return {
    ...made,
    multipath: {
      bits: 1,
      lid: (to, value) => (base(to) + 2 + value) as Lid,
      adaptiveLid: (to) => (base(to) + 1) as Lid,
      paths: (from, to) => [
        {
          value: 0,
          hops: walk(context.fabric, made, from, to).switches.length,
        },
      ],
    },
  };
}

const blocks = [{ context: blocksOn(row(3)) }];

const plan = (
  name: string,
  more: (
    right: MultipathPlan,
    made: ForwardingTables,
  ) => Partial<ForwardingTables>,
): UnicastTablesPlugin =>
  tables(name, (context) => {
    const made = planned(context);
    const right = made.multipath;
    return right === undefined ? made : { ...made, ...more(right, made) };
  });
let calls = 0;

export const brokenUnicastTables: readonly Broken<
  UnicastTablesPlugin,
  BrokenTablesSetup
>[] = [
  {
    fails: "there is a table of every switch for every LID",
    plugin: tables("short", (context) => {
      const made = rightTables(context);
      return { ...made, lft: made.lft.map((table) => table.slice(0, -1)) };
    }),
    setup,
  },
  {
    fails:
      "every entry is the routing's first choice, 0 for the switch itself, 255 for no path",
    plugin: tables("no-zero", (context) => {
      const made = rightTables(context);
      return {
        ...made,
        lft: made.lft.map((table) =>
          table.map((port) => (port === 0 ? NO_PORT : port)),
        ),
      };
    }),
    setup,
  },
  {
    fails: "path LIDs and SLs are the routing's, or the base LID and SL 0",
    plugin: tables("level", (context) => ({
      ...rightTables(context),
      pathSl: () => 0 as Sl,
    })),
    setup,
  },
  {
    fails: "every value of the path bits arrives, from every host",
    plugin: tables("lost-value", (context) => {
      const made = planned(context);
      const lft = made.lft.map((table) => table.slice());
      const last = context.fabric.endportCount - 1;
      // In a row of three, from the first switch to the last host by bits 1: no entry. Told as one path, so that nothing else is wrong.
      const first = lft[0];
      if (first !== undefined)
        first[(context.lids.baseLid[last] ?? 0) + 3] = NO_PORT;
      return { ...made, lft };
    }),
    setup: blocks,
  },
  {
    fails: "the paths of a pair are told once each, fewest switches first",
    plugin: plan("path-twice", (right) => ({
      multipath: {
        ...right,
        paths: (from, to) =>
          right
            .paths(from, to)
            .flatMap((path) => [path, { ...path, value: 1 }]),
      },
    })),
    setup: blocks,
  },
  {
    fails: "an adaptive LID offers the LFT's port, and never only the way back",
    plugin: plan("no-choice", (_, { lft }) => ({
      portSets: lft.map((table) => new Int32Array(table.length)),
      portSetWords: 1,
    })),
    setup: blocks,
  },
  {
    fails: "the same input gives the same tables",
    plugin: tables("fickle", (context) => {
      const made = rightTables(context);
      const turn = (calls += 1) % 8;
      // Every eighth: the checks before build six times, and this one twice.
      return {
        ...made,
        lft: made.lft.map((table) => (turn === 0 ? table.map(() => 1) : table)),
      };
    }),
    setup,
  },
  {
    fails: "the fabric is not written to",
    plugin: tables("vandal", (context) => {
      context.fabric.linkWidth[0] = (context.fabric.linkWidth[0] ?? 0) + 1;
      return rightTables(context);
    }),
    setup: [{ context: contextOn(row(3)) }],
  },
  ...badDocuments(tables("document", rightTables), setup),
];
