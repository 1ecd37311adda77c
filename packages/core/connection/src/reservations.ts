import type { Fabric } from "@fabriclab/spec";

/** Bandwidth that connections hold on channels. A channel is named by the port that sends on it. */
export class Reservations {
  /** Bytes per second, by port. */
  readonly #held: Float64Array;
  readonly #capacity: Float64Array;

  /**
   * @param limit share of the data rate that may be held
   * @param bytePs ps per byte of all links, where a run overrides what the fabric says
   */
  constructor(fabric: Fabric, limit: number, bytePs?: number) {
    this.#held = new Float64Array(fabric.portCount);
    this.#capacity = Float64Array.from(
      { length: fabric.portCount },
      (_, port) => {
        const link = fabric.portLink[port] ?? -1;
        if (link < 0) return 0;
        const ps =
          bytePs ??
          (fabric.linkBytePsNum[link] ?? 0) / (fabric.linkBytePsDen[link] ?? 1);
        return (limit * 1e12) / ps;
      },
    );
  }

  /**
   * Holds `rate` on all these channels, or on none.
   *
   * @param rate bytes per second
   * @returns whether there was room
   */
  take(channels: readonly number[], rate: number): boolean {
    // Why the margin: the same shares in another order must not exceed the limit by rounding.
    const fits = channels.every(
      (port) =>
        (this.#held[port] ?? 0) + rate <=
        (this.#capacity[port] ?? 0) * (1 + 1e-9),
    );
    if (fits) this.#add(channels, rate);
    return fits;
  }

  release(channels: readonly number[], rate: number): void {
    this.#add(channels, -rate);
  }

  /** Share of what may be held that is held on the channel of `port`. */
  share(port: number): number {
    const capacity = this.#capacity[port] ?? 0;
    return capacity === 0 ? 0 : Math.max(0, (this.#held[port] ?? 0) / capacity);
  }

  #add(channels: readonly number[], rate: number): void {
    for (const port of channels)
      this.#held[port] = (this.#held[port] ?? 0) + rate;
  }
}
