/**
 * Rows as comma-separated values with a line of column names, lines ended by a line feed. Fields with a comma, a quote or a line break are
 * quoted; a missing value is an empty field.
 */
export function csv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | number | undefined>>[],
): string {
  const field = (value: string | number | undefined): string => {
    const text = value === undefined ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [
    columns.map(field).join(","),
    ...rows.map((row) => columns.map((column) => field(row[column])).join(",")),
    "",
  ].join("\n");
}
