import { defineHca, type HcaModel, PAPERS, type Stream } from "@fabriclab/spec";
import { HostQueues } from "./host-queues.ts";
import { params } from "./params.ts";
import { ranksOf } from "./priorities.ts";
import { receiveOf } from "./receive.ts";
import { weightedLanes } from "./weighted-lanes.ts";

/**
 * A host adapter as Kim et al. extend it for quality of service: every stream of packets is a queue pair, elements of one service level are served
 * first come, first served, levels by strict priority, one DMA transfer at a time; behind it the virtual lanes of the port. On the way in, a buffer per
 * lane and weighted round-robin among them.
 */
export const queuePair = defineHca({
  name: "queue-pair",
  summary:
    "A host adapter with queue pairs, a FIFO per service level, strict priority, and a DMA engine.",
  cites: [PAPERS.kim2007],
  params,
  claims: { inOrder: true },
  build: (options): HcaModel => {
    const ranks = ranksOf(options.priority);
    const receive = receiveOf(options);
    const { slToVl, laneWeights, dmaRate } = options;
    return {
      name: "queue-pair",
      sendDelay: options.sendDelay,
      receiveDelay: options.receiveDelay,
      send: { elementDelay: options.wqeDelay, bytePs: dmaRate },
      priority: options.priority,
      ...(receive === undefined ? {} : { receive }),
      ...(slToVl === undefined ? {} : { slToVl }),
      ...(laneWeights === undefined
        ? {}
        : { laneScheduler: weightedLanes(laneWeights) }),
      adapt(streams, tickPs, clock) {
        const timing = {
          tickPs,
          wqePs: options.wqeDelay,
          bytePs: dmaRate,
          ranks,
          clock,
        };
        const hosts = new Map<number, [Stream, ...Stream[]]>();
        for (const stream of streams) {
          const own = hosts.get(stream.source);
          if (own === undefined) hosts.set(stream.source, [stream]);
          else own.push(stream);
        }
        return [...hosts.values()].map((own) => new HostQueues(own, timing));
      },
    };
  },
});
