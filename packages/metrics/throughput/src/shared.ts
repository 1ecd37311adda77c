import type { MetricContext } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** What the observers of a run share: every batch has one of its own. */
export interface Shared {
  readonly senders: readonly EndportIx[];
  /** Service levels that traffic says it uses. */
  readonly levels: ReadonlySet<number>;
  /** Memory for numbers, and how many of it observers have. */
  piece: ArrayBuffer;
  taken: number;
}

const sharedBy = new WeakMap<MetricContext, Shared>();

export function sharedOf(context: MetricContext): Shared {
  let known = sharedBy.get(context);
  if (known === undefined) {
    const sources = context.traffic.flatMap(({ streams }) =>
      streams.map(({ source }) => source),
    );
    known = {
      senders: [...new Set(sources)],
      levels: new Set(
        context.traffic.flatMap(({ streams }) =>
          streams.flatMap(({ serviceLevels }) => serviceLevels),
        ),
      ),
      piece: new ArrayBuffer(0),
      taken: PIECE,
    };
    sharedBy.set(context, known);
  }
  return known;
}

/** Numbers that are taken from memory at once. */
const PIECE = 512;

/** Zeros. Why in pieces: an array of more than eight numbers has memory of its own, and making and freeing those of its batches takes a run of two milliseconds one hundredth of them. */
export function zeros(shared: Shared, length: number): Float64Array {
  if (length > PIECE / 2) return new Float64Array(length);
  if (shared.taken + length > PIECE) {
    shared.piece = new ArrayBuffer(PIECE * Float64Array.BYTES_PER_ELEMENT);
    shared.taken = 0;
  }
  const from = shared.taken * Float64Array.BYTES_PER_ELEMENT;
  shared.taken += length;
  return new Float64Array(shared.piece, from, length);
}
