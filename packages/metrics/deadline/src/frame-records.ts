/** What was seen of one frame of one stream. */
export interface FrameRecord {
  /** Tick of its earliest packet's birth. */
  birth: number;
  /** Packets of it that were dropped, once for each destination that loses them, wherever they were going. */
  drops: number;
  /** Destinations that got a packet of it, and for each the packets and the tick of the last one. */
  readonly places: number[];
  readonly counts: number[];
  readonly lasts: number[];
}

/** Frames of one stream: frame number -> what was seen. */
export class StreamRecords {
  readonly frames = new Map<number, FrameRecord>();
  // Why: packets of a stream come frame by frame, so that the map is seldom asked.
  #latest = -1;
  #record: FrameRecord = blank();

  delivered(frame: number, birth: number, place: number, time: number): void {
    const record = this.#of(frame);
    if (birth < record.birth) record.birth = birth;
    add(record, place, 1, time);
  }

  dropped(frame: number, birth: number, copies: number): void {
    const record = this.#of(frame);
    if (birth < record.birth) record.birth = birth;
    record.drops += copies;
  }

  merge(other: StreamRecords): void {
    for (const [frame, from] of other.frames) {
      const record = this.#of(frame);
      record.birth = Math.min(record.birth, from.birth);
      record.drops += from.drops;
      from.places.forEach((place, i) => {
        add(record, place, from.counts[i] ?? 0, from.lasts[i] ?? -Infinity);
      });
    }
  }

  clear(): void {
    this.frames.clear();
    this.#latest = -1;
  }

  #of(frame: number): FrameRecord {
    if (frame === this.#latest) return this.#record;
    let record = this.frames.get(frame);
    if (record === undefined) {
      record = blank();
      this.frames.set(frame, record);
    }
    this.#latest = frame;
    this.#record = record;
    return record;
  }
}

const blank = (): FrameRecord => ({
  birth: Infinity,
  drops: 0,
  places: [],
  counts: [],
  lasts: [],
});

function add(
  { places, counts, lasts }: FrameRecord,
  place: number,
  count: number,
  last: number,
): void {
  // Why first: nearly all frames have one destination.
  const at = places[0] === place ? 0 : places.indexOf(place);
  if (at < 0) {
    places.push(place);
    counts.push(count);
    lasts.push(last);
    return;
  }
  counts[at]! += count;
  if (last > lasts[at]!) lasts[at] = last;
}
