import type { ChannelCounters, Journal } from "@fabriclab/spec";
import { JOURNAL_STRIDE } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { activateSource } from "./activate-source.ts";
import { buildState } from "./build.ts";
import { checkState } from "./check.ts";
import { diagnose, holds } from "./diagnose.ts";
import { createGeneralLoop } from "./general/loop.ts";
import * as L from "./layout.ts";
import { isOver } from "./is-over.ts";
import { liveChanges } from "./live-changes.ts";
import { createLoop, type Loop } from "./loop.ts";
import type { Network, NetworkConfig, NetworkCounts } from "./network.ts";
import { packetsInside } from "./packets-inside.ts";
import { createInputQueues } from "./input-queues.ts";
import { createPortWaits } from "./port-waits.ts";
import { rebase, REBASE_TICKS } from "./rebase.ts";
import { renewBirths } from "./renew-births.ts";
import {
  R_JOURNAL,
  R_THROUGH,
  R_TIME,
  R_ABROAD,
  R_UNDERWAY,
  S_COPIES,
  S_DELIVERED,
  S_DROPPED,
  S_EVENTS,
  S_HOPS,
  S_INJECTED,
  S_INJECTED_BYTES,
  S_SOURCE_WAIT,
} from "./registers.ts";
import type { NetworkState } from "./state.ts";

/**
 * Packet-hops per call of the loop: about a millisecond. Why slices: V8 specialises a function that is called anew on its constants, not one
 * that is replaced while it runs (65 instead of 47 ns per hop).
 */
const SLICE_HOPS = 20_000;

/** Windows of a split network: see parallel.ts. */
export interface Windows {
  /** Last relative tick of the current window, at most `until`. */
  end(until: number): number;
  /** The window is done: exchange messages with the other parts. */
  exchange(): void;
}

/** Builds a network around a loop factory. */
export function networkOf(
  config: NetworkConfig,
  loopFactory: (state: NetworkState) => Loop,
): Network {
  return networkFrom(config, buildState(config), loopFactory);
}

/**
 * @param windows what limits a slice and happens at its end, for a part of a split network
 */
export function networkFrom(
  config: NetworkConfig,
  state: NetworkState,
  loopFactory: (state: NetworkState) => Loop,
  windows?: Windows,
): Network {
  const loop = state.general.needed
    ? createGeneralLoop(state)
    : loopFactory(state);
  const { registers, sums, clock, sources, memory: M, layout } = state;
  const ports = config.fabric.portCount;
  /** Port -> its output record, by the index that the given fabric has for it. */
  const outputs = new Int32Array(ports);
  for (let port = 0; port < state.flightOf.length; port++) {
    const given = state.portOf(port);
    if (given >= 0)
      outputs[given] = layout.firstPort + port * layout.portWords + layout.out;
  }
  const countsTicks = state.length === 0 || state.general.needed;
  const packets = new Float64Array(ports);
  const busyTicks = new Float64Array(ports);
  const waitTicks = new Float64Array(ports);
  const queueTicks = new Float64Array(ports);
  const waits = createPortWaits(state);
  const queues = createInputQueues(state);

  function drainCounters(): void {
    for (let port = 0; port < ports; port++) {
      const o = outputs[port]!;
      packets[port]! += M[o + L.O_PACKETS]!;
      busyTicks[port]! += countsTicks
        ? M[o + L.O_TICKS]!
        : M[o + L.O_PACKETS]! * state.length;
      M[o + L.O_PACKETS] = 0;
      M[o + L.O_TICKS] = 0;
      if (queues !== undefined) drainQueue(o - layout.out);
      if (waits === undefined) continue;
      waits.settle(o - layout.out, registers[R_TIME]!);
      const index = M[o + L.O_INDEX]!;
      waitTicks[port]! += state.waits!.waited[index]!;
      state.waits!.waited[index] = 0;
    }
    queues?.taken(registers[R_TIME]!);
  }

  /** What waits at port record `i` came over the channel of the port at the other end. */
  function drainQueue(i: number): void {
    const up = M[i + L.I_UP]!;
    const from = up < 0 ? -1 : state.portOf(M[up + layout.out + L.O_INDEX]!);
    if (from >= 0) queueTicks[from]! += queues!.take(i, registers[R_TIME]!);
  }

  function counts(): NetworkCounts {
    return {
      injected: sums[S_INJECTED]!,
      injectedBytes: sums[S_INJECTED_BYTES]!,
      sourceWait: sums[S_SOURCE_WAIT]!,
      delivered: sums[S_DELIVERED]!,
      dropped: sums[S_DROPPED]!,
      inFlight:
        sums[S_INJECTED]! +
        sums[S_COPIES]! -
        sums[S_DELIVERED]! -
        sums[S_DROPPED]! -
        registers[R_ABROAD]!,
      events: sums[S_EVENTS]!,
      packetHops: sums[S_HOPS]!,
    };
  }

  /** Moves the base of the clock forward, so that relative times stay small. */
  function advanceBase(): void {
    drainCounters();
    rebase(state, config.tickPs);
    for (const source of sources.takeParked()) activateSource(state, source);
  }

  function run(until: number, through = until): number {
    if (
      !Number.isSafeInteger(until) ||
      until < clock.base + registers[R_TIME]!
    ) {
      throw new FabricError({
        code: "E_NETWORK_TIME",
        message: "time runs forwards only, in whole ticks",
        got: String(until),
        expected: `a whole number of ticks from ${clock.base + registers[R_TIME]!}`,
      });
    }
    if (
      registers[R_JOURNAL]! >= state.journalLimit ||
      (registers[R_TIME]! >= REBASE_TICKS && registers[R_JOURNAL]! > 0)
    ) {
      throw new FabricError({
        code: "E_NETWORK_JOURNAL_FULL",
        message: "the journal was not cleared",
        got: `${registers[R_JOURNAL]! / JOURNAL_STRIDE} records`,
        hint: "read the journal and call clearJournal() before run()",
      });
    }
    while (
      clock.base + registers[R_TIME]! < until &&
      registers[R_JOURNAL]! < state.journalLimit
    ) {
      if (registers[R_TIME]! >= REBASE_TICKS) {
        // The journal's times are relative to the base that it was written under.
        if (registers[R_JOURNAL]! > 0) break;
        advanceBase();
      }
      // Sources that asked to be asked again at a certain tick get their answer just before it.
      if (sources.alarm() <= registers[R_TIME]! + 1)
        for (const source of sources.takeAlarms(registers[R_TIME]! + 1))
          activateSource(state, source);
      registers[R_THROUGH] = Math.min(through - clock.base, 0x7fffffff);
      const windowEnd = windows?.end(until - clock.base) ?? Infinity;
      loop(
        Math.min(
          until - clock.base,
          REBASE_TICKS,
          windowEnd,
          Math.max(sources.alarm() - 1, registers[R_TIME]! + 1),
        ),
        SLICE_HOPS,
      );
      const isWindowEnd = registers[R_TIME] === windowEnd;
      if (isWindowEnd) windows!.exchange();
      if (state.births.isCrowded && (windows === undefined || isWindowEnd))
        renewBirths(state, 0);
      if (config.checked) checkState(state, counts());
    }
    return clock.base + registers[R_TIME]!;
  }

  const changes = liveChanges(state, config, () => {
    if (config.checked) checkState(state, counts());
  });

  return Object.assign(new Gauges(state, counts), {
    run,
    clearJournal() {
      registers[R_JOURNAL] = 0;
    },
    injections(into: Float64Array) {
      into[0] = sums[S_INJECTED]!;
      into[1] = sums[S_INJECTED_BYTES]!;
      into[2] = sums[S_SOURCE_WAIT]!;
    },
    takeChannelCounters(): ChannelCounters {
      drainCounters();
      const taken = {
        packets: packets.slice(),
        busyTicks: busyTicks.slice(),
        ...(waits === undefined ? {} : { waitTicks: waitTicks.slice() }),
        ...(queues === undefined ? {} : { queueTicks: queueTicks.slice() }),
      };
      packets.fill(0);
      waitTicks.fill(0);
      queueTicks.fill(0);
      // Why: a packet was counted whole when it entered the link; what of it is still to come belongs to the next interval, or a channel could be
      // busy for longer than the interval lasts.
      for (let port = 0; port < ports; port++) {
        const ahead = Math.max(
          0,
          M[outputs[port]! + L.O_BUSY]! - registers[R_TIME]!,
        );
        taken.busyTicks[port]! -= ahead;
        busyTicks[port] = ahead;
      }
      return taken;
    },
    idle: () =>
      counts().inFlight === 0 &&
      registers[R_UNDERWAY] === 0 &&
      sources.pulled() === sums[S_INJECTED] &&
      sources.exhausted(),
    ...changes,
    quiet: () =>
      state.wheel.nearBits.every((word) => word === 0) &&
      state.wheel.farBits.every((word) => word === 0) &&
      sources.alarm() === Infinity &&
      sources.parked() === 0,
    diagnose: () => diagnose(state, config),
    waits: () =>
      holds(state, config).flatMap(({ waits }) =>
        waits.map(({ blocked }) => blocked),
      ),
    isFiniteOver: () => isOver(state, (index) => config.traffic[index]!.finite),
    ...packetsInside(state, config),
    check: () => checkState(state, counts()),
  });
}

/**
 * What a network shows as values.
 *
 * A class, since getters of an object literal are kept by the hidden class that V8 makes for each such object: networks that nobody holds any more
 * then stay in memory until a full collection, and code that calls them is compiled anew for each.
 */
class Gauges {
  readonly #state: NetworkState;
  readonly #counts: () => NetworkCounts;

  constructor(state: NetworkState, counts: () => NetworkCounts) {
    this.#state = state;
    this.#counts = counts;
  }

  get now(): number {
    return this.#state.clock.base + this.#state.registers[R_TIME]!;
  }

  get journal(): Journal {
    const { journal, registers, clock, births } = this.#state;
    return {
      records: journal,
      count: registers[R_JOURNAL]! / JOURNAL_STRIDE,
      baseTick: clock.base,
      lateBirths: births.ticks,
    };
  }

  get counts(): NetworkCounts {
    return this.#counts();
  }
}

/** A network whose loop is this process's one static instance. Several such networks share its compiled code, at some cost in speed. */
export function createNetwork(config: NetworkConfig): Network {
  return networkOf(config, createLoop);
}
