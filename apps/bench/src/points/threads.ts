/**
 * One process: runs an open-loop experiment on a mesh on so many threads and prints what it took. Argument: JSON of `ThreadsPoint`.
 *
 * As a module it is what the other threads make their experiment with.
 */
import { isMainThread } from "node:worker_threads";
import { sequential } from "@fabriclab/addressing-sequential";
import { threadedEngine } from "@fabriclab/experiment-executor-local";
import { injector } from "@fabriclab/hca-injector";
import { latency } from "@fabriclab/metrics-latency";
import { linkLoad } from "@fabriclab/metrics-link-load";
import { throughput } from "@fabriclab/metrics-throughput";
import { xy } from "@fabriclab/routing-xy";
import {
  runExperiment,
  use,
  type EngineFactory,
  type Experiment,
} from "@fabriclab/sim";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { mesh } from "@fabriclab/topology-mesh";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";

export interface ThreadsPoint {
  readonly K: number;
  readonly bytes: number;
  readonly load: number;
  /** Simulated time in microseconds. */
  readonly microseconds: number;
  readonly threads: number;
}

export interface ThreadsFigures {
  /** From the first packet on: composing and starting threads is left out. */
  readonly seconds: number;
  /** Composing and starting threads. */
  readonly startSeconds: number;
  readonly hops: number;
  /** The whole result but for times: equal for any number of threads. */
  readonly result: string;
}

export function experiment(point: ThreadsPoint): Experiment {
  const { K, bytes, load, microseconds, threads } = point;
  const fabric = mesh.build(mesh.params.parse({ columns: K, rows: K }));
  return {
    name: "threads",
    seed: 1,
    fabric,
    tables: {
      addressing: use(sequential),
      routing: use(xy),
      unicast: use(linear),
    },
    switchModel: {
      use: use(relay, {
        inputBuffer: "4 packets",
        outputBuffer: "0 packets",
      }),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: { byteTime: ps(4000), flight: ps(20_000) },
    traffic: [
      {
        ...use(poisson, { load, size: `${String(bytes)}B` }),
        pattern: use(uniform),
      },
    ],
    metrics: [use(latency), use(throughput), use(linkLoad)],
    measure: {
      warmup: ps(microseconds * 100_000),
      precision: 1e-9,
      confidence: 0.95,
      maxTime: ps(microseconds * 1e6),
      maxPackets: 1e12,
    },
    threads,
    checked: false,
  };
}

async function measure(point: ThreadsPoint): Promise<ThreadsFigures> {
  const made = performance.now();
  let started = made;
  const threaded = threadedEngine({
    module: new URL(import.meta.url),
    input: { ...point },
  });
  const engine: EngineFactory = async (composition) => {
    const built = await threaded(composition);
    started = performance.now();
    return built;
  };
  const { wallSeconds, ...result } = await runExperiment(experiment(point), {
    engine,
  });
  return {
    seconds: (performance.now() - started) / 1000 + wallSeconds,
    startSeconds: (started - made) / 1000,
    hops: result.packetHops,
    result: JSON.stringify(result),
  };
}

const argument = process.argv[2];
if (argument !== undefined && isMainThread && import.meta.main) {
  const figures = await measure(JSON.parse(argument) as ThreadsPoint);
  process.stdout.write(JSON.stringify(figures));
}
