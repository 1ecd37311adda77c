import type { FrameTable, Sight } from "./frame-table.ts";

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
  /** Of the delivered, the times from generation to arrival. */
  readonly frameTimes: number[];
  /** Tick of the first deadline of all; Infinity where none has begun. */
  firstDue: number;
  /** Tick of the last arrival. */
  lastArrival: number;
}

export interface StreamFrames {
  /** Of all streams of the traffic. */
  readonly table: FrameTable;
  /** Place of this stream among them, and their number. */
  readonly stream: number;
  readonly streams: number;
  /** Packets that the frame with a tag was cut into. */
  packets(tag: number): number;
  readonly period: number;
  /** Destinations of the stream. */
  readonly receivers: number;
}

/**
 * Adds the frames of one stream. Only those generated at `start` or later count: of others, packets may have passed unseen.
 *
 * O(d^2 f) for d destinations of f frames.
 */
export function tallyStream(
  tally: Tally,
  of: StreamFrames,
  start: number,
  origin: DeadlineOrigin,
): void {
  const { table, stream, streams, receivers } = of;
  const places = new Set<number>();
  const add = (place: number): void => void places.add(place);
  const firstFrame = Math.max(0, Math.ceil((table.first - stream) / streams));
  const first = firstFrame * streams + stream;
  for (let tag = first; tag < table.end; tag += streams) {
    const birth = table.birth(tag);
    if (birth !== undefined && birth >= start) table.eachPlace(tag, add);
  }
  // A destination at which nothing ever arrived still loses its frames, though nobody knows which it is.
  for (let unknown = -1; places.size < receivers; unknown--)
    places.add(unknown);
  for (const place of places)
    tallyPlace(tally, of, place, firstFrame, start, origin);
}

/**
 * Adds the frames of a stream as one destination sees them, by the rule of paper 004: a deadline is one period after the one before; after a frame that missed
 * its own, one period after its arrival.
 */
function tallyPlace(
  tally: Tally,
  { table, stream, streams, packets, period, receivers }: StreamFrames,
  place: number,
  firstFrame: number,
  start: number,
  origin: DeadlineOrigin,
): void {
  const sight: Sight = { birth: 0, count: 0, last: 0, settled: 0 };
  // Deadlines are counted from this tick, and this frame; unknown before they begin.
  let baseFrame: number | undefined;
  let base = 0;
  for (
    let frame = firstFrame, tag = frame * streams + stream;
    tag < table.end;
    frame++, tag += streams
  ) {
    if (!table.look(tag, place, sight) || sight.birth < start) continue;
    const { birth, count, last } = sight;
    const all = packets(tag);
    // What is missing here was dropped, once every packet is accounted for at every destination.
    const settled = count >= all || sight.settled >= all * receivers;
    if (!settled) tally.incomplete += 1;
    else if (count === 0) tally.lost += 1;
    else if (count < all) tally.damaged += 1;
    const arrived = settled && count > 0;
    if (baseFrame === undefined) {
      // With this origin, deadlines begin with the first frame that arrives.
      if (origin === "first-arrival" && !arrived) continue;
      baseFrame = frame - 1;
      base = origin === "generation" ? birth : last;
      tally.firstDue = Math.min(tally.firstDue, base + period);
    }
    if (!arrived) continue;
    const due = base + (frame - baseFrame) * period;
    tally.delivered += 1;
    tally.frameTimes.push(last - birth);
    tally.lastArrival = Math.max(tally.lastArrival, last);
    if (last > due) tally.lateness.push(last - due);
    baseFrame = frame;
    base = Math.max(last, due);
  }
}
