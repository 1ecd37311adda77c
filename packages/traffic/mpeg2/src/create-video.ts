import {
  FabricError,
  ibaOverheadBytes,
  meanBytePs,
  pathChooser,
  type RandomStream,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { Bytes } from "@fabriclab/units";
import {
  countedCost,
  drawnCost,
  type KindCost,
  type WireCost,
} from "./fill.ts";
import { FrameDeliveries } from "./frame-deliveries.ts";
import type { FrameSequence } from "./frame-sequence.ts";
import {
  checkFrames,
  FrameStream,
  packetCount,
  type FramePlan,
  type Packetizing,
} from "./frame-stream.ts";
import { reservePaths } from "./reserve-paths.ts";
import { planStreams, type PlannedStream } from "./stream-plan.ts";
import type { VideoOptions } from "./video-params.ts";

/** A kind of stream. */
export interface VideoKind {
  /** Mean payload in bytes per second. */
  readonly rate: number;
  /** Whether some frames are P or B frames, of which switches may drop packets. */
  readonly droppable: boolean;
  /** Frames below which their mean says little of all. */
  readonly leastFrames: number;
  /**
   * Bytes per second on the wire of a stream of `rate` payload bytes per second, where all frames are known. Absent = as of sizes that
   * spread over many packets.
   */
  readonly wireRate?: (rate: number, cost: WireCost) => number;
  /** @param rate mean payload wanted, in bytes per second */
  frames(rate: number, random: RandomStream): FrameSequence;
}

/**
 * A video traffic from its kinds of streams.
 *
 * @param fps frames per second
 * @param name of the plugin, for random streams
 * @throws FabricError `E_MPEG2_HOSTS`, `E_MPEG2_NO_STREAM`, `E_MPEG2_GROUP`, `E_MPEG2_NAMED_HOST`, `E_MPEG2_HEADERS`, `E_MPEG2_FRAMES`, `E_MPEG2_NO_TABLES`, `E_MPEG2_CONNECTION`, `E_SPEC_NO_MULTIPATH`
 */
export function createVideo(
  context: TrafficTablesContext,
  options: VideoOptions,
  kinds: readonly VideoKind[],
  fps: number,
  name: string,
): Traffic {
  const packetizing = packetizingOf(options);
  const cost = { ...packetizing, fps };
  const costOf = (
    { wireRate }: VideoKind,
    overhead = cost.overhead,
  ): KindCost => {
    const own = { ...cost, overhead };
    return wireRate === undefined
      ? drawnCost(own)
      : countedCost((rate) => wireRate(rate, own));
  };
  const planned = planStreams(
    context,
    options,
    kinds.map((kind) => ({ rate: kind.rate, cost: costOf(kind) })),
    name,
  );
  // Why here: a run of hours would otherwise end at the first frame without a number.
  if (options.frames !== undefined) checkFrames(options.frames, planned.length);
  const period = 1e12 / (fps * context.tickPs);
  const plan: FramePlan = {
    ...packetizing,
    count: options.frames ?? Infinity,
    period,
    spread: options.pacing === "spread",
    streams: planned.length,
  };
  const scheme = options.multicast?.scheme;
  const connections = reservePaths(context, options);
  const sequences: FrameSequence[] = [];
  let wire = 0;
  const streams = planned.map((stream, index) => {
    const { source, sl, phase, rate, random } = stream;
    const toGroup = stream.group !== undefined && scheme === "multicast";
    const dlids = dlidsOf(context, options, stream, toGroup);
    const frames = kinds[stream.kind]!.frames(rate, random);
    sequences.push(frames);
    const overhead = toGroup ? cost.groupOverhead : cost.overhead;
    const bytesPerSecond = costOf(kinds[stream.kind]!, overhead).wire(rate);
    wire += dlids.length * bytesPerSecond;
    const [destination] = stream.receivers;
    return new FrameStream(plan, {
      source,
      frames,
      dlids,
      toGroup,
      connection:
        destination === undefined
          ? undefined
          : connections?.open({
              source,
              destination,
              rate: bytesPerSecond,
              at: Math.round(phase * period),
            }),
      sl,
      start: phase * period,
      index,
    });
  });
  const sends = new Set(planned.map(({ source }) => source));
  const packets = (tag: number): number =>
    packetCount(
      sequences[tag % sequences.length]!.bytes(
        Math.floor(tag / sequences.length),
      ),
      options.mtu,
    );
  const grouped = scheme === "multicast";
  const members = grouped
    ? planned.map(({ receivers }) => new Set(receivers))
    : [];
  const least = cost.overhead + (cost.padded ? 4 : 1);
  const most = options.mtu + (grouped ? cost.groupOverhead : cost.overhead);
  const probe = options.connection?.probeSize;
  const traffic: Traffic = {
    streams: [...streams, ...(connections?.streams() ?? [])],
    finite: options.frames !== undefined,
    droppable: planned.some(({ kind }) => kinds[kind]!.droppable),
    sourceLoad: (host) => (sends.has(host) ? options.load : 0),
    maxPacketBytes: Math.max(most, probe ?? 0) as Bytes,
    minPacketBytes: Math.min(least, probe ?? least) as Bytes,
    ...(options.frames === undefined
      ? {
          offeredLoad:
            (wire / 1e12 / context.hosts.length) *
            meanBytePs(context.hosts, context),
          begins: planned.map(({ phase }) => phase * period),
          leastInterval:
            period *
            Math.max(0, ...planned.map(({ kind }) => kinds[kind]!.leastFrames)),
        }
      : connections === undefined
        ? { countDeliveries: deliveries(planned, options.frames, packets) }
        : {}),
    frames: {
      streams: streams.length,
      periodTicks: period,
      packets,
      receivers: (stream) => planned[stream]!.receivers.length,
    },
    ...(grouped
      ? {
          isReceiver: (tag, endport) =>
            members[tag % members.length]!.has(endport),
        }
      : {}),
  };
  if (connections === undefined) return traffic;
  return {
    ...traffic,
    timers: true,
    // What refused connections keep back is not expected, and nobody knows before how many probes it takes.
    done: (settled) =>
      streams.every(({ isDone }) => isDone) &&
      settled >=
        streams.reduce((sum, { drafted }) => sum + drafted, 0) +
          connections.drafted(),
    delivered: (packet) => connections.delivered(packet) ?? [],
    report: () => connections.report(),
  };
}

function deliveries(
  planned: readonly PlannedStream[],
  frames: number,
  packets: (tag: number) => number,
): (settled: number) => number {
  const all = new FrameDeliveries(
    frames * planned.length,
    (tag) => packets(tag) * planned[tag % planned.length]!.receivers.length,
  );
  return (settled) => all.count(settled);
}

function packetizingOf({ mtu, headers, multicast }: VideoOptions): Packetizing {
  if (headers === "rc" && multicast?.scheme === "multicast")
    throw new FabricError({
      code: "E_MPEG2_HEADERS",
      message: "A connection has one receiver: multicast is for datagrams",
      where: { path: "headers" },
      got: "rc",
      expected: "ud or none, or multicast.scheme: replicated-unicast",
    });
  return {
    mtu,
    overhead: ibaOverheadBytes(headers, false),
    groupOverhead: ibaOverheadBytes(headers, headers !== "rc"),
    padded: headers !== "none",
  };
}

/** The addresses of a stream, for as long as it lasts. */
function dlidsOf(
  { tables }: TrafficTablesContext,
  { paths }: VideoOptions,
  { source, receivers, group, pathRandom }: PlannedStream,
  toGroup: boolean,
): readonly number[] {
  if (toGroup && group !== undefined) {
    if (tables.multicast !== undefined)
      return tables.multicast.mlids(source, group.id);
    throw new FabricError({
      code: "E_MPEG2_NO_TABLES",
      message: "The forwarding tables have no multicast part",
      got: `tables of ${tables.engine}`,
      expected: "tables with MLIDs for this traffic's groups",
      hint: "name a multicast table builder, or use scheme: replicated-unicast",
    });
  }
  const choose = pathChooser(tables, paths, pathRandom);
  return receivers.map((to) => choose(source, to));
}
