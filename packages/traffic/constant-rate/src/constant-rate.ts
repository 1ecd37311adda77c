import {
  destinationOf,
  endportName,
  FabricError,
  hostHint,
  offeredBySenders,
  PACKET_DROPPABLE,
  pathChooser,
  type ForwardingTables,
  type Options,
  type PacketDraft,
  type PathChooser,
  type Pattern,
  type RandomStream,
  type Stream,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { params } from "./params.ts";

interface Source {
  readonly hosts: readonly EndportIx[];
  /** Place of the source in `hosts`. */
  readonly index: number;
  readonly tables: ForwardingTables;
  readonly pattern: Pattern;
  readonly random: RandomStream;
  readonly choosePath: PathChooser;
  readonly flags: number;
  readonly bytes: number;
  readonly startTick: number;
  /** Between births, in ticks; not whole. */
  readonly interval: number;
  readonly sl: number | undefined;
  readonly serviceLevels: readonly number[];
}

/** Packet k of a host is born at start + k · interval, rounded to a tick when it is handed out, so that rounding never adds up. */
class ConstantRateStream implements Stream {
  readonly source: EndportIx;
  readonly serviceLevels: readonly number[];
  readonly #from: Source;
  #sent = 0;

  constructor(from: Source) {
    this.#from = from;
    this.source = from.hosts[from.index] as EndportIx;
    this.serviceLevels = from.serviceLevels;
  }

  next(draft: PacketDraft): boolean {
    const { hosts, index, tables, pattern, random } = this.#from;
    const { startTick, interval, bytes, sl, choosePath, flags } = this.#from;
    const destination = destinationOf(hosts, pattern, index, random);
    if (destination === undefined) {
      draft.retryAt = -1;
      return false;
    }
    draft.birth = Math.round(startTick + this.#sent * interval);
    draft.dlid = choosePath(this.source, destination);
    draft.bytes = bytes;
    draft.sl = sl ?? tables.pathSl(this.source, destination);
    // Tags are words of 32 bits in the journal.
    draft.tag = this.#sent & 0x7fff_ffff;
    draft.flags = flags;
    this.#sent += 1;
    return true;
  }
}

/**
 * Unicast packets at even intervals from a start time on: nothing is left to chance but what the pattern draws.
 *
 * @throws FabricError E_CONSTANT_RATE_NO_PATTERN, E_CONSTANT_RATE_HOST (a start time for a host that is not there)
 */
export function createConstantRate(
  context: TrafficTablesContext,
  options: Options<typeof params>,
  pattern: Pattern | undefined,
): Traffic {
  if (pattern === undefined) {
    throw new FabricError({
      code: "E_CONSTANT_RATE_NO_PATTERN",
      message: "constant-rate needs a pattern that says who sends to whom",
      where: { path: "pattern" },
      got: "none",
      expected: "a pattern such as pairs",
    });
  }
  const { hosts, tables, tickPs } = context;
  const { load, size, sl } = options;
  const starts = startsOf(context, options.start);
  const probe = context.random("constant-rate/silent hosts");
  const senders = hosts.flatMap((_, index) =>
    destinationOf(hosts, pattern, index, probe) === undefined ? [] : [index],
  );
  const sources = senders.map((index) => hosts[index]!);
  const sending = new Set(sources);
  return {
    finite: false,
    droppable: options.droppable,
    maxPacketBytes: size,
    minPacketBytes: size,
    offeredLoad: offeredBySenders(load, sources, context),
    begins: senders
      .map((index) => (starts[index] ?? 0) / tickPs)
      .filter((tick) => tick > 0),
    sourceLoad: (host) => (sending.has(host) ? load : 0),
    idle: idleStarts(context, options.start, sending),
    streams: senders.map((index) => {
      const source = hosts[index] as EndportIx;
      const own = `constant-rate/${endportName(context.fabric, source)}`;
      return new ConstantRateStream({
        hosts,
        index,
        tables,
        pattern,
        random: context.random(own),
        // Why a stream of its own: destinations are the same whatever the paths.
        choosePath: pathChooser(
          tables,
          options.paths,
          context.random(`${own}/paths`),
        ),
        flags: options.droppable ? PACKET_DROPPABLE : 0,
        bytes: size,
        startTick: (starts[index] ?? 0) / tickPs,
        interval: (size * context.bytePs(source)) / (load * tickPs),
        sl,
        serviceLevels:
          sl === undefined
            ? levelsOf(
                tables,
                source,
                pattern.destinations?.(index).map((to) => hosts[to]) ?? hosts,
              )
            : [sl],
      });
    }),
  };
}

/** Start of each host in ps. */
function startsOf(
  { fabric, hosts }: TrafficTablesContext,
  start: Options<typeof params>["start"],
): readonly number[] {
  if (typeof start === "number") return hosts.map(() => start);
  const names = hosts.map((host) => endportName(fabric, host));
  const place = new Map(names.map((name, index) => [name, index]));
  const starts = hosts.map(() => 0);
  for (const [name, time] of Object.entries(start)) {
    const index = place.get(name);
    if (index === undefined) {
      const hint = hostHint(name, names);
      throw new FabricError({
        code: "E_CONSTANT_RATE_HOST",
        message: "A start time is given for a host that is not there",
        where: { path: "start" },
        got: name,
        expected: `one of the ${hosts.length} hosts, such as ${names.slice(0, 3).join(", ")}`,
        ...(hint === undefined ? {} : { hint }),
      });
    }
    starts[index] = time;
  }
  return starts;
}

/** Says which hosts have a start time and send nothing. */
function idleStarts(
  { fabric, hosts }: TrafficTablesContext,
  start: Options<typeof params>["start"],
  sending: ReadonlySet<EndportIx | undefined>,
): readonly string[] {
  if (typeof start === "number") return [];
  const silent = hosts
    .filter((host) => !sending.has(host))
    .map((host) => endportName(fabric, host))
    .filter((name) => Object.hasOwn(start, name));
  if (silent.length === 0) return [];
  const some = silent.slice(0, 3).join(", ");
  const more = silent.length - 3;
  return [
    `start of ${some}${more > 0 ? ` and ${more} more` : ""} has no effect: under the pattern ${silent.length === 1 ? "this host sends" : "these hosts send"} nothing`,
  ];
}

/** Service levels that the tables name for this host's pairs. */
function levelsOf(
  tables: ForwardingTables,
  source: EndportIx,
  targets: readonly (EndportIx | undefined)[],
): number[] {
  const levels = new Set<number>();
  for (const other of targets)
    if (other !== undefined && other !== source)
      levels.add(tables.pathSl(source, other));
  return [...levels].sort((a, b) => a - b);
}
