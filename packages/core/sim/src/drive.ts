import { FabricError, type Journal } from "@fabriclab/spec";
import type { NetworkCounts } from "@fabriclab/network";
import type { Composition } from "./composition.ts";
import type { Engine } from "./engine.ts";
import type { RunProgress } from "./experiment.ts";
import { LiveChanges } from "./live-changes.ts";
import { RunSums } from "./load-window.ts";
import type { RunOptions } from "./run-options.ts";

/** What entered the network in a slice. */
export interface Injections {
  readonly packets: number;
  readonly bytes: number;
  /** Ticks that these packets waited at their sources, summed up. */
  readonly wait: number;
}

/** Reads the journal of every slice. */
export interface JournalReader {
  observe(journal: Journal, injections: Injections): void;
}

/** Packet-hops between two chances for the caller's event loop: some 50 ms of work of simple switches. */
const HOPS_PER_BREATH = 1_000_000;
/** Seconds of the caller's clock between two, where there is one: five-stage switches take seconds for as many hops. */
const SECONDS_PER_BREATH = 0.1;

/** Moves a network forward in time, hands its journal to readers, and lets the caller's event loop run now and then. */
export class Drive {
  readonly composition: Composition;
  readonly engine: Engine;
  readonly sums = new RunSums();
  readonly changes: LiveChanges;
  readonly #options: RunOptions;
  #breath = 0;
  /** By the caller's clock; unknown before it was looked at. */
  #breathAt: number | undefined;

  constructor(composition: Composition, engine: Engine, options: RunOptions) {
    this.composition = composition;
    this.engine = engine;
    this.changes = new LiveChanges(composition, engine);
    this.#options = options;
  }

  /** Ticks simulated: tick 0 … now - 1. */
  get now(): number {
    return this.engine.now + 1;
  }

  /** Simulates until `until` ticks are simulated. */
  async advance(
    until: number,
    readers: readonly JournalReader[],
  ): Promise<void> {
    const { engine } = this;
    for (;;) {
      const counted = engine.counts;
      // What a change discards is in the journal before the network goes on.
      if (this.changes.apply(this.now)) this.#read(readers, counted);
      const before = engine.now;
      const target = Math.min(until, this.changes.next) - 1;
      const answer = engine.run(target);
      // Why: awaiting a plain number would cost a turn of the microtask queue for every slice.
      const reached = typeof answer === "number" ? answer : await answer;
      const count = this.#read(readers, counted);
      // A slice grows with the run: whoever wants to stop it does not wait for its end. Why: awaiting what is not due would cost a turn each time.
      if (this.#breathless()) await this.#breathe();
      if (reached >= until - 1) break;
      if (reached <= before && count === 0) {
        throw new FabricError({
          code: "E_SIM_ENGINE_STUCK",
          message: "the packet engine neither advanced nor reported anything",
          got: `tick ${reached}`,
          expected: `tick ${target}`,
        });
      }
    }
    this.#options.signal?.throwIfAborted();
  }

  /** Hands the journal round, with what was injected since `counted`, and clears it. @returns its records */
  #read(readers: readonly JournalReader[], counted: NetworkCounts): number {
    const { engine } = this;
    const { journal } = engine;
    const { count } = journal;
    this.sums.observe(journal);
    this.changes.observe(journal);
    const counts = engine.counts;
    const injections = {
      packets: counts.injected - counted.injected,
      bytes: counts.injectedBytes - counted.injectedBytes,
      wait: counts.sourceWait - counted.sourceWait,
    };
    for (const reader of readers) reader.observe(journal, injections);
    engine.clearJournal();
    return count;
  }

  /** Reports progress. */
  report(
    fraction: number,
    precision: number,
    phase: RunProgress["phase"] = "measuring",
  ): void {
    this.#options.onProgress?.({
      simulatedPs: this.now * this.composition.tickPs,
      fraction: Number.isFinite(fraction) ? Math.min(1, fraction) : 0,
      packetHops: this.engine.counts.packetHops,
      delivered: this.sums.delivered,
      precision,
      phase,
    });
  }

  /** Whether somebody could be waiting for a chance, and the last one is long ago. */
  #breathless(): boolean {
    const { signal, onProgress, clock } = this.#options;
    if (signal === undefined && onProgress === undefined) return false;
    if (this.engine.counts.packetHops - this.#breath >= HOPS_PER_BREATH)
      return true;
    if (clock === undefined) return false;
    const now = clock();
    this.#breathAt ??= now;
    return now - this.#breathAt > SECONDS_PER_BREATH;
  }

  /** Lets timers and messages in: an abort, a progress bar. */
  async #breathe(): Promise<void> {
    const { signal, clock } = this.#options;
    this.#breath = this.engine.counts.packetHops;
    await new Promise((resolve) => setTimeout(resolve));
    this.#breathAt = clock?.();
    signal?.throwIfAborted();
  }
}
