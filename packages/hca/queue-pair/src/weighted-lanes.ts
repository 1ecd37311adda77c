import type { LaneScheduler, LaneSchedulerFactory } from "@fabriclab/spec";

const UNIT = 64;

/**
 * Weighted round-robin among the lanes of an output: a lane sends until its weight is used up, then the next one with a packet does. The last
 * packet of a turn may exceed the weight, as in the IBA's tables; a lane without a packet loses the rest of its turn.
 */
class WeightedLanes implements LaneScheduler {
  readonly #weights: Int32Array;
  readonly #lanes: number;
  /** Output -> lane whose turn it is. */
  readonly #turn: Uint8Array;
  /** Output -> bytes left of that turn. */
  readonly #left: Int32Array;

  constructor(outputs: number, lanes: number, weights: readonly number[]) {
    this.#lanes = lanes;
    this.#weights = Int32Array.from(
      { length: lanes },
      (_, lane) => (weights[lane] ?? 1) * UNIT,
    );
    this.#turn = new Uint8Array(outputs);
    this.#left = new Int32Array(outputs).fill(this.#weights[0] ?? UNIT);
  }

  pick(output: number, lanes: number): number {
    let lane = this.#turn[output] ?? 0;
    while ((lanes & (1 << lane)) === 0) lane = (lane + 1) % this.#lanes;
    return lane;
  }

  granted(output: number, lane: number, bytes: number): void {
    const before =
      this.#turn[output] === lane
        ? (this.#left[output] ?? 0)
        : (this.#weights[lane] ?? UNIT);
    const left = before - Math.ceil(bytes / UNIT) * UNIT;
    const next = (lane + 1) % this.#lanes;
    this.#turn[output] = left > 0 ? lane : next;
    this.#left[output] = left > 0 ? left : (this.#weights[next] ?? UNIT);
  }
}

/** @param weights of each VL, in units of 64 bytes, at least 1 */
export function weightedLanes(
  weights: readonly number[],
): LaneSchedulerFactory {
  return {
    name: "weighted",
    create: (outputs, lanes) => new WeightedLanes(outputs, lanes, weights),
  };
}
