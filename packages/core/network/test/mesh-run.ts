import {
  JOURNAL_BIRTH,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type BufferSize,
  type HcaModel,
  type LaneSchedulerFactory,
} from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import type { Network, NetworkConfig } from "../src/index.ts";
import {
  meshFabric,
  meshTables,
  modelOf,
  plainHca,
  yardstickTraffic,
} from "./yardstick.ts";

/** The reference's mesh run, as plain data. */
export interface MeshRun {
  readonly K: number;
  readonly lanes: number;
  readonly bytes: number;
  readonly load: number;
  readonly outputBuffer: BufferSize;
  /** A delay of 90 ns behind the crossbar, and the highest lane crosses first. */
  readonly behind?: boolean;
  /** Ticks; of these the first `warmTicks` are not timed. */
  readonly ticks: number;
  readonly warmTicks?: number;
  readonly checked: boolean;
  /** Switches of the third row have no path to the first host, those of the second none to the second. */
  readonly hole?: boolean;
  /** Cables of hosts are of twelve lanes, a third of a nanosecond a byte; those between switches of one. */
  readonly wideHosts?: boolean;
  /** Hosts hold every packet back for 300 ns in a queue of their own, and send on their highest lane first. */
  readonly adapter?: boolean;
}

const highestLane: LaneSchedulerFactory = {
  name: "highest",
  create: () => ({
    pick: (_, lanes) => 31 - Math.clz32(lanes),
    granted: () => undefined,
  }),
};

const slowHca: HcaModel = {
  ...plainHca,
  laneScheduler: highestLane,
  adapt: (streams) =>
    streams.map((stream) => ({
      ...stream,
      next(draft) {
        const some = stream.next(draft);
        draft.readyAt = draft.birth + 300;
        return some;
      },
    })),
};

export function meshConfig(run: MeshRun): NetworkConfig {
  const { K, lanes, bytes, load } = run;
  const fabric = meshFabric(K, run.wideHosts === true ? 12 : 1);
  const tables = meshTables(K, fabric, lanes);
  return {
    fabric,
    tables:
      run.hole === true
        ? {
            ...tables,
            lft: tables.lft.map((row, s) => {
              const y = Math.floor(s / K);
              return y === 2
                ? row.with(1, 255)
                : y === 1
                  ? row.with(2, 255)
                  : row;
            }),
          }
        : tables,
    switchModels: [
      modelOf({
        lanes,
        outputBuffer: run.outputBuffer,
        // One packet: a credit that comes late is missed at once.
        ...(run.wideHosts === true ? { inputBuffer: { packets: 1 } } : {}),
        ...(run.behind === true
          ? { outputDelay: ps(90_000), crossbarScheduler: highestLane }
          : {}),
      }),
    ],
    hca: run.adapter === true ? slowHca : plainHca,
    traffic: [yardstickTraffic({ K, lanes, bytes, load, switchCount: K * K })],
    tickPs: 1000,
    ...(run.wideHosts === true
      ? {}
      : { link: { byteTimePs: 4000, flightPs: 20000 } }),
    checked: run.checked,
  };
}

export interface MeshSums {
  readonly hops: number;
  readonly delivered: number;
  readonly injected: number;
  readonly latency: number;
  readonly longest: number;
  readonly busy: number;
  /** Hops and milliseconds after the warm-up. */
  readonly timedHops: number;
  readonly milliseconds: number;
}

/** Runs and adds up: what the reference prints, and more. */
export function runToEnd(network: Network, run: MeshRun): MeshSums {
  let latency = 0;
  let longest = 0;
  const advance = (until: number): void => {
    while (network.now < until) {
      network.run(until);
      const { journal } = network;
      const { records, count } = journal;
      for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
        if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
        const ticks =
          records[at + JOURNAL_TIME]! -
          journalBirth(journal, records[at + JOURNAL_BIRTH]!);
        latency += ticks;
        longest = Math.max(longest, ticks);
      }
      network.clearJournal();
    }
  };
  advance(run.warmTicks ?? 0);
  const before = network.counts.packetHops;
  const start = performance.now();
  advance(run.ticks);
  const milliseconds = performance.now() - start;
  const { packetHops: hops, delivered, injected } = network.counts;
  const busy = network
    .takeChannelCounters()
    .busyTicks.reduce((a, b) => a + b, 0);
  return {
    hops,
    delivered,
    injected,
    latency,
    longest,
    busy,
    timedHops: hops - before,
    milliseconds,
  };
}
