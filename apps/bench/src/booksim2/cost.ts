import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import type { MetricContext } from "@fabriclab/spec";
import type { BookSimConfiguration } from "./configurations.ts";
import {
  CYCLE_PS,
  FLIT_BYTES,
  networkAsBookSim,
  type BookSimRun,
} from "./model.ts";
import { runBookSim, type BookSimOutcome } from "./process.ts";
import type { Target } from "../suite.ts";

// A packet-hop is a packet over a link, those from and to hosts counted, in both programs.

/** What a packet-hop costs the packet engine. */
export interface SteadyCost {
  /** CPU nanoseconds per packet-hop, of the second half: start and compiling lie before it. */
  readonly nsPerHop: number;
  /** Packet-hops of that half. */
  readonly hops: number;
}

export interface SteadyRun extends Omit<BookSimRun, "warmup" | "measured"> {
  /** Packet-hops of the whole run. */
  readonly hops: number;
}

/** Times the packet engine as BookSim2 is configured, checked mode off, with the histogram of latencies and the throughput observed. */
export function steadyCost(run: SteadyRun): SteadyCost {
  const { network, fabric, traffic, hosts } = networkAsBookSim(run);
  const context: MetricContext = {
    fabric,
    tickPs: CYCLE_PS,
    sources: hosts,
    receivers: hosts,
    operations: 0,
    hostBytePs: CYCLE_PS / FLIT_BYTES,
    bytePs: () => CYCLE_PS / FLIT_BYTES,
    offeredLoad: run.rate,
    traffic: [traffic],
  };
  const metrics = [
    latency.create(context, latency.params.parse({})),
    throughput.create(context, throughput.params.parse({})),
  ];
  // Some 20,000 hops at a time: the engine is called seldom, and a half ends late by little.
  let piece = 100;
  const advance = (hops: number): void => {
    while (network.counts.packetHops < hops) {
      const until = network.now + piece;
      while (network.now < until) {
        network.run(until);
        for (const metric of metrics) metric.observe(network.journal);
        network.clearJournal();
      }
      piece = Math.ceil(
        (20_000 * network.now) / Math.max(1, network.counts.packetHops),
      );
    }
  };
  advance(run.hops / 2);
  const before = network.counts.packetHops;
  const cpu = process.cpuUsage();
  advance(run.hops);
  const { user, system } = process.cpuUsage(cpu);
  const hops = network.counts.packetHops - before;
  network.check();
  return { nsPerHop: ((user + system) * 1000) / hops, hops };
}

/** Nodes of a configuration's network. */
const nodesOf = ({ topology, k, n }: BookSimConfiguration): number =>
  topology === "fly" ? k : k ** n;

/** Packet-hops of a run of BookSim2: packets accepted in all its cycles, over the routers and one link more. */
export const hopsOf = (
  configuration: BookSimConfiguration,
  { accepted, cycles, routers }: BookSimOutcome,
): number =>
  ((accepted * nodesOf(configuration) * cycles) / configuration.flits) *
  (routers + 1);

/** Of a configuration's cycles, those of the run that is taken off. */
const START_SHARE = 1 / 50;

/**
 * CPU nanoseconds that BookSim2 takes for a packet-hop. Building the network and ending are left out: a run of a fiftieth of the cycles is taken off, its
 * time and its hops.
 *
 * @param whole the run of the configuration itself
 * @returns ns, and packet-hops that they are the mean of
 */
export function costBetween(
  configuration: BookSimConfiguration,
  whole: BookSimOutcome,
  start: BookSimOutcome,
): SteadyCost {
  const hops = hopsOf(configuration, whole) - hopsOf(configuration, start);
  return {
    nsPerHop: ((whole.cpuSeconds - start.cpuSeconds) * 1e9) / hops,
    hops,
  };
}

/** The run that `costBetween` takes off. */
export const runStart = (
  binary: string,
  configuration: BookSimConfiguration,
): Promise<BookSimOutcome> =>
  runBookSim(binary, {
    ...configuration,
    samplePeriod: Math.ceil(configuration.samplePeriod * START_SHARE),
  });

/** How much quicker than BookSim2 a packet-hop has to be on meshes: 25 times with packets of one flit, 200 times with 16; others are printed only. */
export function costTargets({
  topology,
  flits,
}: Pick<BookSimConfiguration, "topology" | "flits">): Target[] {
  const atLeast = { 1: 25, 16: 200 }[flits];
  return topology === "mesh" && atLeast !== undefined
    ? [{ figure: PER_HOP, atLeast }]
    : [];
}

/** The figure's name. */
export const PER_HOP = "BookSim2 / ours, per hop";
