import {
  JOURNAL_BIRTH,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  type Stream,
  type Traffic,
} from "@fabriclab/spec";
import type { Bytes, EndportIx, Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { createNetwork, type Network } from "../src/index.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** A small generator for tests: uniform in (0, 1). */
function generator(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b9) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z ^= z + Math.imul(z ^ (z >>> 7), 61 | z);
    return (((z ^ (z >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

/** Runs to `ticks` and gives every latency of packets born after `from`, in order of delivery. */
function latencies(network: Network, from: number, ticks: number): number[] {
  const seen: number[] = [];
  while (network.now < ticks) {
    network.run(ticks);
    const { records, count, baseTick } = network.journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (
        records[at + JOURNAL_KIND] !== JournalKind.delivered ||
        baseTick + records[at + JOURNAL_BIRTH]! < from
      )
        continue;
      seen.push(records[at + JOURNAL_TIME]! - records[at + JOURNAL_BIRTH]!);
    }
    network.clearJournal();
  }
  return seen;
}

describe("queueing theory", () => {
  it.each([0.1, 0.3, 0.5, 0.7, 0.9])(
    "a Poisson source at load %f waits as M/D/1 says",
    (load) => {
      const { fabric, tables } = star(2);
      const BYTES = 64;
      const length = 4 * BYTES;
      const uniform = generator(Math.round(load * 1000));
      let birth = 0;
      const stream: Stream = {
        source: 1 as EndportIx,
        serviceLevels: [0],
        next(draft) {
          birth += (-Math.log(uniform()) * length) / load;
          Object.assign(draft, {
            birth: Math.round(birth),
            dlid: 2,
            bytes: BYTES,
            sl: 0,
            tag: 0,
            flags: 0,
          });
          return true;
        },
      };
      const traffic: Traffic = {
        streams: [stream],
        finite: false,
        maxPacketBytes: BYTES as Bytes,
        minPacketBytes: BYTES as Bytes,
      };
      const network = createNetwork({
        fabric,
        tables,
        switchModels: [modelOf({ inputBuffer: { packets: 8 } })],
        hca: plainHca,
        traffic: [traffic],
        tickPs: 1000,
        checked: true,
      });
      const PACKETS = 400_000;
      const waits = latencies(
        network,
        1000 * length,
        Math.round((PACKETS * length) / load),
      ).map((ticks) => (ticks - length - 140) / length);
      // Batch means: 20 batches, Student t for 19 degrees of freedom at 99.9 %.
      const size = Math.floor(waits.length / 20);
      const means = Array.from(
        { length: 20 },
        (_, b) =>
          waits.slice(b * size, (b + 1) * size).reduce((a, x) => a + x, 0) /
          size,
      );
      const mean = means.reduce((a, x) => a + x, 0) / 20;
      const half =
        3.883 *
        Math.sqrt(means.reduce((a, x) => a + (x - mean) ** 2, 0) / 19 / 20);
      const expected = load / (2 * (1 - load));
      expect(Math.abs(mean - expected)).toBeLessThan(half);
      expect(half).toBeLessThan(0.1 * expected + 0.01);
    },
  );

  it.each([0.3, 0.6, 0.8])(
    "packets of 24 Poisson sources for one host, of load %f together, stand in queues as M/D/1 says",
    (load) => {
      const HOSTS = 24;
      const { fabric, tables } = star(HOSTS + 1);
      const BYTES = 64;
      const length = 4 * BYTES;
      const streams = Array.from({ length: HOSTS }, (_, h): Stream => {
        const uniform = generator(Math.round(load * 1000) + h);
        let birth = 0;
        return {
          source: (1 + h) as EndportIx,
          serviceLevels: [0],
          next(draft) {
            birth += (-Math.log(uniform()) * length * HOSTS) / load;
            Object.assign(draft, {
              birth: Math.round(birth),
              dlid: HOSTS + 1,
              bytes: BYTES,
              sl: 0,
              tag: 0,
              flags: 0,
            });
            return true;
          },
        };
      });
      const network = createNetwork({
        fabric,
        tables,
        switchModels: [modelOf({ inputBuffer: { packets: 64 } })],
        hca: plainHca,
        traffic: [
          {
            streams,
            finite: false,
            maxPacketBytes: BYTES as Bytes,
            minPacketBytes: BYTES as Bytes,
          },
        ],
        tickPs: 1000,
        checked: false,
        queues: true,
      });
      // Packets queue at their host for its link, and at the switch. Links and crossbar take equally long for each, so that what the first queue holds back
      // would only have waited in the second: both together are one queue of all sources.
      const BATCH = Math.round((20_000 * length) / load);
      let held = 0;
      const batch = (until: number): number => {
        latencies(network, until, until);
        const { sourceWait } = network.counts;
        const atHosts = sourceWait - held;
        held = sourceWait;
        const { queueTicks } = network.takeChannelCounters();
        return (atHosts + queueTicks!.reduce((a, n) => a + n, 0)) / BATCH;
      };
      batch(BATCH);
      const lengths = Array.from({ length: 20 }, (_, b) =>
        batch((b + 2) * BATCH),
      );
      const mean = lengths.reduce((a, x) => a + x, 0) / 20;
      const half =
        3.883 *
        Math.sqrt(lengths.reduce((a, x) => a + (x - mean) ** 2, 0) / 19 / 20);
      const expected = load ** 2 / (2 * (1 - load));
      expect(Math.abs(mean - expected)).toBeLessThan(half);
      expect(half).toBeLessThan(0.1 * expected + 0.01);
    },
  );

  it("an input-queued 16x16 switch with first-in-first-out queues saturates at 0.6015 of the link rate", () => {
    const N = 16;
    const { fabric, tables } = star(N);
    const BYTES = 64;
    const length = 4 * BYTES;
    const streams: Stream[] = Array.from({ length: N }, (_, h) => {
      const uniform = generator(h + 1);
      return {
        source: (1 + h) as EndportIx,
        serviceLevels: [0],
        next(draft) {
          // Uniform over all outputs, the own one included, as in the theory.
          Object.assign(draft, {
            birth: 0,
            dlid: 1 + Math.floor(uniform() * N),
            bytes: BYTES,
            sl: 0,
            tag: 0,
            flags: 0,
          });
          return true;
        },
      };
    });
    const traffic: Traffic = {
      streams,
      finite: false,
      maxPacketBytes: BYTES as Bytes,
      minPacketBytes: BYTES as Bytes,
    };
    // No flight time and a routing delay of a packet time: all grants fall on multiples of the packet time, as in the slotted theory.
    const network = createNetwork({
      fabric,
      tables,
      switchModels: [
        modelOf({
          inputBuffer: { packets: 64 },
          routingDelay: (1000 * length) as Ps,
        }),
      ],
      hca: plainHca,
      traffic: [traffic],
      tickPs: 1000,
      link: { flightPs: 0 },
      checked: true,
    });
    const SLOTS = 40_000;
    latencies(network, 0, 2000 * length);
    const before = network.counts.delivered;
    latencies(network, 0, (2000 + SLOTS) * length);
    const throughput = (network.counts.delivered - before) / SLOTS / N;
    expect(throughput).toBeGreaterThan(0.6015 - 0.003);
    expect(throughput).toBeLessThan(0.6015 + 0.003);
  });
});
