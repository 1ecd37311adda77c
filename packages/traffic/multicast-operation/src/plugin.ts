import {
  defineTraffic,
  endportName,
  FabricError,
  type MulticastGroup,
  type Options,
  packetsOfMessage,
  PAPERS,
  serviceLevelChoice,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { Bytes, EndportIx } from "@fabriclab/units";
import {
  OperationStream,
  type SourceOperations,
  type Target,
} from "./operation-stream.ts";
import { params } from "./params.ts";
import { planOperations } from "./plan.ts";
import { withoutEffect } from "./without-effect.ts";

/**
 * The experiment of the fat-tree and mesh multicast papers: some hosts send a message each to a group, by multicast or by one unicast copy
 * per member, and the run lasts until all of it has arrived. Finite; open loop: everything is ready from the start and waits in its host.
 */
export const multicastOperation = defineTraffic({
  name: "multicast-operation",
  summary:
    "Some hosts send a message each to a group, by multicast or by replicated unicast, until all has arrived.",
  cites: [PAPERS.zhou2007],
  params,
  claims: { loop: "open", finite: true },
  withoutEffect,
  groups: (context, options) =>
    options.send === "unicast" ? [] : planOperations(context, options).groups,
  create(context, options) {
    const { sources, groups, groupOf } = planOperations(context, options);
    const multicast = options.send === "multicast";
    const packets = packetsOfMessage(options.size, {
      transport: options.framing === "jumbo" ? "none" : "ud",
      ...(options.framing === "jumbo" ? {} : { mtu: options.mtu }),
      multicast,
    });
    const receivers: ReadonlySet<EndportIx>[] = [];
    const streams = sources.map((source, index) => {
      const group = groups[groupOf[index]!]!;
      const to = group.members.filter((member) => member !== source);
      receivers.push(new Set(to));
      const targets = multicast
        ? multicastTargets(context, options, source, group)
        : unicastTargets(context, options, source, to);
      return new OperationStream({
        source,
        targets,
        packets,
        repeats: options.repeats,
        firstTag: index * options.repeats,
        startTick: Math.ceil(options.start / context.tickPs),
        intervalTicks: options.interval / context.tickPs,
        ...levelsOf(context, options, source, targets),
        shuffle:
          multicast || options.order === "lid"
            ? undefined
            : context.random(
                `multicast-operation/order/${endportName(context.fabric, source)}`,
              ),
      });
    });
    return {
      streams,
      finite: true,
      droppable: false,
      maxPacketBytes: Math.max(packets[0] ?? 0, packets.at(-1) ?? 0) as Bytes,
      minPacketBytes: Math.min(packets[0] ?? 0, packets.at(-1) ?? 0) as Bytes,
      expectedDeliveries:
        receivers.reduce((sum, { size }) => sum + size, 0) *
        packets.length *
        options.repeats,
      ...(multicast
        ? {
            isReceiver: (tag: number, endport: EndportIx) =>
              receivers[Math.floor(tag / options.repeats)]!.has(endport),
          }
        : {}),
      operations: sources.length * options.repeats,
    };
  },
});

/**
 * The choice among several service levels. Round-robin begins at one drawn for the source: single packets of many sources would otherwise all have
 * the first. By hash only some may get anything, and a lane without packets must not be waited for.
 */
function levelsOf(
  context: TrafficTablesContext,
  { sl, slChoice }: Options<typeof params>,
  source: EndportIx,
  targets: readonly Target[],
): Pick<SourceOperations, "levels"> {
  if (sl === undefined || typeof sl === "number") return {};
  const random = context.random(
    `multicast-operation/sl/${endportName(context.fabric, source)}`,
  );
  const first = slChoice === "round-robin" ? random.below(sl.length) : 0;
  const choose = serviceLevelChoice(sl, slChoice, random, first);
  const of = slChoice === "hash" ? targets.map(({ dlid }) => choose(dlid)) : sl;
  return { levels: { of, choose } };
}

function multicastTargets(
  { tables, multicastLane }: TrafficTablesContext,
  { sl }: Options<typeof params>,
  source: EndportIx,
  group: MulticastGroup,
): Target[] {
  if (tables.multicast === undefined) {
    throw new FabricError({
      code: "E_MULTICAST_OPERATION_NO_TABLES",
      message: "The forwarding tables have no multicast part",
      got: `tables of ${tables.engine}`,
      expected: "tables with MLIDs for this traffic's groups",
      hint: "name a multicast table builder, or use send: unicast",
    });
  }
  return tables.multicast
    .mlids(source, group.id)
    .map((dlid) => ({ dlid, sl: oneLevel(sl) ?? multicastLane ?? 0 }));
}

function unicastTargets(
  { tables }: TrafficTablesContext,
  { sl }: Options<typeof params>,
  source: EndportIx,
  receivers: readonly EndportIx[],
): Target[] {
  const base = (host: EndportIx): number => tables.lids.baseLid[host] ?? 0;
  return [...receivers]
    .sort((a, b) => base(a) - base(b))
    .map((receiver) => ({
      dlid: tables.pathLid(source, receiver),
      sl: oneLevel(sl) ?? tables.pathSl(source, receiver),
    }));
}

/** The one service level asked for, if it is one. */
const oneLevel = (sl: Options<typeof params>["sl"]): number | undefined =>
  typeof sl === "number" ? sl : sl?.[0];
