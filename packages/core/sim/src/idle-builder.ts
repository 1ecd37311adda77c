import type { ForwardingTables } from "@fabriclab/spec";
import type { TableSource } from "./experiment.ts";
import { extended } from "./extended-tables.ts";

/** Sources whose routing returned whole tables, as engines do, so that a builder of unicast tables was named for nothing. */
const withIdleBuilder = new WeakSet<TableSource>();

/** What to say of a builder of unicast tables that has nothing to build; undefined where it had, or where it is what is used unasked. */
export const idleBuilder = (source: TableSource): string | undefined =>
  "given" in source || !withIdleBuilder.has(source)
    ? undefined
    : `tables: ${source.unicast.plugin.name} has no effect: routing ${source.routing.plugin.name} makes whole tables itself`;

/** The tables that an engine made, with a note where a builder was named beside it. */
export function madeByEngine(
  source: Exclude<TableSource, { readonly given: ForwardingTables }>,
  tables: ForwardingTables,
): ForwardingTables {
  if (source.unicast.plugin.name === "linear") return tables;
  withIdleBuilder.add(source);
  return withNotes(tables, [idleBuilder(source) ?? ""]);
}

/** The tables with sentences before those of their report. */
export const withNotes = (
  tables: ForwardingTables,
  notes: readonly string[],
): ForwardingTables =>
  extended(tables, {
    report: (beside) => {
      const told = tables.report?.(beside) ?? { tables: [], notes: [] };
      return { ...told, notes: [...notes, ...told.notes] };
    },
  });
