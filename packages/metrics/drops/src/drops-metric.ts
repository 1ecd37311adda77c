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

/** Where the journal's class word has the class of a packet under a split; its label is in the result's name. */
const splits: Record<
  DropSplit,
  { readonly shift: number; readonly mask: number; readonly label: string }
> = {
  none: { shift: 0, mask: 0, label: "" },
  sl: { shift: 0, mask: 0xf, label: "sl" },
  traffic: { shift: 8, mask: 0xff, label: "traffic" },
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
  /** Class -> deliveries of the journal that is being read. */
  readonly #arrived: Float64Array;

  constructor(split: DropSplit) {
    this.#split = split;
    this.#arrived = new Float64Array(splits[split].mask + 1);
  }

  observe({ records, count }: Journal): void {
    const { shift, mask } = splits[this.#split];
    // Why copies: V8 reads what is imported from memory at every use.
    const { delivered, dropped } = JournalKind;
    const [stride, kindAt, classAt] = [
      JOURNAL_STRIDE,
      JOURNAL_KIND,
      JOURNAL_CLASS,
    ];
    const arrived = this.#arrived;
    const end = count * stride;
    for (let at = 0; at < end; at += stride) {
      const kind = records[at + kindAt];
      // Why first, and only counted: nearly all are delivered.
      if (kind === delivered)
        arrived[(records[at + classAt]! >>> shift) & mask]! += 1;
      else if (kind === dropped) {
        const word = records[at + classAt]!;
        const bytes = records[at + JOURNAL_BYTES]!;
        const cause = (word >>> 16) & 0xf;
        const copies = droppedCopies(word);
        drop(this.#all, cause, bytes, copies);
        if (this.#split !== "none")
          drop(this.#classed((word >>> shift) & mask), cause, bytes, copies);
      }
    }
    this.#count();
  }

  /** Adds the deliveries of a journal to their classes. */
  #count(): void {
    const arrived = this.#arrived;
    for (let key = 0; key < arrived.length; key++) {
      const count = arrived[key]!;
      if (count === 0) continue;
      arrived[key] = 0;
      this.#all.delivered += count;
      if (this.#split !== "none") this.#classed(key).delivered += count;
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

function drop(
  fates: Fates,
  cause: number,
  bytes: number,
  copies: number,
): void {
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
