import type { Fabric } from "@fabriclab/spec";
import { many } from "@fabriclab/spec";
import type { Ends } from "./message-stream.ts";
import { pairNames } from "./pair-names.ts";

/** Messages of a connection below which nothing is claimed: its window may hold them all. */
const LEAST_MESSAGES = 20;
/** How much longer than their load says messages took to leave, where that is worth a word. */
const LEAST_SLOWNESS = 1.1;

/**
 * What to say of connections that could not send their messages at their load, as acknowledgements came too slowly for their window: then messages waited at the
 * sender, the later ones longer. Undefined where all could.
 */
export function heldBack(
  fabric: Fabric,
  ends: readonly Ends[],
  messages: number,
): string | undefined {
  if (messages < LEAST_MESSAGES) return undefined;
  const slow = ends.filter(
    ({ sender }) => (sender.slowness ?? 0) >= LEAST_SLOWNESS,
  );
  if (slow.length === 0) return undefined;
  const slowest = Math.max(...slow.map(({ sender }) => sender.slowness ?? 0));
  return `${slow.length} of ${many(ends.length, "connection")} ${slow.length === 1 ? "was" : "were"} held back, and took up to ${Number(slowest.toPrecision(2))} times as long to send as their load says: ${pairNames(fabric, slow)}; their messages waited at the sender, so the mean latency depends on how many they are`;
}
