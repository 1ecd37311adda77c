import {
  defineTraffic,
  destinationOf,
  endportName,
  FabricError,
  offeredBySenders,
  PACKET_DROPPABLE,
  pathChooser,
  serviceLevelChoice,
  type ForwardingTables,
  type Options,
  type Pattern,
  type ServiceLevelChoice,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { Bytes, EndportIx, Lid } from "@fabriclab/units";
import { meanWireBytes, messageSizes } from "./message-sizes.ts";
import { params } from "./params.ts";
import { PoissonStream } from "./poisson-stream.ts";

/**
 * Unicast messages with exponential times between them, each host on its own: open loop, for latency against load.
 *
 * Every host draws from a stream of its own, `poisson/<host>`. Per message: the time to the next (exponential), the size (when there are
 * several), the destination (the pattern), the service level (when chosen at random). Path bits are drawn from `poisson/<host>/paths`.
 */
export const poisson = defineTraffic({
  name: "poisson",
  summary: "Unicast messages with exponential times between them.",
  cites: [],
  params,
  claims: { loop: "open", finite: false },
  withoutEffect: ({ sizes, sl }) => ({
    ...(sizes === undefined ? {} : { size: "`sizes` replaces it" }),
    ...(Array.isArray(sl) && sl.length > 1
      ? {}
      : { slChoice: "there are not several service levels in `sl`" }),
  }),
  groups: () => [],
  create(context, options, { pattern }) {
    if (pattern === undefined) {
      throw new FabricError({
        code: "E_POISSON_NO_PATTERN",
        message: "Poisson traffic needs a pattern that says who sends to whom",
        where: { path: "pattern" },
        got: "none",
        expected: "a pattern such as uniform",
      });
    }
    const { load, size, sizes: mix, headers, mtu } = options;
    const sizes = messageSizes(mix ?? [{ size, weight: 1 }], {
      transport: headers,
      ...(mtu === undefined ? {} : { mtu }),
      multicast: false,
    });
    const { hosts } = context;
    const senders = sendersOf(context, pattern);
    const sources = senders.map((index) => hosts[index]!);
    const sending = new Set(sources);
    const bytes = sizes.flatMap(({ packets }) => [
      packets[0] ?? 0,
      packets.at(-1) ?? 0,
    ]);
    return {
      finite: false,
      droppable: options.droppable,
      maxPacketBytes: Math.max(...bytes) as Bytes,
      minPacketBytes: Math.min(...bytes) as Bytes,
      offeredLoad: offeredBySenders(load, sources, context),
      sourceLoad: (host) => (sending.has(host) ? load : 0),
      streams: senders.map((index) => {
        const source = hosts[index]!;
        const own = `poisson/${endportName(context.fabric, source)}`;
        const random = context.random(own);
        const targets = (
          pattern.destinations?.(index).map((to) => hosts[to]!) ?? [...hosts]
        ).filter((to) => to !== source);
        const chooseLevel =
          options.sl === undefined
            ? undefined
            : serviceLevelChoice([options.sl].flat(), options.slChoice, random);
        return new PoissonStream({
          hosts,
          index,
          tables: context.tables,
          pattern,
          random,
          sizes,
          meanTicks:
            (meanWireBytes(sizes) * context.bytePs(source)) /
            (load * context.tickPs),
          serviceLevels:
            options.slChoice === "hash" && chooseLevel !== undefined
              ? hashedLevels(context, options, source, targets, chooseLevel)
              : levelsOf(context, options, source, targets),
          // Why a stream of its own: times and destinations are the same whatever the paths.
          path: pathChooser(
            context.tables,
            options.paths,
            context.random(`${own}/paths`),
          ),
          flags: options.droppable ? PACKET_DROPPABLE : 0,
          chooseLevel,
        });
      }),
    };
  },
});

/** Places of the hosts that the pattern lets send. The question is put with a stream that nothing else uses. */
function sendersOf(context: TrafficTablesContext, pattern: Pattern): number[] {
  const random = context.random("poisson/silent hosts");
  return context.hosts.flatMap((_, index) =>
    destinationOf(context.hosts, pattern, index, random) === undefined
      ? []
      : [index],
  );
}

/** Service levels that this host may use towards `targets`. */
function levelsOf(
  { tables }: TrafficTablesContext,
  { sl }: Options<typeof params>,
  source: EndportIx,
  targets: readonly EndportIx[],
): number[] {
  if (typeof sl === "number") return [sl];
  const levels = new Set(sl);
  if (sl !== undefined) return [...levels];
  for (const other of targets) {
    levels.add(tables.pathSl(source, other));
    // One lane is enough for the tables only when no pair asks for a level of its own.
    if (tables.lanes === 1) break;
  }
  return [...levels].sort((a, b) => a - b);
}

/** Those of the service levels on which a LID of a target falls: with few targets some may get none, and a lane without packets must not be waited for. */
function hashedLevels(
  { tables }: TrafficTablesContext,
  { sl, paths }: Options<typeof params>,
  source: EndportIx,
  targets: readonly EndportIx[],
  choose: ServiceLevelChoice,
): number[] {
  const levels = [...new Set([sl ?? []].flat())];
  const used = new Set<number>();
  for (const target of targets) {
    for (const lid of lidsOf(tables, paths, source, target))
      used.add(choose(lid));
    if (used.size === levels.length) break;
  }
  return levels.filter((level) => used.has(level));
}

/** LIDs by which `source` may address `target`. */
function lidsOf(
  tables: ForwardingTables,
  paths: Options<typeof params>["paths"],
  source: EndportIx,
  target: EndportIx,
): Lid[] {
  const { multipath } = tables;
  if (paths === "single" || multipath === undefined)
    return [tables.pathLid(source, target)];
  if (paths === "adaptive") return [multipath.adaptiveLid(target)];
  return Array.from({ length: 2 ** multipath.bits }, (_, bits) =>
    multipath.lid(target, bits),
  );
}
