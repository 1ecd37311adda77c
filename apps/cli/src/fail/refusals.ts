import { reasonText } from "../naming/reason.ts";
import type { Failure } from "./failure.ts";

/** Failures that a routing refuses for the same reason. */
export interface Refusals {
  /** Of the first: what, where, what would be accepted. */
  readonly reason: string;
  readonly hint: string | undefined;
  readonly labels: readonly string[];
  /** Whether the others differ in nothing, not even in the place that the routing names. */
  readonly isSame: boolean;
}

/** Refusals by code, message and hint, most frequent first: the place that each names is another wherever the failure is. */
export function refusalsOf(
  failures: readonly Failure[],
  fabric: string,
): Refusals[] {
  const groups = new Map<string, Refusals & { readonly labels: string[] }>();
  for (const { label, reason } of failures) {
    if (reason === null) continue;
    const key = JSON.stringify([reason.code, reason.message, reason.hint]);
    const text = reasonText(reason, fabric);
    const group = groups.get(key);
    // Why not a longer copy: there may be a hundred thousand.
    const labels = group?.labels ?? [];
    labels.push(label);
    groups.set(key, {
      reason: group?.reason ?? text,
      hint: reason.hint,
      labels,
      isSame: (group?.isSame ?? true) && (group?.reason ?? text) === text,
    });
  }
  return [...groups.values()].sort((a, b) => b.labels.length - a.labels.length);
}
