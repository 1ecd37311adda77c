import type { RandomStream } from "@fabriclab/spec";
import { GrowingList, type FrameSequence } from "./frame-sequence.ts";
import type { CodedFrame, FrameType } from "./gop-pattern.ts";
import { normal } from "./normal.ts";
import { exponential, naturalLog } from "./portable-exp.ts";

/** What the sizes of frames are drawn from. */
export interface FrameShape {
  /** The frames of a GoP; one list for all streams of the shape. */
  readonly coded: readonly CodedFrame[];
  /** Mean sizes relative to each other. */
  readonly weights: Readonly<Record<FrameType, number>>;
  /** Coefficient of variation of the activity that the frames of a GoP share. */
  readonly activityCov: number;
  /** Correlation of the activity's logarithm from one GoP to the next. */
  readonly activityCorrelation: number;
  /** Standard deviation of the logarithm of each frame's own factor. */
  readonly noise: Readonly<Record<FrameType, number>>;
}

/**
 * Frames of a synthetic MPEG-2 stream: size = mean of the type x activity of the GoP x noise of the frame.
 *
 * The activity is exp(s z - s²/2), s² = ln(1 + CoV²), z an AR(1) process of variance 1; the noise exp(σ n - σ²/2), n standard normal. Both have the
 * mean 1, so the stream has the mean rate asked for.
 */
export class GeneratedFrames implements FrameSequence {
  readonly #coded: readonly CodedFrame[];
  readonly #first: number;
  readonly #sizes: GrowingList;

  /**
   * @param meanBytes of all frames
   * @param first place in the coding order of a GoP at which the stream begins
   * @param random all its own
   */
  constructor(
    shape: FrameShape,
    meanBytes: number,
    first: number,
    random: RandomStream,
  ) {
    this.#coded = shape.coded;
    this.#first = first;
    this.#sizes = new GrowingList(sizes(shape, meanBytes, first, random));
  }

  bytes(frame: number): number {
    return this.#sizes.at(frame);
  }

  type(frame: number): FrameType {
    return this.#coded[(this.#first + frame) % this.#coded.length]?.type ?? "I";
  }
}

function sizes(
  { coded, weights, activityCov, activityCorrelation: phi, noise }: FrameShape,
  meanBytes: number,
  first: number,
  random: RandomStream,
): () => number {
  const sum = coded.reduce((total, { type }) => total + weights[type], 0);
  const unit = (meanBytes * coded.length) / sum;
  const variance = naturalLog(1 + activityCov * activityCov);
  const s = Math.sqrt(variance);
  const fresh = Math.sqrt(1 - phi * phi);
  const factor = (z: number): number => exponential(s * z - variance / 2);
  let z = normal(random);
  let before = factor(z);
  const nextGop = (): number => {
    z = phi * z + fresh * normal(random);
    return factor(z);
  };
  let activity = nextGop();
  let at = first;
  return () => {
    if (at === coded.length) {
      at = 0;
      before = activity;
      activity = nextGop();
    }
    const { type, earlier } = coded[at++] ?? { type: "I", earlier: false };
    const sigma = noise[type];
    const own = exponential(sigma * normal(random) - (sigma * sigma) / 2);
    const bytes = unit * weights[type] * (earlier ? before : activity) * own;
    return Math.max(1, Math.round(bytes));
  };
}
