import type { Drive } from "./drive.ts";
import type { Measurement } from "./measurement.ts";
import { MIN_DELIVERED } from "./statistics/stopping-rule.ts";
import { staysInside } from "./warm-up.ts";

/** Whether a network takes more than it carries, as it has room for it. */
export class Filling {
  readonly #drive: Drive;
  /** Packets in the network when the measurement was begun. */
  #before = 0;

  constructor(drive: Drive) {
    this.#drive = drive;
  }

  /** The measurement is begun. */
  begin(): void {
    this.#before = this.#drive.engine.counts.inFlight;
  }

  get #more(): number {
    return this.#drive.engine.counts.inFlight - this.#before;
  }

  /** How many more packets are in the network than when the measurement was begun, of those that entered since: so much more entered than it carries. */
  share(measurement: Measurement): number {
    return this.#more / Math.max(1, measurement.injected);
  }

  /**
   * Whether buffers fill, so large that no source queue has begun to grow: much of what enters stays in the network, and latency rises. Of a network that carries its
   * load what stays is what chance leaves.
   */
  goesOn(measurement: Measurement): boolean {
    const { delivered } = measurement;
    return (
      delivered >= MIN_DELIVERED &&
      staysInside(this.#more, delivered) &&
      measurement.rises()
    );
  }
}
