/** `74.7 % ± 0.9` */
export function plusMinus(
  value: number | null,
  ci: number | null,
  unit: string,
): string {
  if (value === null) return "none";
  // Not -0.0.
  const rounded = (Math.round(value * 10) / 10 + 0).toFixed(1);
  return `${rounded}${unit}${ci === null ? "" : ` ± ${ci.toFixed(1)}`}`;
}
