import {
  createNetwork,
  type Blocked,
  type Network,
  type NetworkConfig,
  type PacketInside,
} from "@fabriclab/network";
import type { ChannelCounters, Journal, MetricValue } from "@fabriclab/spec";
import type { NetworkCounts } from "@fabriclab/network";
import { compose } from "./compose.ts";
import type { Composition } from "./composition.ts";
import { Drive } from "./drive.ts";
import { withEntryNames } from "./entry-names.ts";
import type { JournalReader } from "./journal-reader.ts";
import type { ChangeResult, Experiment, WaitFor } from "./experiment.ts";
import { createObserver, MetricSet } from "./metric-set.ts";
import { packetTicks } from "./packet-ticks.ts";
import { namedCycle } from "./wait-for.ts";

/**
 * An experiment that its caller moves forward, a stretch of simulated time at a time, and looks at in between: for drawings of a network at work.
 *
 * Nothing is left out as warm-up and nothing decides when to stop; {@link runExperiment} does both. The same packets move at the same moments in both,
 * whatever the stretches.
 */
export class LiveRun {
  readonly composition: Composition;
  readonly #network: Network;
  readonly #drive: Drive;
  readonly #metrics: MetricSet;

  /**
   * @param counters of channels that {@link takeChannelCounters} is to give beside packets and busy ticks; absent = those that the experiment's metrics read
   * @throws FabricError of any plugin and of {@link compose}
   */
  constructor(
    experiment: Experiment,
    counters: Pick<NetworkConfig, "waits" | "queues"> = {},
  ) {
    this.composition = compose(experiment);
    this.#network = createNetwork({ ...this.composition.network, ...counters });
    this.#drive = new Drive(this.composition, this.#network, {});
    const every = new MetricSet(this.composition, 0);
    // Why without those: the counters are handed to the caller, stretch by stretch.
    this.#metrics = new MetricSet(this.composition, 0, (index) =>
      every.observers[index]?.channels === undefined
        ? createObserver(this.composition, index)
        : undefined,
    );
  }

  /** Simulated time so far, in ps. */
  get nowPs(): number {
    return this.#drive.now * this.composition.tickPs;
  }

  /** Time that the largest packet takes on the slowest host link, in ps: the natural unit of a stretch. */
  get packetPs(): number {
    return packetTicks(this.composition) * this.composition.tickPs;
  }

  get counts(): NetworkCounts {
    return this.#network.counts;
  }

  /** All finite traffic is sent and has come to its end; never of endless traffic. */
  get idle(): boolean {
    return this.#network.idle();
  }

  /**
   * Simulates until `ps`, at least one tick.
   *
   * @param read is given the journal of every slice; its records are valid until it returns
   */
  async advance(ps: number, read?: (journal: Journal) => void): Promise<void> {
    const until = Math.max(
      this.#drive.now + 1,
      Math.floor(ps / this.composition.tickPs),
    );
    const readers: JournalReader[] = [this.#metrics];
    if (read !== undefined) readers.push({ observe: read });
    await this.#drive.advance(until, readers);
  }

  /** What the channels carried since the last call, by sending port. */
  takeChannelCounters(): ChannelCounters {
    return this.#network.takeChannelCounters();
  }

  /** Every buffer whose head waits for space in another, with no credit on its way. Complexity: O(buffers). */
  waits(): readonly Blocked[] {
    return this.#network.waits();
  }

  /** Where every packet is between its host and its destination; those on their last link are in the journal, unless they wait there for a receive buffer to be emptied. Complexity: O(buffers). */
  packets(): readonly PacketInside[] {
    return this.#network.packets();
  }

  /** Fewest ticks that a packet is behind a channel before it goes on: who looks at {@link packets} that often misses none. */
  get shortestHop(): number {
    return this.#network.shortestHop();
  }

  /**
   * The last link of a delivery: the tick at which the packet's first bit entered it, and the ticks that it took; undefined where that packet was among
   * {@link packets}. @param time the tick of the delivery
   */
  lastLink(
    endport: number,
    bytes: number,
    time: number,
  ): { readonly sent: number; readonly length: number } | undefined {
    const last = this.#network.delivery(endport, bytes);
    if (last === undefined) return undefined;
    const { length, delay } = last;
    return { sent: time - delay - length, length };
  }

  /** The cycle of buffers that wait for each other for ever; undefined where there is none, or where a change of the fabric is to come. Complexity: O(buffers). */
  deadlock():
    | { readonly cycle: readonly Blocked[]; readonly named: readonly WaitFor[] }
    | undefined {
    if (this.counts.inFlight === 0 || Number.isFinite(this.#drive.changes.next))
      return undefined;
    const cycle = this.#network.diagnose();
    if (cycle === undefined) return undefined;
    const { fabric } = this.composition.experiment;
    return { cycle, named: namedCycle(fabric, cycle) };
  }

  /** What the metrics have seen from the start on, without those that read channel counters. */
  results(): Readonly<Record<string, MetricValue>> {
    return withEntryNames(
      this.#metrics.results(this.#drive.now),
      this.composition.experiment.traffic,
    );
  }

  /** What has become of the experiment's changes so far. */
  changes(): readonly ChangeResult[] {
    return this.#drive.changes.results();
  }
}
