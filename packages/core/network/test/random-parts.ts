import {
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  journalBirth,
} from "@fabriclab/spec";
import type { Network, NetworkConfig } from "../src/index.ts";
import { meshConfig } from "./mesh-run.ts";
import { dice, randomRun } from "./random-runs.ts";

/** A run that parts can do, with an assignment of its nodes to them; plain data but for the configuration, so that every thread draws it again. */
export interface SplitRun {
  readonly config: NetworkConfig;
  readonly partOf: Uint8Array;
  readonly parts: number;
  readonly ticks: number;
}

/** Everything that a run shows: equal for any number of parts. */
export interface Shown {
  readonly injected: number;
  readonly delivered: number;
  readonly dropped: number;
  readonly hops: number;
  readonly events: number;
  /** Packets, busy ticks and waits of every port. */
  readonly counters: readonly (readonly number[])[];
  /** Times absolute. */
  readonly records: readonly (readonly number[])[];
}

/** Hosts with their switch, switches where they fall. */
function scatter(
  { fabric }: NetworkConfig,
  parts: number,
  partOfSwitch: (sw: number) => number,
): Uint8Array {
  const partOf = new Uint8Array(fabric.nodeCount);
  for (let sw = 0; sw < fabric.switchCount; sw++)
    partOf[sw] = partOfSwitch(sw) % parts;
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port]!;
    const node = fabric.portNode[port]!;
    if (node >= fabric.switchCount && peer >= 0)
      partOf[node] = partOf[fabric.portNode[peer]!]!;
  }
  return partOf;
}

/** Trees with all that the fast loop can, and meshes under load; undefined where seed `seed` draws what runs on one thread only. */
export function splitRun(seed: number): SplitRun | undefined {
  const roll = dice(seed * 7919);
  const parts = 2 + roll(2);
  if (roll(2) === 0) {
    const config = randomRun(seed, 150);
    const { traffic, switchModels, fabric } = config;
    if (
      traffic[0]!.delivered !== undefined ||
      switchModels[0]!.drop !== undefined ||
      fabric.switchCount < parts
    )
      return undefined;
    // Every part has a switch.
    const partOf = scatter(config, parts, (sw) => (sw < parts ? sw : roll(9)));
    return { config, partOf, parts, ticks: 200_000 };
  }
  const K = 3 + roll(4);
  const bytes = [32, 64, 256, 2048][roll(4)]!;
  const packets = [0, 0, 1, 3][roll(4)]!;
  const mesh = meshConfig({
    K,
    lanes: [1, 1, 2, 12][roll(4)]!,
    bytes,
    load: [0.05, 0.2, 0.5, 1][roll(4)]!,
    outputBuffer: { packets },
    behind: roll(2) === 0 && packets > 0,
    hole: bytes >= 64 && roll(4) === 0,
    wideHosts: roll(4) === 0,
    ticks: 0,
    checked: true,
  });
  const config: NetworkConfig = { ...mesh, waits: true, queues: true };
  // Rows in turn, halves, or anyhow: every switch is one of the border, or few are.
  const cut = roll(3);
  const partOf = scatter(config, parts, (sw) =>
    sw < parts
      ? sw
      : cut === 0
        ? Math.floor(sw / K)
        : cut === 1
          ? Math.floor((sw * parts) / (K * K))
          : roll(9),
  );
  return { config, partOf, parts, ticks: 200 * bytes };
}

/** Runs to `ticks` in several steps. */
export function show(network: Network, ticks: number): Shown {
  const records: number[][] = [];
  for (const part of [0.3, 0.31, 1]) {
    const until = Math.floor(part * ticks);
    while (network.now < until) {
      network.run(until);
      const { journal } = network;
      const { records: words, count, baseTick } = journal;
      for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
        records.push([
          baseTick + words[at + JOURNAL_TIME]!,
          words[at + JOURNAL_KIND]!,
          words[at + JOURNAL_PLACE]!,
          words[at + JOURNAL_SOURCE]!,
          baseTick + journalBirth(journal, words[at + JOURNAL_BIRTH]!),
          words[at + JOURNAL_BYTES]!,
          words[at + JOURNAL_TAG]!,
          words[at + JOURNAL_CLASS]!,
        ]);
      network.clearJournal();
    }
  }
  const { injected, delivered, dropped, packetHops, events } = network.counts;
  const { packets, busyTicks, waitTicks, queueTicks } =
    network.takeChannelCounters();
  const counters = Array.from(packets, (sent, port) => [
    sent,
    busyTicks[port]!,
    waitTicks?.[port] ?? 0,
    queueTicks?.[port] ?? 0,
  ]);
  const hops = packetHops;
  return { injected, delivered, dropped, hops, events, counters, records };
}

const before = (a: readonly number[], b: readonly number[]): number => {
  for (let k = 0; k < a.length; k++)
    if (a[k] !== b[k]) return (a[k] ?? 0) - (b[k] ?? 0);
  return 0;
};

/** What parts show together; records of one tick come in no particular order. */
export function together(shown: readonly Shown[]): Shown {
  const sum = (of: (one: Shown) => number): number =>
    shown.reduce((total, one) => total + of(one), 0);
  return {
    injected: sum((one) => one.injected),
    delivered: sum((one) => one.delivered),
    dropped: sum((one) => one.dropped),
    hops: sum((one) => one.hops),
    events: sum((one) => one.events),
    counters: shown[0]!.counters.map((counts, port) =>
      counts.map((_, k) => sum((one) => one.counters[port]![k]!)),
    ),
    records: shown.flatMap(({ records }) => records).sort(before),
  };
}
