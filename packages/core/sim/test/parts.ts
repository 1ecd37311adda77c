import {
  defineArbiter,
  defineHca,
  defineLaneScheduler,
  defineReplication,
  defineSwitch,
  intParam,
  timeParam,
} from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import { z } from "zod";

const none = z.object({});

function next(last: number, mask: number): number {
  for (let step = 1; step <= 32; step += 1) {
    const bit = (last + step) & 31;
    if ((mask >>> bit) & 1) return bit;
  }
  throw new Error("no request");
}

export const roundRobin = defineArbiter({
  name: "round-robin",
  summary: "",
  cites: [],
  params: none,
  claims: { fair: true },
  build: () => ({
    name: "round-robin",
    create(slots) {
      const last = new Int32Array(slots);
      return {
        pick: (slot, requests) => next(last[slot] ?? 0, requests),
        pickWide(slot, words, at, count) {
          for (let step = 1; step <= count * 32; step += 1) {
            const bit = ((last[slot] ?? 0) + step) % (count * 32);
            if (((words[at + (bit >> 5)] ?? 0) >>> (bit & 31)) & 1) return bit;
          }
          throw new Error("no request");
        },
        granted(slot, input) {
          last[slot] = input;
        },
      };
    },
  }),
});

export const roundRobinLanes = defineLaneScheduler({
  name: "round-robin",
  summary: "",
  cites: [],
  params: none,
  claims: { fair: true },
  build: () => ({
    name: "round-robin",
    create(outputs) {
      const last = new Int32Array(outputs);
      return {
        pick: (output, lanes) => next(last[output] ?? 0, lanes),
        granted(output, lane) {
          last[output] = lane;
        },
      };
    },
  }),
});

export const asynchronous = defineReplication({
  name: "asynchronous",
  summary: "",
  cites: [],
  params: none,
  claims: { deadlockFree: true },
  build: () => ({ name: "asynchronous", mode: "asynchronous" }),
});

export const injector = defineHca({
  name: "injector",
  summary: "",
  cites: [],
  params: none,
  claims: { inOrder: true },
  build: () => ({ name: "injector", sendDelay: ps(0), receiveDelay: ps(0) }),
});

export const relay = defineSwitch({
  name: "relay",
  summary: "",
  cites: [],
  params: z.object({
    virtualLanes: intParam({ default: 1 }),
    inputPackets: intParam({ default: 1 }),
    outputPackets: intParam({ default: 1 }),
    routingDelay: timeParam("100ns"),
  }),
  claims: { inOrder: true, lossless: true, zeroLoad: () => 0 },
  build: (options, parts) => ({
    name: "relay",
    lanes: options.virtualLanes,
    inputBuffer: { packets: options.inputPackets },
    outputBuffer: { packets: options.outputPackets },
    crossbar: "port",
    routingDelay: options.routingDelay,
    arbiter: parts.arbiter,
    laneScheduler: parts.laneScheduler,
    replication: parts.replication,
  }),
});
