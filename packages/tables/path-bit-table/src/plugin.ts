import {
  choiceParam,
  defineUnicastTables,
  FabricError,
  type ForwardingTables,
  PAPERS,
} from "@fabriclab/spec";
import type { Lid, Sl } from "@fabriclab/units";
import { z } from "zod";
import { compile } from "./compile.ts";
import { multipathPlan } from "./plan.ts";
import { pathBitReport } from "./report.ts";

/**
 * Compiles paths named by bits into linear forwarding tables that deliver for every value of the bits.
 *
 * Every (source, destination, bits) is followed. Where the patterns of the paper lead nowhere, the switches that do not arrive take their default port
 * for that LID; the report tells how many. Every LID of a block that names no path behaves as the base LID.
 *
 * @throws FabricError E_PATH_BIT_TABLE_NO_BITS, E_PATH_BIT_TABLE_LIDS, what the routing throws
 */
export const pathBitTable = defineUnicastTables({
  name: "path-bit-table",
  summary:
    "Compiles paths named by bits into forwarding tables that deliver for every value of the bits.",
  cites: [PAPERS.kim2007],
  params: z.object({
    lookup: choiceParam(["shortest", "specific"], "shortest").describe(
      "which pattern a value takes where it fits several, which the paper leaves open: that of the shortest path, then the most specific one; or the other way round, which lets more values go astray",
    ),
    adaptiveDetour: z
      .union([z.literal("any"), z.int().min(0)], {
        error: "any, or an integer from 0",
      })
      .default("any")
      .describe(
        "ports that the adaptive LID offers: those by which a path is at most so many cables longer than a shortest one; any = the first ports of all paths",
      )
      .meta({ unit: "1" }),
  }),
  claims: {},
  build(context, { lookup, adaptiveDetour }): ForwardingTables {
    const { fabric, lids, routing, routingName } = context;
    const { pathBits } = routing;
    if (pathBits === undefined)
      throw new FabricError({
        code: "E_PATH_BIT_TABLE_NO_BITS",
        message: `routing ${routingName} names no paths by bits`,
        where: { path: "tables" },
        got: `tables: path-bit-table, routing: ${routingName}`,
        expected: "a routing with path bits, such as multipath",
        hint: `leave out tables, so that ${routingName} takes the builder it is made for`,
      });
    const compiled = compile(context, pathBits, {
      lookup,
      adaptiveDetour: adaptiveDetour === "any" ? Infinity : adaptiveDetour,
    });
    const { lft, portSets, portSetWords } = compiled;
    return {
      lids,
      lft,
      portSets,
      portSetWords,
      multipath: multipathPlan(fabric, lids, lft, pathBits.bits),
      lanes: routing.lanes ?? 1,
      engine: routingName,
      sameForAllSources:
        routing.pathLid === undefined && routing.pathSl === undefined,
      pathLid: (source, destination) =>
        routing.pathLid?.(source, destination) ??
        ((lids.baseLid[destination] ?? 0) as Lid),
      pathSl: (source, destination) =>
        routing.pathSl?.(source, destination) ?? (0 as Sl),
      report: (beside = []) =>
        pathBitReport(context, pathBits, compiled, beside),
    };
  },
});
