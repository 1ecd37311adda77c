/**
 * One process: the network of a point of `reproduce kim2007` without output buffers, at a fixed end: `frames` periods of the video. Argument: JSON of
 * `frames` and, to have it written, `file`: fabric, tables and every packet that is born by then, which `apps/bench/yardstick/iba.cc` runs.
 *
 * CPU time of the second half, after all compiling, drafting and the study's metrics included: the machine may be shared.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { createNetwork } from "@fabriclab/network";
import { compose } from "@fabriclab/sim";
import {
  JOURNAL_BIRTH,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  type PacketDraft,
} from "@fabriclab/spec";
import { caseOf } from "../src/reproduce/kim2007/case.ts";
import { experimentFor } from "../src/reproduce/kim2007/run/task.ts";

const { frames, file } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly frames: number;
  readonly file?: string;
};
const PS_PER_SECOND = 1e12;
const LANES = 16;
const MANAGEMENT = 15;
/** Weight of a lane in units of 64 bytes, and packets per buffer, of the study. */
const WEIGHT = 20;
const SLOTS = 4;
const experiment = await experimentFor({
  point: caseOf({ scheme: "autonet", outputBuffer: 0 }),
  seed: 2,
  frames,
});
const { tickPs } = compose(experiment);
const end = Math.floor((frames / 30) * (PS_PER_SECOND / tickPs));
if (file !== undefined) write(file);

const composition = compose(experiment);
const network = createNetwork({ ...composition.network, injections: false });
const metrics = experiment.metrics.map(({ plugin, options }) =>
  plugin.create(composition.metricContext, options),
);
let latencyTicks = 0;
function advance(until: number): void {
  while (network.now < until) {
    network.run(until);
    const { journal } = network;
    for (const metric of metrics) metric.observe(journal);
    for (let at = 0; at < journal.count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
      latencyTicks +=
        journal.records[at + JOURNAL_TIME]! -
        journalBirth(journal, journal.records[at + JOURNAL_BIRTH]!);
    network.clearJournal();
  }
}
advance(Math.floor(end / 2));
const before = network.counts;
const cpu = process.cpuUsage();
advance(end);
const used = process.cpuUsage(cpu);
const { packetHops, events, delivered, injected } = network.counts;
const hops = packetHops - before.packetHops;
process.stdout.write(
  JSON.stringify({
    nsPerHop: ((used.user + used.system) * 1000) / hops,
    eventsPerHop: (events - before.events) / hops,
    hops,
    sums: { hops: packetHops, delivered, injected, latencyTicks },
  }),
);

/** Words of 32 bits: sizes and delays, ports, tables, packets per source; then the packets, source by source: birth, and DLID and bytes in 16 bits each. */
function write(path: string): void {
  const { network: config, traffic, tables } = compose(experiment);
  const { fabric, link, hca } = config;
  const { switchCount, hostCount, portCount } = fabric;
  const [model] = config.switchModels;
  const ticks = (ps: number | undefined): number => (ps ?? 0) / tickPs;
  const flight = ticks(link?.flightPs);
  const topLid = tables.lids.topLid;
  const out = openSync(path, "w");
  const put = (words: readonly number[]): void => {
    writeSync(out, new Uint8Array(Int32Array.from(words).buffer));
  };
  put([
    end,
    portCount,
    switchCount,
    hostCount,
    topLid,
    flight + ticks(model?.routingDelay),
    flight,
    ticks(hca.sendDelay),
    ticks(hca.receiveDelay),
    ticks(link?.byteTimePs),
    SLOTS,
    WEIGHT,
  ]);
  const ports = Array.from({ length: portCount }, (_, port) => port);
  put(Array.from(fabric.portNode));
  put(Array.from(fabric.portPeer));
  put(
    ports.map((port) =>
      fabric.portNode[port]! < switchCount
        ? port - fabric.portStart[fabric.portNode[port]!]!
        : 0,
    ),
  );
  put(Array.from(fabric.portStart.subarray(0, switchCount)));
  // Entries are port numbers, from 1; ports are counted from 0 in the file.
  for (let lid = 0; lid <= topLid; lid++)
    put(
      Array.from({ length: switchCount }, (_, sw) =>
        Math.max(0, (tables.lft[sw]?.[lid] ?? 0) - 1),
      ),
    );
  const born: { birth: number; dlid: number; bytes: number }[][] = Array.from(
    { length: hostCount * LANES },
    () => [],
  );
  const draft = { retryAt: -1 } as PacketDraft;
  for (const { streams } of traffic)
    for (const stream of streams) {
      const host = fabric.endportNode[stream.source]! - switchCount;
      while (stream.next(draft) && draft.birth <= end) {
        const lane = stream.management === true ? MANAGEMENT : draft.sl;
        born[host * LANES + lane]!.push({
          birth: draft.birth,
          dlid: draft.dlid,
          bytes: draft.bytes,
        });
      }
    }
  put(born.map((packets) => packets.length));
  for (const packets of born) {
    // A stable sort: of packets born together, those of the stream declared first go first.
    packets.sort((a, b) => a.birth - b.birth);
    put(packets.flatMap((of) => [of.birth, of.dlid | (of.bytes << 16)]));
  }
  closeSync(out);
}
