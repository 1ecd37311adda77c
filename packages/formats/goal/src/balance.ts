import type { Notes } from "@fabriclab/reading";
import { ANY, type GoalSchedule } from "./schedule.ts";

/**
 * Notes messages that nobody receives, and receives that nobody sends to, by ranks and tag; nothing is said of a rank that receives from any rank or any tag.
 *
 * Complexity: O(operations).
 */
export function noteUnmatched({ ranks }: GoalSchedule, notes: Notes): void {
  const open = new Map<string, number>();
  const anyone = new Set<number>();
  for (const [rank, operations] of ranks.entries())
    for (const { kind, peer, tag } of operations) {
      if (kind === "calc") continue;
      if (kind === "recv" && (peer === ANY || tag === ANY)) anyone.add(rank);
      const [from, to, step] =
        kind === "send" ? [rank, peer, 1] : [peer, rank, -1];
      const key = `${to} ${from} ${tag}`;
      open.set(key, (open.get(key) ?? 0) + step);
    }
  for (const [key, count] of open) {
    if (count === 0 || anyone.has(Number.parseInt(key, 10))) continue;
    notes.add(
      count > 0
        ? "messages are sent that nobody receives"
        : "messages are waited for that nobody sends",
      0,
      Math.abs(count),
    );
  }
}
