import { injector } from "@fabriclab/hca-injector";
import { randomStream } from "@fabriclab/kernel";
import { createNetwork, type NetworkConfig } from "@fabriclab/network";
import {
  JOURNAL_BIRTH,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Stream,
  type Traffic,
} from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import type { Bytes, EndportIx } from "@fabriclab/units";
import type { BookSimConfiguration } from "./configurations.ts";
import { designOf } from "./designs.ts";

/** A BookSim2 configuration to be run here: a flit is a 64-byte credit block, a cycle the time that it takes on the link. */
export interface BookSimRun extends Pick<
  BookSimConfiguration,
  "topology" | "k" | "n" | "virtualChannels" | "vcBuffer" | "flits" | "rate"
> {
  /** Cycles left out, then cycles measured (packets delivered in them). */
  readonly warmup: number;
  readonly measured: number;
  readonly seed: number;
}

export interface BookSimFigures {
  /** Mean cycles from birth to the last flit's arrival, of packets delivered in the measured cycles. */
  readonly latency: number;
  /** Flits delivered per node and cycle. */
  readonly accepted: number;
  /** Mean switches per delivered packet. */
  readonly switches: number;
  /** Over the whole run, links from and to hosts counted. */
  readonly packetHops: number;
}

export const FLIT_BYTES = 64;
// One cycle = one tick = 1 ns: 1/64 ns per byte. BookSim2's router takes 3 cycles (VC allocation, switch allocation, traversal), its channel 1.
export const CYCLE_PS = 1000;
const ROUTER_CYCLES = 3;

/** The network of a BookSim2 configuration, and what metrics ask of it. */
export interface BookSimNetwork {
  readonly network: ReturnType<typeof createNetwork>;
  readonly fabric: NetworkConfig["fabric"];
  readonly traffic: Traffic;
  readonly hosts: number;
}

/**
 * The packet engine as BookSim2 is configured. Made equal: network and paths (dimension order; a way up drawn at random), Bernoulli sources (one draw
 * per cycle, a node may draw itself), router and channel delays, VCs and flits of buffer, one flit per cycle and channel. Different by nature: virtual
 * cut-through of whole packets against wormhole flits (so `hold` and `tailCredit` change nothing here), a lane fixed at the source (drawn at random) against
 * any free VC at each hop, a way up drawn at the source against one drawn at each hop, and a round-robin arbiter against one iteration of iSLIP.
 */
export function networkAsBookSim(
  run: Omit<BookSimRun, "warmup" | "measured">,
): BookSimNetwork {
  const { virtualChannels: lanes, flits, vcBuffer, rate, seed } = run;
  const design = designOf(run);
  const { fabric, lidsPerHost } = design;
  const tables = { ...design.tables, lanes };
  const { baseLid } = tables.lids;
  const hosts = Array.from(
    { length: fabric.hostCount },
    (_, h) => (fabric.switchCount + h) as EndportIx,
  );
  const bytes = flits * FLIT_BYTES;

  const streams = hosts.map((source, index): Stream => {
    const random = randomStream(seed, `booksim2/${String(index)}`);
    // Bernoulli with probability p a cycle: geometric gaps of at least one cycle.
    const log = Math.log(1 - rate / flits);
    let birth = 0;
    return {
      source,
      serviceLevels: Array.from({ length: lanes }, (_, lane) => lane),
      next(draft) {
        birth += 1 + Math.floor(Math.log(random.uniform()) / log);
        draft.birth = birth;
        draft.dlid = baseLid[hosts[random.below(hosts.length)] ?? source] ?? 0;
        if (lidsPerHost > 1) draft.dlid += random.below(lidsPerHost);
        draft.bytes = bytes;
        draft.sl = random.below(lanes);
        draft.tag = 0;
        draft.flags = 0;
        return true;
      },
    };
  });
  const traffic: Traffic = {
    streams,
    finite: false,
    maxPacketBytes: bytes as Bytes,
    minPacketBytes: bytes as Bytes,
    offeredLoad: rate,
  };
  const parts = {
    arbiter: roundRobin.build({}),
    laneScheduler: roundRobinLanes.build({}),
    replication: asynchronous.build({}),
  };
  const model = relay.build(
    relay.params.parse({
      virtualLanes: lanes,
      inputBuffer: `${String(vcBuffer * FLIT_BYTES)}B`,
      outputBuffer: "0 packets",
      routingDelay: `${String((ROUTER_CYCLES * CYCLE_PS) / 1000)}ns`,
    }),
    parts,
  );
  const network = createNetwork({
    fabric,
    tables,
    switchModels: [model],
    hca: injector.build(injector.params.parse({})),
    traffic: [traffic],
    tickPs: CYCLE_PS,
    link: { byteTimePs: CYCLE_PS / FLIT_BYTES, flightPs: CYCLE_PS },
    checked: false,
    injections: false,
  });
  return { network, fabric, traffic, hosts: hosts.length };
}

/** Runs that network for as many cycles as are asked for. */
export function runAsBookSim(run: BookSimRun): BookSimFigures {
  const { network, hosts } = networkAsBookSim(run);
  const { flits, warmup, measured } = run;
  let count = 0;
  let sum = 0;
  const advance = (until: number, counting: boolean): void => {
    while (network.now < until) {
      network.run(until);
      const { journal } = network;
      const { records, count: entries } = journal;
      for (
        let at = 0;
        counting && at < entries * JOURNAL_STRIDE;
        at += JOURNAL_STRIDE
      ) {
        if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
        count += 1;
        sum +=
          (records[at + JOURNAL_TIME] ?? 0) -
          journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0);
      }
      network.clearJournal();
    }
  };
  advance(warmup, false);
  const before = network.counts;
  advance(warmup + measured, true);
  const after = network.counts;
  network.check();
  return {
    latency: sum / count,
    accepted: (count * flits) / (measured * hosts),
    // A packet crosses one link more than switches.
    switches:
      (after.packetHops - before.packetHops) /
        (after.delivered - before.delivered) -
      1,
    packetHops: after.packetHops,
  };
}
