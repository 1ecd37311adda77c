/** Buckets per octave: a bucket is at most 1/128 of its lower edge wide, so that its middle is within 1/256 = 0.4 % of any value in it. */
const PER_OCTAVE = 128;
const OCTAVE_BITS = 7;

/** Bucket of a whole, non-negative value; exact below 256. */
export function bucketOf(value: number): number {
  if (value < 2 * PER_OCTAVE) return value;
  if (value <= 0x7fff_ffff) {
    // Why: integer shifts; the general form below costs a power and a division at every delivery.
    const small = 24 - Math.clz32(value);
    return small * PER_OCTAVE + (value >>> small);
  }
  // Exponent of the value: clz32 of the 32 bits that hold its leading one.
  const high = Math.floor(value / 0x1_0000_0000);
  const exponent =
    high > 0 ? 63 - Math.clz32(high) : 31 - Math.clz32(value >>> 0);
  const shift = exponent - OCTAVE_BITS;
  return shift * PER_OCTAVE + Math.floor(value / 2 ** shift);
}

/** Middle of a bucket: the mean of the whole numbers in it. */
export function middleOf(bucket: number): number {
  if (bucket < 2 * PER_OCTAVE) return bucket;
  const shift = Math.floor(bucket / PER_OCTAVE) - 1;
  const low = (bucket - shift * PER_OCTAVE) * 2 ** shift;
  return low + (2 ** shift - 1) / 2;
}

const NONE = new Float64Array(0);

/** Greatest whole number in a bucket. */
export const lastOf = (bucket: number): number => {
  if (bucket < 2 * PER_OCTAVE) return bucket;
  const shift = Math.floor(bucket / PER_OCTAVE) - 1;
  return (bucket - shift * PER_OCTAVE + 1) * 2 ** shift - 1;
};

/**
 * Counts of whole, non-negative values in buckets of equal relative width, as in an HDR histogram (G. Tene). Mean, smallest and largest value
 * are exact as long as the sum stays below 2^53; quantiles are within 0.4 %. 1 kB for every octave between the smallest and the largest value;
 * merging adds counts, so it is associative and commutative.
 */
export class LatencyHistogram {
  /** Counts of the buckets from `#from` on. Why not of all, which are 48 kB: a short run has some hundred histograms, and spends its time on clearing memory. */
  #counts = NONE;
  #from = 0;
  #count = 0;
  // Why -0: V8 then keeps a double from the first value on, and need not compile anew what adds to it when the sum outgrows 31 bits.
  #sum = -0;
  #min = Infinity;
  #max = -Infinity;

  get count(): number {
    return this.#count;
  }

  get sum(): number {
    return this.#sum;
  }

  /** NaN where nothing was recorded. */
  get mean(): number {
    return this.#sum / this.#count;
  }

  get min(): number {
    return this.#min;
  }

  get max(): number {
    return this.#max;
  }

  record(value: number): void {
    const bucket = bucketOf(value);
    // One comparison: what lies below is a large number without its sign.
    if ((bucket - this.#from) >>> 0 >= this.#counts.length)
      this.#cover(bucket, bucket);
    this.#counts[bucket - this.#from]! += 1;
    this.#count += 1;
    this.#sum += value;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /**
   * The nearest-rank quantile: the smallest value with at least `share` of the values at or below it, to the middle of its bucket and never
   * outside [min, max]. O(buckets).
   *
   * @param share 0 … 1
   */
  quantile(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.#count));
    let seen = 0;
    for (let at = 0; at < this.#counts.length; at++) {
      seen += this.#counts[at]!;
      if (seen >= rank)
        return Math.min(
          this.#max,
          Math.max(this.#min, middleOf(this.#from + at)),
        );
    }
    return NaN;
  }

  merge(other: LatencyHistogram): void {
    if (other.#count === 0) return;
    const first = bucketOf(other.#min);
    const last = bucketOf(other.#max);
    this.#cover(first, last);
    for (let bucket = first; bucket <= last; bucket++)
      this.#add(bucket, other.#counts[bucket - other.#from]!);
    this.#count += other.#count;
    this.#sum += other.#sum;
    this.#min = Math.min(this.#min, other.#min);
    this.#max = Math.max(this.#max, other.#max);
  }

  /** Greatest value and count of each bucket in use, rising. */
  buckets(): (readonly [upTo: number, count: number])[] {
    const buckets: (readonly [number, number])[] = [];
    const counts = this.#counts;
    for (let at = 0; at < counts.length; at++)
      if (counts[at]! > 0) buckets.push([lastOf(this.#from + at), counts[at]!]);
    return buckets;
  }

  /** Count, sum, smallest, largest, then bucket and count of each bucket in use; empty where nothing was recorded. */
  state(): number[] {
    if (this.#count === 0) return [];
    const state = [this.#count, this.#sum, this.#min, this.#max];
    this.#counts.forEach((count, at) => {
      if (count > 0) state.push(this.#from + at, count);
    });
    return state;
  }

  /** Adds what another histogram's `state` gave. */
  mergeState(state: readonly number[]): void {
    const [count, sum, min, max, ...buckets] = state;
    if (
      count === undefined ||
      sum === undefined ||
      min === undefined ||
      max === undefined
    )
      return;
    this.#count += count;
    this.#sum += sum;
    this.#min = Math.min(this.#min, min);
    this.#max = Math.max(this.#max, max);
    this.#cover(bucketOf(min), bucketOf(max));
    for (let at = 0; at < buckets.length; at += 2)
      this.#add(buckets[at]!, buckets[at + 1]!);
  }

  clear(): void {
    if (this.#count === 0) return;
    this.#counts.fill(
      0,
      bucketOf(this.#min) - this.#from,
      bucketOf(this.#max) - this.#from + 1,
    );
    this.#count = 0;
    this.#sum = -0;
    this.#min = Infinity;
    this.#max = -Infinity;
  }

  /** Of a bucket that is covered. */
  #add(bucket: number, count: number): void {
    this.#counts[bucket - this.#from]! += count;
  }

  /** Makes room for the octaves of these buckets and those between. */
  #cover(first: number, last: number): void {
    const { length } = this.#counts;
    const from = this.#from;
    if (length > 0 && first >= from && last < from + length) return;
    const low = length === 0 ? first : Math.min(first, from);
    const high = length === 0 ? last : Math.max(last, from + length - 1);
    const begin = low - (low % PER_OCTAVE);
    const end = high - (high % PER_OCTAVE) + PER_OCTAVE;
    const counts = new Float64Array(end - begin);
    if (length > 0) counts.set(this.#counts, from - begin);
    this.#counts = counts;
    this.#from = begin;
  }
}
