import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import {
  createBarrier,
  createPart,
  type NetworkPart,
} from "@fabriclab/network";
import { compose, describeExperiment, experimentHash } from "@fabriclab/sim";
import { type Journal, JOURNAL_STRIDE, type Json } from "@fabriclab/spec";
import type { ExperimentModule } from "./experiment-module.ts";
import { adoptBirths } from "./journal-sink.ts";
import {
  F_BASE,
  F_LATE,
  F_RECORDS,
  FIGURES,
  isStopped,
  Order,
  ORDER_DONE,
  ORDER_KIND,
  ORDER_NUMBER,
  SHARED_RECORDS,
  stopParts,
  waitFor,
  type PartMemory,
} from "./part-memory.ts";
import { writeCounters } from "./part-counters.ts";
import { publishCounts, runPart } from "./run-part.ts";
import { failureOf } from "./worker.ts";

/** What a thread is started with. */
export interface PartStart {
  readonly module: string;
  readonly input: Json;
  readonly part: number;
  readonly memory: PartMemory;
  readonly port: MessagePort;
}

const { module, input, part, memory, port } = workerData as PartStart;

async function build(): Promise<NetworkPart> {
  const { experiment: make } = (await import(module)) as ExperimentModule;
  const experiment = await make(input);
  const { network } = compose(experiment);
  const barrier = createBarrier(memory.barrier, part, memory.mailboxes.length);
  const built = createPart(
    { ...network, partition: { partOf: memory.partOf, part } },
    { mailboxes: memory.mailboxes, barrier },
  );
  parentPort?.postMessage({
    ready: experimentHash(describeExperiment(experiment)),
  });
  return built;
}

function runTo(network: NetworkPart, until: number, through: number): void {
  const { figures, journals } = memory;
  const shared = journals[part - 1]!;
  const at = part * FIGURES;
  const late: number[] = [];
  let count = 0;
  let full = false;
  runPart(network, until, through, (journal: Journal) => {
    const words = journal.count * JOURNAL_STRIDE;
    // Why for good: messages are read after the shared memory, so that a smaller piece later on would come before this one.
    full ||= count + journal.count > SHARED_RECORDS;
    if (full) {
      const records = journal.records.slice(0, words);
      port.postMessage({ journal: { ...journal, records } }, [records.buffer]);
      return;
    }
    const used = count * JOURNAL_STRIDE;
    shared.set(journal.records.subarray(0, words), used);
    if (journal.lateBirths.length > 0)
      adoptBirths(shared, used, used + words, journal.lateBirths, late);
    count += journal.count;
    figures[at + F_BASE] = journal.baseTick;
  });
  figures[at + F_RECORDS] = count;
  figures[at + F_LATE] = late.length;
  memory.lateBirths[part - 1]!.set(late);
  publishCounts(memory, part, network);
}

function carryOut(network: NetworkPart, order: number): void {
  if (order === Order.run) {
    const [until = 0, through = until] = memory.until;
    runTo(network, until, through);
  } else if (order === Order.holds)
    port.postMessage({ holds: network.holds() });
  else if (order === Order.finite)
    port.postMessage({ isFiniteOver: network.isFiniteOver() });
  else if (order === Order.check) network.check();
  else writeCounters(memory.counters[part - 1]!, network.takeChannelCounters());
}

/** Carries out orders until the run is stopped. */
function serve(network: NetworkPart): void {
  const { orders } = memory;
  const goOn = (): boolean => !isStopped(memory);
  for (let number = 1; ; number = (number + 1) | 0) {
    if (!waitFor(orders, ORDER_NUMBER, number, goOn)) return;
    carryOut(network, Atomics.load(orders, ORDER_KIND));
    Atomics.store(orders, ORDER_DONE + part, number);
    Atomics.notify(orders, ORDER_DONE + part);
  }
}

try {
  serve(await build());
} catch (error) {
  const failure = failureOf(error);
  // Twice: before this thread is ready the first one listens, later it looks when it needs to know.
  parentPort?.postMessage({ failure });
  port.postMessage({ failure });
  stopParts(memory);
}
