import type { Experiment } from "@fabriclab/sim";

/**
 * A result as it is printed: what is not a finite number becomes null, which JSON has and NaN it has not.
 */
export function printable(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(printable);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, printable(field)]),
    );
  }
  return value;
}

/** What `run --json` prints: the result, and the confidence of its intervals. What differs between equal runs comes last. */
export function resultJson(
  { wallSeconds, ...result }: { readonly wallSeconds: number },
  { measure: { confidence } }: Experiment,
): string {
  const all = printable({ ...result, confidence, wallSeconds });
  return `${JSON.stringify(all, null, 2)}\n`;
}
