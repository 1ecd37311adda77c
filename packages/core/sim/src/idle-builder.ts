import { DEFAULT_PLUGINS, type ForwardingTables } from "@fabriclab/spec";
import type { TableSource } from "./experiment.ts";
import { extended } from "./extended-tables.ts";

/**
 * What to say of a builder of unicast tables that was named beside a routing that returns whole tables, as engines do; undefined where it is what is used
 * unasked.
 */
export const idleBuilder = ({
  unicast,
  routing,
}: Exclude<TableSource, { readonly given: ForwardingTables }>):
  | string
  | undefined =>
  unicast.plugin.name ===
  (routing.plugin.defaultTables ?? DEFAULT_PLUGINS.tables)
    ? undefined
    : `tables: ${unicast.plugin.name} has no effect: routing ${routing.plugin.name} makes whole tables itself`;

/** The tables with sentences before those of their report. */
export const withNotes = (
  tables: ForwardingTables,
  notes: readonly string[],
): ForwardingTables =>
  notes.length === 0
    ? tables
    : extended(tables, {
        report: (beside) => {
          const told = tables.report?.(beside) ?? { tables: [], notes: [] };
          return { ...told, notes: [...notes, ...told.notes] };
        },
      });
