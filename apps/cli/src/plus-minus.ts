/** `74.7 % ± 0.9`, the same digits wherever a value is shown. */
export function plusMinus(
  value: number | null,
  ci: number | null,
  unit: string,
): string {
  if (value === null) return "none";
  const rounded = value.toFixed(1);
  return `${rounded === "-0.0" ? "0.0" : rounded}${unit}${ci === null ? "" : ` ± ${ci.toFixed(1)}`}`;
}
