import type { Fabric, Options } from "@fabriclab/spec";
import { many } from "@fabriclab/spec";
import type { Ends } from "./message-stream.ts";
import { pairNames } from "./pair-names.ts";
import type { params } from "./params.ts";

/** Messages of a connection below which nothing is claimed: its window may hold them all. */
const LEAST_MESSAGES = 20;
/** How much longer than their load says messages took to leave, where that is worth a word. */
const LEAST_SLOWNESS = 1.1;
/** The same of endless connections, for whom what waits counts, too: a steady network makes them late by a while, not by a share of all their time. */
const LEAST_ENDLESS = 1.01;
/** Share of the messages that found their window full, from which on it is named. */
const MOST = 0.5;

/**
 * What to say of connections that could not send their messages at their load, as acknowledgements came too slowly for their window: then messages waited at the
 * sender, the later ones longer. Undefined where all could.
 */
export function heldBack(
  fabric: Fabric,
  ends: readonly Ends[],
  { messages, window }: Options<typeof params>,
): string | undefined {
  if (messages !== undefined && messages < LEAST_MESSAGES) return undefined;
  const enough = LEAST_MESSAGES * window;
  const isSlow = ({ sender }: Ends): boolean =>
    messages === undefined
      ? (sender.slowness(enough) ?? 0) >= LEAST_ENDLESS &&
        sender.waiting >= window
      : (sender.slowness(enough) ?? 0) >= LEAST_SLOWNESS;
  const slow = ends.filter(isSlow);
  if (slow.length === 0) return undefined;
  const slowest = Math.max(
    ...slow.map(({ sender }) => sender.slowness(enough) ?? 0),
  );
  const times = Number(slowest.toPrecision(slowest < 1.1 ? 3 : 2));
  const was = slow.length === 1 ? "was" : "were";
  const wait =
    messages === undefined
      ? "their messages wait at the sender"
      : "their messages waited at the sender, so the mean latency depends on how many they are";
  return `${slow.length} of ${many(ends.length, "connection")} ${was} held back, and took up to ${times} times as long to send as their load says: ${pairNames(fabric, slow)}; ${wait}${slow.some(({ sender }) => sender.windowShare >= MOST) ? fullWindow(window) : ""}`;
}

/** Why: a window of messages a round trip is all that a connection sends, and no link need be busy for it. */
const fullWindow = (window: number): string =>
  `; \`window\` was full, and a connection sends ${window === 1 ? "one message" : `at most ${window} messages`} from one acknowledgement's round trip to the next, however idle the links are: a larger \`window\` sends more where these have room`;
