import type { ForwardingTables } from "@fabriclab/spec";

/** `tables` with some fields replaced. Tables may be an instance of a class, whose methods a spread would lose. */
export function extended(
  tables: ForwardingTables,
  fields: Partial<ForwardingTables>,
): ForwardingTables {
  return {
    lids: tables.lids,
    lft: tables.lft,
    lanes: tables.lanes,
    engine: tables.engine,
    ...(tables.portSets === undefined ? {} : { portSets: tables.portSets }),
    ...(tables.portSetWords === undefined
      ? {}
      : { portSetWords: tables.portSetWords }),
    ...(tables.multicast === undefined ? {} : { multicast: tables.multicast }),
    ...(tables.multipath === undefined ? {} : { multipath: tables.multipath }),
    ...(tables.sl2vl === undefined ? {} : { sl2vl: tables.sl2vl }),
    ...(tables.hostSl2vl === undefined ? {} : { hostSl2vl: tables.hostSl2vl }),
    ...(tables.vlArb === undefined ? {} : { vlArb: tables.vlArb }),
    ...(tables.trees === undefined ? {} : { trees: tables.trees }),
    ...(tables.hostOrder === undefined ? {} : { hostOrder: tables.hostOrder }),
    ...(tables.report === undefined
      ? {}
      : {
          report: (beside?: readonly ForwardingTables[]) =>
            tables.report?.(beside) ?? { tables: [], notes: [] },
        }),
    pathLid: (from, to) => tables.pathLid(from, to),
    pathSl: (from, to) => tables.pathSl(from, to),
    ...fields,
  };
}
