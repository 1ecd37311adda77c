/**
 * Node descriptions of the m-port n-tree: `SW<20,1>` and `P(200)`; digits are joined by `.` where m > 10, because one may then need two figures.
 */

const separator = (ports: number): string => (ports > 10 ? "." : "");

/** `SW<w,l>`; w has n-1 digits, none for a tree of one level. */
export function switchLabel(
  ports: number,
  w: ArrayLike<number>,
  level: number,
): string {
  return `SW<${Array.from(w).join(separator(ports))},${level}>`;
}

/** `P(p)`; p has n digits. */
export function hostLabel(ports: number, p: ArrayLike<number>): string {
  return `P(${Array.from(p).join(separator(ports))})`;
}

function digits(text: string, ports: number): number[] | undefined {
  if (text === "") return [];
  const parts = text.split(separator(ports));
  return parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part))
    ? parts.map(Number)
    : undefined;
}

/** The digits and level of a switch's label; undefined where the text is none. */
export function parseSwitchLabel(
  label: string,
  ports: number,
): { readonly w: readonly number[]; readonly level: number } | undefined {
  const match = /^SW<([0-9.]*),([0-9]{1,3})>$/.exec(label);
  const w = match === null ? undefined : digits(match[1] ?? "", ports);
  return w === undefined ? undefined : { w, level: Number(match?.[2]) };
}

/** The digits of a host's label; undefined where the text is none. */
export function parseHostLabel(
  label: string,
  ports: number,
): readonly number[] | undefined {
  const match = /^P\(([0-9.]+)\)$/.exec(label);
  return match === null ? undefined : digits(match[1] ?? "", ports);
}
