import {
  createBarrier,
  createNetwork,
  createPart,
  findCycle,
  type Hold,
  type NetworkConfig,
  type NetworkCounts,
  type NetworkPart,
  REBASE_TICKS,
} from "@fabriclab/network";
import type { Composition, Engine, EngineFactory } from "@fabriclab/sim";
import { FabricError, type Journal, type Json } from "@fabriclab/spec";
import { JournalSink } from "./journal-sink.ts";
import { startCrew, type Crew } from "./crew.ts";
import {
  createPartMemory,
  F_BASE,
  F_DELIVERED,
  F_DROPPED,
  F_EVENTS,
  F_HOPS,
  F_IDLE,
  F_IN_FLIGHT,
  F_LATE,
  F_INJECTED,
  F_INJECTED_BYTES,
  F_RECORDS,
  F_SOURCE_WAIT,
  FIGURES,
  Order,
  type PartMemory,
} from "./part-memory.ts";
import { addCounters } from "./part-counters.ts";
import { publishCounts, runPart } from "./run-part.ts";
import { splitFabric } from "./split-fabric.ts";

/** Journal records that a part should write between two readings: 128 KB, which several observers then read from the cache. */
const RECORDS_WANTED = 1 << 12;
const FIRST_TICKS = 1 << 12;

export interface ThreadedEngineOptions {
  /** The module whose `experiment` makes the run's experiment again in each thread; a .ts file is run as it stands (Node 24). */
  readonly module: URL;
  /** What that function is given. A function is asked for each run, where several differ (in their seeds, say). */
  readonly input: Json | ((composition: Composition) => Json);
  /** Default: the experiment's `threads`. */
  readonly threads?: number;
  /** Node -> part; default: {@link splitFabric}. Hosts must be in the part of their switch. */
  readonly partOf?: Uint8Array;
  /** Node flags of the threads; default: those of this process. */
  readonly execArgv?: readonly string[];
}

/**
 * An engine for `runExperiment` that simulates one network on several threads of this machine, with the results of one thread to the bit
 * (the number of events included).
 *
 * The fabric is split into parts. This thread simulates the first; each other thread makes the experiment again from `module` and `input`, and
 * simulates another. Parts exchange packets and credits once per window of the lookahead; see `@fabriclab/network`. One thread, or one switch,
 * gives a plain network.
 *
 * @throws (when the engine is made) FabricError `E_EXECUTOR_THREADS_CLOSED_LOOP` and `E_EXECUTOR_THREADS_DROP` for what needs one thread,
 * `E_EXECUTOR_THREADS_DIFFER` when a thread makes another experiment of the input, those of the network for what it does not run
 * @throws (when it runs) what a thread threw; `E_EXECUTOR_THREAD_LOST` when one ended without a word
 */
export function threadedEngine(options: ThreadedEngineOptions): EngineFactory {
  return async (composition) => {
    const { network, experiment } = composition;
    const wanted = options.threads ?? experiment.threads;
    if (wanted <= 1) return createNetwork(network);
    refuse(composition);
    const partOf = options.partOf ?? splitFabric(network.fabric, wanted);
    const parts = 1 + partOf.reduce((a, b) => Math.max(a, b), 0);
    if (parts === 1) return createNetwork(network);
    const memory = createPartMemory(network, partOf, parts);
    const own = ownPart(network, memory);
    const input =
      typeof options.input === "function"
        ? options.input(composition)
        : options.input;
    const crew = await startCrew({
      experiment,
      memory,
      input,
      module: options.module,
      execArgv: options.execArgv,
    });
    return engineOf(own, memory, crew);
  };
}

function ownPart(network: NetworkConfig, memory: PartMemory): NetworkPart {
  const { partOf, mailboxes } = memory;
  return createPart(
    { ...network, partition: { partOf, part: 0 } },
    { mailboxes, barrier: createBarrier(memory.barrier, 0, mailboxes.length) },
  );
}

function engineOf(own: NetworkPart, memory: PartMemory, crew: Crew): Engine {
  const { figures } = memory;
  const parts = memory.mailboxes.length;
  let sink = new JournalSink();
  /** Where the journal before lies, which may still be read. */
  let other = new JournalSink();
  const sum = (figure: number): number => {
    let total = 0;
    for (let part = 0; part < parts; part += 1)
      total += figures[part * FIGURES + figure]!;
    return total;
  };
  let ticks = FIRST_TICKS;
  publishCounts(memory, 0, own);

  /** Journals of the others, in the order of the parts: what observers see must not depend on which thread was first. */
  function gather(messages: readonly (readonly unknown[])[]): void {
    memory.journals.forEach((records, index) => {
      const at = (index + 1) * FIGURES;
      sink.append({
        records,
        count: figures[at + F_RECORDS]!,
        baseTick: figures[at + F_BASE]!,
        lateBirths: memory.lateBirths[index]!.subarray(0, figures[at + F_LATE]),
      });
      for (const message of messages[index]!)
        sink.append((message as { journal: Journal }).journal);
    });
  }

  return {
    get now() {
      return own.now;
    },
    get journal() {
      return sink;
    },
    clearJournal: () => sink.clear(),
    takeJournal(meanwhile) {
      const taken = sink;
      [sink, other] = [other, sink];
      sink.clear();
      own.meanwhile(meanwhile);
      return taken;
    },
    run(until) {
      const from = own.now;
      // Why not to the end at once: the journals of all parts lie in memory until they are read, and all have one base.
      const target = Math.min(until, from + ticks, baseEnd(own));
      const before = sink.count;
      memory.until.set([target, until]);
      const messages = crew.together(Order.run, () => {
        runPart(own, target, until, (journal) => sink.append(journal));
        publishCounts(memory, 0, own);
      });
      gather(messages.answers);
      const rate = (sink.count - before) / Math.max(1, target - from);
      if (target < until || ticks * rate > parts * RECORDS_WANTED)
        ticks = Math.max(
          FIRST_TICKS,
          Math.min(4 * ticks, Math.floor((parts * RECORDS_WANTED) / rate)),
        );
      return target;
    },
    get counts(): NetworkCounts {
      return {
        injected: sum(F_INJECTED),
        injectedBytes: sum(F_INJECTED_BYTES),
        sourceWait: sum(F_SOURCE_WAIT),
        delivered: sum(F_DELIVERED),
        dropped: sum(F_DROPPED),
        inFlight: sum(F_IN_FLIGHT),
        events: sum(F_EVENTS),
        packetHops: sum(F_HOPS),
      };
    },
    idle: () => sum(F_IDLE) === parts,
    takeChannelCounters() {
      const { result } = crew.together(Order.counters, () =>
        own.takeChannelCounters(),
      );
      for (const counters of memory.counters) addCounters(result, counters);
      return result;
    },
    diagnose() {
      const { result, answers } = crew.together(Order.holds, () => own.holds());
      const theirs = answers.flat() as readonly { holds: readonly Hold[] }[];
      return findCycle([...result, ...theirs.flatMap(({ holds }) => holds)]);
    },
    isFiniteOver() {
      const { result, answers } = crew.together(Order.finite, () =>
        own.isFiniteOver(),
      );
      const theirs = answers.flat() as readonly { isFiniteOver: boolean }[];
      return result && theirs.every(({ isFiniteOver }) => isFiniteOver);
    },
    check() {
      crew.together(Order.check, () => own.check());
    },
    close: () => crew.end(),
  };
}

/** The tick to which every record is relative to one base, that of now. */
function baseEnd({ now, journal }: NetworkPart): number {
  const end = journal.baseTick + REBASE_TICKS;
  return now < end ? end : end + REBASE_TICKS;
}

/** What several threads cannot do, said before any is started. */
function refuse({ traffic, switchModel }: Composition): void {
  const closed = traffic.findIndex(({ delivered }) => delivered !== undefined);
  if (closed >= 0) {
    throw new FabricError({
      code: "E_EXECUTOR_THREADS_CLOSED_LOOP",
      message: "traffic that reacts to deliveries runs in one thread only",
      where: { path: `traffic[${closed}]` },
      got: "closed-loop traffic on several threads",
      expected:
        "threads: 1, or traffic whose births do not depend on the network",
      hint: "several seeds or scenarios can still run side by side",
    });
  }
  const reporting = traffic.findIndex(({ report }) => report !== undefined);
  if (reporting >= 0) {
    throw new FabricError({
      code: "E_EXECUTOR_THREADS_REPORT",
      message: "traffic that keeps counters of its own runs in one thread only",
      where: { path: `traffic[${reporting}]` },
      got: "traffic with a report on several threads",
      expected: "threads: 1",
    });
  }
  if (switchModel.drop !== undefined) {
    throw new FabricError({
      code: "E_EXECUTOR_THREADS_DROP",
      message: "switches that drop packets run in one thread only",
      where: { path: "drop" },
      got: `${switchModel.name} on several threads`,
      expected: "threads: 1, or a switch model without a drop policy",
    });
  }
}
