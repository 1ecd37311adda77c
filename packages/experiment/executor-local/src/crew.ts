import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  type MessagePort,
} from "node:worker_threads";
import {
  describeExperiment,
  experimentHash,
  type Experiment,
} from "@fabriclab/sim";
import { FabricError, type Json } from "@fabriclab/spec";
import {
  isStopped,
  ORDER_DONE,
  ORDER_KIND,
  ORDER_NUMBER,
  stopParts,
  waitFor,
  type PartMemory,
} from "./part-memory.ts";
import type { PartStart } from "./part-worker.ts";
import type { TaskFailure } from "./task.ts";
import { threadEnvironment } from "./thread-environment.ts";

/** The other threads of a run. */
export interface Crew {
  /**
   * Gives all an order and does this thread's share meanwhile; returns when everybody has done it.
   *
   * @returns this thread's result, and what each of the others has sent
   * @throws what a thread threw
   */
  together<T>(
    order: number,
    share: () => T,
  ): { readonly result: T; readonly answers: readonly (readonly unknown[])[] };
  end(): Promise<void>;
}

export interface CrewOptions {
  readonly experiment: Experiment;
  readonly memory: PartMemory;
  readonly module: URL;
  readonly input: Json;
  readonly execArgv: readonly string[] | undefined;
}

interface Hand {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** It has ended, without a word. */
  gone: boolean;
}

/** Half seconds without a sign of a thread after which it is taken for dead. */
const PATIENCE = 240;

/** Starts a thread for every part but the first and waits until each has built its part. */
export async function startCrew(options: CrewOptions): Promise<Crew> {
  const { memory, experiment } = options;
  const hands: Hand[] = [];
  try {
    const identity = experimentHash(describeExperiment(experiment));
    const ready = memory.journals.map((_, index) =>
      startHand(options, index + 1, hands, identity),
    );
    await Promise.all(ready);
  } catch (error) {
    await endAll(memory, hands);
    throw error;
  }
  return crewOf(memory, hands);
}

/** Starts one thread; resolves when it is ready. */
function startHand(
  { memory, module, input, execArgv }: CrewOptions,
  part: number,
  hands: Hand[],
  identity: string,
): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const workerData: PartStart = {
    module: module.href,
    input,
    part,
    memory,
    port: port2,
  };
  const worker = new Worker(workerFile(), {
    workerData,
    transferList: [port2],
    env: threadEnvironment(),
    ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
  });
  const hand: Hand = { worker, port: port1, gone: false };
  hands.push(hand);
  return new Promise((resolve, reject) => {
    worker.on("error", (error: Error) => {
      hand.gone = true;
      stopParts(memory);
      reject(error);
    });
    worker.on("exit", () => {
      hand.gone = true;
      stopParts(memory);
      reject(lost(part));
    });
    // Why not over the port: that one is read when something is due, without a turn of the event loop.
    worker.once("message", (message: { readonly ready?: string }) => {
      if (message.ready === identity) resolve();
      else reject(failureIn([message]) ?? differs(part));
    });
  });
}

function crewOf(memory: PartMemory, hands: readonly Hand[]): Crew {
  const { orders } = memory;
  let number = 0;

  /** Stops everybody and says why: what a thread said first, else `otherwise`. */
  function fail(otherwise: unknown): never {
    stopParts(memory);
    for (const { port } of hands) {
      const failure = failureIn(received(port));
      if (failure !== undefined) throw failure;
    }
    throw otherwise;
  }

  return {
    together(order, share) {
      number = (number + 1) | 0;
      Atomics.store(orders, ORDER_KIND, order);
      Atomics.store(orders, ORDER_NUMBER, number);
      Atomics.notify(orders, ORDER_NUMBER);
      try {
        const result = share();
        const answers = hands.map((hand, index) => {
          let left = PATIENCE;
          const goOn = (): boolean =>
            !hand.gone && !isStopped(memory) && left-- > 0;
          if (!waitFor(orders, ORDER_DONE + index + 1, number, goOn))
            throw lost(index + 1);
          return received(hand.port);
        });
        return { result, answers };
      } catch (error) {
        return fail(error);
      }
    },
    end: () => endAll(memory, hands),
  };
}

async function endAll(
  memory: PartMemory,
  hands: readonly Hand[],
): Promise<void> {
  stopParts(memory);
  for (const { port } of hands) port.close();
  await Promise.all(hands.map(({ worker }) => worker.terminate()));
}

function received(port: MessagePort): unknown[] {
  const messages: unknown[] = [];
  for (;;) {
    const next = receiveMessageOnPort(port);
    if (next === undefined) return messages;
    messages.push(next.message);
  }
}

/** The error that a thread has sent, as it was thrown. */
function failureIn(messages: readonly unknown[]): Error | undefined {
  for (const message of messages) {
    const { failure } = message as { failure?: TaskFailure };
    // Those of a thread that another one has stopped say nothing.
    if (failure === undefined || failure.code === "E_NETWORK_PART_LOST")
      continue;
    const { code, message: words, where, got, expected, hint } = failure;
    if (!isCode(code)) return new Error(words, { cause: failure.stack });
    return new FabricError({
      code,
      message: words,
      ...(where === undefined ? {} : { where }),
      ...(got === undefined ? {} : { got }),
      ...(expected === undefined ? {} : { expected }),
      ...(hint === undefined ? {} : { hint }),
    });
  }
  return undefined;
}

const isCode = (code: string | undefined): code is `E_${string}` =>
  code?.startsWith("E_") === true;

function lost(part: number): FabricError {
  return new FabricError({
    code: "E_EXECUTOR_THREAD_LOST",
    message: "a thread of the run ended without a word",
    got: `thread ${part + 1}`,
    expected: "a thread that answers",
    hint: "it may have run out of memory: try one thread",
  });
}

function differs(part: number): FabricError {
  return new FabricError({
    code: "E_EXECUTOR_THREADS_DIFFER",
    message: "a thread made another experiment of the same input",
    got: `thread ${part + 1} differs`,
    expected: "an experiment that is a pure function of its input",
    hint: "a file may have changed meanwhile, or the module keeps state",
  });
}

// Beside this file under its own name: sources run as .ts, the build as .js.
const workerFile = (): URL =>
  new URL(
    import.meta.url.endsWith(".ts") ? "./part-worker.ts" : "./part-worker.js",
    import.meta.url,
  );
