import { FabricError, type Journal } from "@fabriclab/spec";
import { breathe, SECONDS_PER_BREATH } from "./breath.ts";
import type { Composition } from "./composition.ts";
import type { Engine } from "./engine.ts";
import type { RunProgress } from "./experiment.ts";
import { tellDlids } from "./told-dlids.ts";
import type { JournalReader } from "./journal-reader.ts";
import { LateReading } from "./late-reading.ts";
import { LiveChanges } from "./live-changes.ts";
import { RunSums } from "./load-window.ts";
import { ManagementBacklog } from "./management-backlog.ts";
import { HostEngines } from "./host-engines.ts";
import type { RunOptions } from "./run-options.ts";

/** Packet-hops between two chances for the caller's event loop: some 50 ms of work of simple switches. Five-stage ones take seconds, so a clock is better. */
const HOPS_PER_BREATH = 1_000_000;

/** Moves a network forward in time, hands its journal to readers, and lets the caller's event loop run now and then. */
export class Drive {
  readonly composition: Composition;
  readonly engine: Engine;
  readonly sums: RunSums;
  readonly changes: LiveChanges;
  /** Where there is endless management traffic. */
  readonly management: ManagementBacklog | undefined;
  /** Of host adapters that may hold packets back. */
  readonly engines: readonly HostEngines[];
  /** Reads the journal of each slice before all others, who see what it gives back: a part of the same memory. */
  sift: ((journal: Journal) => Journal) | undefined;
  readonly #options: RunOptions;
  /** Packets, bytes and waits of all that had entered when the journal was last read, and when it is read now. */
  #before = new Float64Array(3);
  #now = new Float64Array(3);
  /** The journal of the slice before, where it is read while the threads of the engine wait for each other. */
  #late: LateReading | undefined;
  // Why one for all: a short run has some hundred slices, and most hold nothing.
  readonly #injections = { packets: 0, bytes: 0, wait: 0 };
  /** Where the slice in progress began, where it is to end, and the tick that was reached. */
  #from = 0;
  #target = 0;
  #reached = 0;
  #breath = 0;
  /** By the caller's clock; unknown before it was looked at. */
  #breathAt: number | undefined;

  constructor(composition: Composition, engine: Engine, options: RunOptions) {
    this.composition = composition;
    this.engine = engine;
    this.sums = new RunSums(
      composition.traffic,
      composition.experiment.fabric.endportCount,
    );
    this.changes = new LiveChanges(composition, engine);
    this.management = ManagementBacklog.of(composition);
    this.engines = HostEngines.of(composition);
    this.#options = options;
  }

  /** Ticks simulated: tick 0 … now - 1. */
  get now(): number {
    return this.engine.now + 1;
  }

  /** Management traffic that the network does not take is about to fill the engine's room for packets: the run has to end. */
  get full(): boolean {
    return this.management?.full(this.now) === true;
  }

  /**
   * Simulates until `until` ticks are simulated, or the engine is {@link full}.
   *
   * @returns undefined when it is done. A promise only where an engine of several threads answers later, or the caller's event loop is due: awaiting would
   * cost every slice some turns, and short runs are little but slices.
   */
  advance(
    until: number,
    readers: readonly JournalReader[],
  ): Promise<void> | undefined {
    do {
      const answer = this.#begin(until, readers);
      if (typeof answer !== "number")
        return this.#advance(until, readers, answer);
      this.#end(answer, until, readers);
      if (this.#breathless()) return this.#advance(until, readers);
    } while (this.#reached < until - 1 && !this.full);
    this.#options.signal?.throwIfAborted();
    return undefined;
  }

  /** The same for slices that are waited for. @param answer of the slice in progress, if there is one */
  async #advance(
    until: number,
    readers: readonly JournalReader[],
    answer?: Promise<number>,
  ): Promise<void> {
    if (answer !== undefined) this.#end(await answer, until, readers);
    for (;;) {
      // A slice grows with the run: whoever wants to stop it does not wait for its end.
      if (this.#breathless()) await this.#breathe();
      if (this.#reached >= until - 1 || this.full) break;
      const next = this.#begin(until, readers);
      // Why: awaiting a plain number would cost a turn of the microtask queue.
      const reached = typeof next === "number" ? next : await next;
      this.#end(reached, until, readers);
    }
    this.#options.signal?.throwIfAborted();
  }

  #begin(
    until: number,
    readers: readonly JournalReader[],
  ): number | Promise<number> {
    const { engine } = this;
    // What a change discards is in the journal before the network goes on.
    if (this.changes.apply(this.now)) this.#read(readers);
    this.#from = engine.now;
    const longest = this.now + (this.management?.longestSlice ?? Infinity);
    this.#target = Math.min(until, this.changes.next, longest) - 1;
    return engine.run(this.#target);
  }

  #end(
    reached: number,
    until: number,
    readers: readonly JournalReader[],
  ): void {
    this.#reached = reached;
    const count = this.#read(readers, reached < until - 1);
    // The advance ends with this slice.
    if (this.full) this.#readLate();
    if (reached >= until - 1 || reached > this.#from || count > 0) return;
    throw new FabricError({
      code: "E_SIM_ENGINE_STUCK",
      message: "the packet engine neither advanced nor reported anything",
      got: `tick ${reached}`,
      expected: `tick ${this.#target}`,
    });
  }

  /**
   * Hands the journal round, with what was injected since it was last read, and clears it.
   *
   * @param more whether a slice follows at once, during which an engine that can may have it read
   * @returns its records
   */
  #read(readers: readonly JournalReader[], more = false): number {
    const { engine } = this;
    this.#readLate();
    const whole = engine.journal;
    const { count } = whole;
    const journal =
      count > 0 && this.sift !== undefined ? this.sift(whole) : whole;
    if (count > 0) {
      if (this.composition.network.dlids === true) tellDlids(journal);
      this.sums.observe(journal);
      this.changes.observe(journal);
      this.management?.observe(journal);
      for (const one of this.engines) one.observe(journal);
    }
    const before = this.#before;
    const now = this.#now;
    if (engine.injections === undefined) {
      const { injected, injectedBytes, sourceWait } = engine.counts;
      now[0] = injected;
      now[1] = injectedBytes;
      now[2] = sourceWait;
    } else engine.injections(now);
    const injections = this.#injections;
    injections.packets = now[0]! - before[0]!;
    injections.bytes = now[1]! - before[1]!;
    injections.wait = now[2]! - before[2]!;
    this.#before = now;
    this.#now = before;
    if (more && journal.count > 0 && engine.takeJournal !== undefined)
      this.#late = new LateReading(engine, readers, injections, journal.count);
    else {
      for (const reader of readers) reader.observe(journal, injections);
      engine.clearJournal();
    }
    return count;
  }

  #readLate(): void {
    this.#late?.finish();
    this.#late = undefined;
  }

  /** Whether anybody wants to know of progress. */
  get watched(): boolean {
    return this.#options.onProgress !== undefined;
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

  async #breathe(): Promise<void> {
    this.#breath = this.engine.counts.packetHops;
    await breathe(this.#options);
    this.#breathAt = this.#options.clock?.();
  }
}
