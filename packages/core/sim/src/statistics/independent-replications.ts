import {
  type ConfidenceInterval,
  meanInterval,
} from "./confidence-interval.ts";

/** Results of runs that differ in nothing but the seed, and the interval of their mean. */
export class IndependentReplications {
  readonly #values: number[] = [];
  readonly #confidence: number;

  constructor(confidence = 0.95) {
    this.#confidence = confidence;
  }

  /** Adds one run's result. */
  add(value: number): this {
    this.#values.push(value);
    return this;
  }

  get values(): readonly number[] {
    return this.#values;
  }

  /** Student-t interval over the runs: they are independent by construction, so no test is needed. */
  interval(): ConfidenceInterval {
    return meanInterval(this.#values, this.#confidence);
  }
}
