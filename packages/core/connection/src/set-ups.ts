import type { Fabric, MetricValue } from "@fabriclab/spec";
import type { Reservations } from "./reservations.ts";

/** Counts what became of connections. */
export class SetUps {
  probes = 0;
  /** Probes answered with a NACK. */
  refusals = 0;
  /** Probes that were not answered in time. */
  timeouts = 0;
  /** Rounds after the first. */
  retries = 0;
  readonly #nsPerTick: number;
  #opened = 0;
  #ticks = 0;
  #most = 0;

  constructor(tickPs: number) {
    this.#nsPerTick = tickPs / 1000;
  }

  /** @param ticks from the first probe's birth to the ACK */
  opened(ticks: number): void {
    this.#opened += 1;
    this.#ticks += ticks;
    this.#most = Math.max(this.#most, ticks);
  }

  report(
    states: readonly ("probing" | "open" | "default" | "refused")[],
    reservations: Reservations,
    fabric: Fabric,
  ): Record<string, MetricValue> {
    const count = (state: (typeof states)[number]): number =>
      states.filter((one) => one === state).length;
    const shares = Array.from({ length: fabric.portCount }, (_, port) => port)
      .filter((port) => (fabric.portPeer[port] ?? -1) >= 0)
      .map((port) => reservations.share(port));
    const none = "no connection was opened";
    return {
      "connection.open": {
        value: count("open"),
        unit: "connections",
        detail: {
          "default path": count("default"),
          refused: count("refused"),
          probing: count("probing"),
        },
      },
      "connection.set-up": {
        unit: "ns",
        ...(this.#opened === 0
          ? { value: NaN, absent: none }
          : {
              value: (this.#ticks / this.#opened) * this.#nsPerTick,
              detail: {
                count: this.#opened,
                max: this.#most * this.#nsPerTick,
              },
            }),
      },
      "connection.probes": {
        value: this.probes,
        unit: "packets",
        detail: {
          refused: this.refusals,
          timeouts: this.timeouts,
          rounds: this.retries,
        },
      },
      "connection.reserved": {
        value:
          shares.reduce((sum, share) => sum + share, 0) /
          Math.max(1, shares.length),
        unit: "1",
        detail: { max: Math.max(0, ...shares) },
      },
    };
  }
}
