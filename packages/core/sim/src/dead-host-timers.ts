import { emptyDraft, type Stream } from "@fabriclab/spec";
import type { Drive } from "./drive.ts";

/** Looks at the streams of a run, after which one that sends again without end is left alone. */
const MOST_LOOKS = 10_000;

/**
 * Lets the timers of traffic that sends again what is lost run at hosts whose own cable is dead for good, once nothing moves any more.
 *
 * Why: a network asks a stream when its lane is free, and behind a dead cable a packet keeps it for ever. What is drafted here is discarded, as a host channel adapter
 * discards what it is given while its port is down; so time-outs are counted, and a retry counter runs out. Other traffic keeps its packets: they would be
 * sent if the cable came back, and nobody would send them again.
 */
export function expireAtDeadHosts({ composition, changes, now }: Drive): void {
  const streams = composition.traffic.flatMap((entry) =>
    entry.timers === true && entry.progress !== undefined
      ? entry.streams.filter(({ source }) => changes.isCutOff(source))
      : [],
  );
  const due = new Map<Stream, number>(
    streams.map((stream) => [stream, now] as const),
  );
  const draft = emptyDraft();
  for (let looks = 0; looks < MOST_LOOKS && due.size > 0; looks++) {
    const tick = Math.min(...due.values());
    for (const [stream, at] of due) {
      if (at > tick) continue;
      draft.now = tick;
      draft.retryAt = -1;
      while (stream.next(draft));
      // A stream that asks for a tick that is over would be asked for ever.
      if (draft.retryAt < 0) due.delete(stream);
      else due.set(stream, Math.max(tick + 1, draft.retryAt));
    }
  }
}
