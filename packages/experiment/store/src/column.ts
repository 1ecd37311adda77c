import type { ColumnType, ResultColumn } from "./results.ts";
import type { RunRecord } from "./run-record.ts";

/** A column and how a run fills it. */
export interface Column extends ResultColumn {
  readonly of: (run: RunRecord) => number | string | null | undefined;
}

export const column = (
  name: string,
  type: ColumnType,
  unit: string,
  description: string,
  role: ResultColumn["role"],
  of: Column["of"],
): Column => ({ name, type, unit, description, role, of });

/** `link-load.max` -> `link_load_max`: what SQL takes without quotes. */
export const columnName = (text: string): string => {
  const name = text
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return /^\d/.test(name) ? `_${name}` : name;
};
