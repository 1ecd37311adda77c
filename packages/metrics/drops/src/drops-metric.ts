import {
  DropCause,
  droppedCopies,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JournalKind,
  type Journal,
  type Metric,
  type MetricValue,
} from "@fabriclab/spec";

export type DropSplit = "none" | "sl" | "traffic";

/** The class of a packet under a split; its label is in the result's name. */
const splits: Record<
  DropSplit,
  { readonly classOf: (word: number) => number; readonly label: string }
> = {
  none: { classOf: () => 0, label: "" },
  sl: { classOf: (word) => word & 0xf, label: "sl" },
  traffic: { classOf: (word) => (word >>> 8) & 0xff, label: "traffic" },
};

/** What became of the packets of one class. */
class Fates {
  delivered = 0;
  droppedBytes = 0;
  /** Index = `DropCause`, four bits of the record. */
  readonly byCause = new Float64Array(16);

  get dropped(): number {
    return this.byCause.reduce((sum, count) => sum + count, 0);
  }

  add(other: Fates): void {
    this.delivered += other.delivered;
    this.droppedBytes += other.droppedBytes;
    other.byCause.forEach((count, cause) => {
      this.byCause[cause] = (this.byCause[cause] ?? 0) + count;
    });
  }
}

/** `headLifetime` -> `head-lifetime`. */
const causes: readonly (readonly [name: string, cause: number])[] =
  Object.entries(DropCause).map(([name, cause]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    cause,
  ]);

/** Packets discarded in the measured interval, as a share of those that came to an end in it. */
export class DropsMetric implements Metric {
  readonly #split: DropSplit;
  #all = new Fates();
  readonly #classes = new Map<number, Fates>();

  constructor(split: DropSplit) {
    this.#split = split;
  }

  observe({ records, count }: Journal): void {
    const { classOf } = splits[this.#split];
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      const kind = records[at + JOURNAL_KIND];
      if (kind !== JournalKind.delivered && kind !== JournalKind.dropped)
        continue;
      const word = records[at + JOURNAL_CLASS] ?? 0;
      const bytes = records[at + JOURNAL_BYTES] ?? 0;
      const cause =
        kind === JournalKind.dropped ? (word >>> 16) & 0xf : undefined;
      const copies = cause === undefined ? 1 : droppedCopies(word);
      record(this.#all, cause, bytes, copies);
      if (this.#split !== "none")
        record(this.#classed(classOf(word)), cause, bytes, copies);
    }
  }

  reset(): void {
    this.#all = new Fates();
    this.#classes.clear();
  }

  merge(other: DropsMetric): void {
    this.#all.add(other.#all);
    for (const [key, fates] of other.#classes) this.#classed(key).add(fates);
  }

  result(): Record<string, MetricValue> {
    const values: Record<string, MetricValue> = { drops: share(this.#all) };
    for (const [name, cause] of causes)
      values[`drops.${name}`] = share(this.#all, cause);
    const { label } = splits[this.#split];
    for (const key of [...this.#classes.keys()].sort((a, b) => a - b))
      values[`drops.${label}${key}`] = share(this.#classed(key));
    return values;
  }

  #classed(key: number): Fates {
    let fates = this.#classes.get(key);
    if (fates === undefined) {
      fates = new Fates();
      this.#classes.set(key, fates);
    }
    return fates;
  }
}

function record(
  fates: Fates,
  cause: number | undefined,
  bytes: number,
  copies: number,
): void {
  if (cause === undefined) {
    fates.delivered += copies;
    return;
  }
  fates.byCause[cause] = (fates.byCause[cause] ?? 0) + copies;
  fates.droppedBytes += copies * bytes;
}

/** Dropped over dropped and delivered; of one cause or of all, which then are counted beside it. */
function share(fates: Fates, cause?: number): MetricValue {
  const { delivered, dropped } = fates;
  if (delivered + dropped === 0)
    return {
      value: NaN,
      unit: "1",
      absent: "no packet was delivered or discarded",
    };
  const counted = cause === undefined ? dropped : (fates.byCause[cause] ?? 0);
  return {
    value: counted / (delivered + dropped),
    unit: "1",
    detail:
      cause === undefined
        ? {
            dropped,
            delivered,
            bytes: fates.droppedBytes,
            ...Object.fromEntries(
              causes.map(([name, one]) => [name, fates.byCause[one] ?? 0]),
            ),
          }
        : { dropped: counted },
  };
}
