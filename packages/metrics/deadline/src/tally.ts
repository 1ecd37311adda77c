import type { FrameRecord } from "./frame-records.ts";

export type DeadlineOrigin = "generation" | "first-arrival";

/** Frames by what became of them, over all streams and destinations. */
export interface Tally {
  /** Arrived: their last packet came. */
  delivered: number;
  /** Of these, after their deadline. */
  readonly lateness: number[];
  /** Of the delivered, with a packet dropped on the way. */
  damaged: number;
  /** Nothing of them arrived: every packet was dropped. */
  lost: number;
  /** Seen, but neither arrived nor lost by the end. */
  incomplete: number;
  /** Sum over the delivered of the time from generation to arrival. */
  frameTime: number;
}

/** A frame as one destination sees it. */
interface Seen {
  readonly frame: number;
  readonly birth: number;
  /** Undefined while it has not arrived. */
  readonly arrival: number | undefined;
}

export interface StreamFrames {
  /** Frame number -> what was seen. */
  readonly frames: ReadonlyMap<number, FrameRecord>;
  /** Packets that a frame was cut into. */
  packets(frame: number): number;
  readonly period: number;
  /** Destinations of the stream. */
  readonly receivers: number;
}

/**
 * Adds the frames of one stream. Only those generated at `start` or later count: of others, packets may have passed unseen.
 *
 * O(f log f) for f frames.
 */
export function tallyStream(
  tally: Tally,
  { frames, packets, period, receivers }: StreamFrames,
  start: number,
  origin: DeadlineOrigin,
): void {
  const ordered = [...frames]
    .filter(([, { birth }]) => birth >= start)
    .sort(([a], [b]) => a - b);
  const places = new Set(ordered.flatMap(([, record]) => record.places));
  // A destination at which nothing ever arrived still loses its frames, though nobody knows which it is.
  for (let unknown = -1; places.size < receivers; unknown--)
    places.add(unknown);
  for (const place of places) {
    const seen: Seen[] = [];
    for (const [frame, record] of ordered) {
      const at = record.places.indexOf(place);
      const count = at < 0 ? 0 : (record.counts[at] ?? 0);
      // What is missing here was dropped, once every packet is accounted for at every destination.
      const known = record.counts.reduce((sum, n) => sum + n, record.drops);
      const settled =
        count >= packets(frame) || known >= packets(frame) * receivers;
      if (!settled) tally.incomplete += 1;
      else if (count === 0) tally.lost += 1;
      else if (count < packets(frame)) tally.damaged += 1;
      const arrived = settled && count > 0;
      seen.push({
        frame,
        birth: record.birth,
        arrival: arrived ? record.lasts[at] : undefined,
      });
    }
    judge(tally, seen, period, origin);
  }
}

/**
 * The rule of paper 004: a deadline is one period after the one before; after a frame that missed its own, one period after its arrival.
 */
function judge(
  tally: Tally,
  seen: readonly Seen[],
  period: number,
  origin: DeadlineOrigin,
): void {
  let base: { readonly frame: number; readonly tick: number } | undefined;
  for (const { frame, birth, arrival } of seen) {
    if (base === undefined) {
      const begin = origin === "generation" ? birth : arrival;
      // With this origin, deadlines begin with the first frame that arrives.
      if (begin === undefined) continue;
      base = { frame: frame - 1, tick: begin };
    }
    const due: number = base.tick + (frame - base.frame) * period;
    if (arrival === undefined) continue;
    tally.delivered += 1;
    tally.frameTime += arrival - birth;
    if (arrival > due) tally.lateness.push(arrival - due);
    base = { frame, tick: Math.max(arrival, due) };
  }
}
