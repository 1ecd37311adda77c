import {
  endportName,
  FabricError,
  meanBytePs,
  type Barriers,
  type MetricValue,
  type Options,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { bytes, type Bytes, type EndportIx } from "@fabriclab/units";
import { BarrierAgent, type Membership } from "./agent.ts";
import { BarrierType, PARENT } from "./barrier-machine.ts";
import { groupTrees } from "./groups.ts";
import { checkTimer, neighbourLid, roundTrip } from "./neighbours.ts";
import type { params } from "./params.ts";
import { Registers } from "./registers.ts";
import { Fate, fateOf, groupOf, isAgain, numberOf, typeOf } from "./tag.ts";
import type { BarrierTree } from "./tree.ts";

type Given = Options<typeof params>;
/** With what the switches decide where the user does not. */
type Chosen = Given & { readonly sl: number; readonly mtu: Bytes };

const NOBODY: readonly EndportIx[] = [];

/** Of the HPP switch. */
const USUAL_MTU = 1024;

/** @throws FabricError E_BARRIER_OPERATION_LANE where neither the user nor the switches say which lane barrier packets take */
function laneOf(
  { barrierLane, idleLatency }: TrafficTablesContext,
  { sl }: Given,
): number {
  const lane = sl ?? barrierLane;
  if (lane !== undefined) return lane;
  // Without a network behind the traffic there are no lanes.
  if (idleLatency === undefined) return 0;
  throw new FabricError({
    code: "E_BARRIER_OPERATION_LANE",
    message: "the switches have no lane for barrier packets",
    where: { path: "sl" },
    got: "no sl",
    expected: "a service level, whose lane other packets then share",
    hint: "switch: hpp has such a lane, unless barrier: false; on another switch, name sl",
  });
}

/** @throws FabricError E_BARRIER_OPERATION_TIMER, of the longest round trip in all trees */
function checkTimers(
  context: TrafficTablesContext,
  { ack, dun, size, mtu }: Chosen,
  trees: readonly BarrierTree[],
): void {
  let longest = { ps: 0, edge: "" };
  for (const { endport, parent } of trees.flatMap(({ nodes }) => nodes)) {
    if (parent === undefined) continue;
    const ps = roundTrip(context, endport, parent, size, mtu);
    if (ps <= longest.ps) continue;
    const { fabric } = context;
    longest = {
      ps,
      edge: `${endportName(fabric, endport)} and ${endportName(fabric, parent)}`,
    };
  }
  checkTimer("ack", ack, longest);
  checkTimer("dun", dun, longest);
}

/** When the process of `host` enters group `group`, in ticks. */
function processOf(
  context: TrafficTablesContext,
  options: Chosen,
  host: EndportIx,
  group: number,
  groups: number,
): NonNullable<Membership["process"]> {
  const { tickPs } = context;
  const mean = options.interval / tickPs;
  const random = context.random(
    `interval/${group}/${endportName(context.fabric, host)}`,
  );
  const isDrawn = options.intervals === "exponential";
  const begin = options.stagger ? (group * mean) / groups : 0;
  const pause = (): number =>
    Math.max(1, isDrawn ? mean * random.exponential() : mean);
  return {
    first: options.start / tickPs + begin + (isDrawn ? pause() : 0),
    pause,
  };
}

/** Puts the machines of all groups at their endports. */
function agentsOf(
  context: TrafficTablesContext,
  options: Chosen,
  trees: readonly BarrierTree[],
): BarrierAgent[] {
  const { tickPs, fabric } = context;
  const agents = new Map<EndportIx, BarrierAgent>();
  const timing = {
    ack: Math.ceil(options.ack / tickPs),
    dun: Math.ceil(options.dun / tickPs),
    barriers: options.barriers ?? Infinity,
  };
  for (const [group, { nodes, top }] of trees.entries())
    for (const { endport, parent, children } of nodes) {
      const agent =
        agents.get(endport) ??
        new BarrierAgent({
          source: endport,
          sl: options.sl,
          bytes: options.size,
          timing,
          errors: { loss: options.loss, corruption: options.corruption },
          random: context.random(`links/${endportName(fabric, endport)}`),
        });
      agents.set(endport, agent);
      const isProcess = endport >= fabric.switchCount && endport !== top;
      const lid = (to: EndportIx): number => neighbourLid(context, endport, to);
      agent.join(
        {
          group,
          parent: parent === undefined ? 0 : lid(parent),
          children: children.map(lid),
          ...(isProcess
            ? {
                process: processOf(
                  context,
                  options,
                  endport,
                  group,
                  trees.length,
                ),
              }
            : {}),
        },
        [
          ...(parent === undefined ? [] : [[parent, PARENT] as const]),
          ...children.map((child, k) => [child, k] as const),
        ],
      );
    }
  return [...agents.values()].sort((a, b) => a.source - b.source);
}

/** What metrics may know of the packets. */
const barriersOf = (trees: readonly BarrierTree[]): Barriers => ({
  groups: trees.length,
  members: (group) => trees[group]?.members.length ?? 0,
  top: (group) => trees[group]?.top ?? (-1 as EndportIx),
  groupOf,
  numberOf,
  isFirst: (tag) => !isAgain(tag),
  arrives: (tag) => fateOf(tag) === Fate.arrives,
  isCombine: (tag) => typeOf(tag) === BarrierType.combine,
  isDistribute: (tag) => typeOf(tag) === BarrierType.distribute,
});

function statistics(
  context: TrafficTablesContext,
  agents: readonly BarrierAgent[],
  perSwitch: boolean,
): Record<string, MetricValue> {
  const { fabric } = context;
  const values: Record<string, MetricValue> = {};
  const [switches, hosts] = [new Registers(), new Registers()];
  for (const { source, registers } of agents) {
    const isSwitch = source < fabric.switchCount;
    (isSwitch ? switches : hosts).add(registers);
    if (isSwitch && perSwitch)
      values[`barrier-engine.${endportName(fabric, source)}`] =
        registers.value();
  }
  return {
    "barrier-engine": switches.value(),
    "barrier-engine.hosts": hosts.value(),
    ...values,
  };
}

/**
 * Barriers of up to 16 groups, each by its tree.
 *
 * @throws FabricError E_BARRIER_OPERATION_…
 */
export function createBarriers(
  context: TrafficTablesContext,
  given: Given,
): Traffic {
  const options: Chosen = {
    ...given,
    sl: laneOf(context, given),
    mtu: given.mtu ?? bytes(context.mtu ?? USUAL_MTU),
  };
  const { loss, corruption, barriers, size } = options;
  if (loss + corruption >= 1)
    throw new FabricError({
      code: "E_BARRIER_OPERATION_LOSS",
      message: "no barrier can complete where no packet arrives",
      where: { path: loss > 0 ? "loss" : "corruption" },
      got: `loss ${loss} and corruption ${corruption}`,
      expected: "together less than 1",
    });
  const trees = groupTrees(context, options);
  checkTimers(context, options, trees);
  const agents = agentsOf(context, options, trees);
  const byEndport = new Map(agents.map((agent) => [agent.source, agent]));
  /** Barriers of all groups at all endports, when all is done. */
  const due = trees.reduce(
    (sum, { nodes }) => sum + nodes.length * (barriers ?? Infinity),
    0,
  );
  return {
    streams: agents,
    switchEndports: true,
    timers: true,
    finite: barriers !== undefined,
    droppable: false,
    maxPacketBytes: size,
    minPacketBytes: size,
    barriers: barriersOf(trees),
    ...(barriers === undefined
      ? {
          offeredLoad: offeredLoad(context, options, trees),
          answersPerByte: answersPerByte(trees),
          ...(options.start > 0
            ? { begins: agents.map(() => options.start / context.tickPs) }
            : {}),
        }
      : {
          done: () =>
            agents.reduce(
              (sum, { registers }) => sum + registers.barriers,
              0,
            ) >= due,
        }),
    delivered({ tag, source, destination, time }) {
      const agent = byEndport.get(destination);
      if (agent === undefined) return NOBODY;
      const fate = fateOf(tag);
      if (fate === Fate.arrives) {
        agent.receive(groupOf(tag), tag, source, time);
        return agent.woken;
      }
      agent.registers.count(
        typeOf(tag),
        fate === Fate.lost ? "lost by chance" : "corrupted",
      );
      return NOBODY;
    },
    report: () =>
      statistics(context, agents, options.statistics === "per-switch"),
  };
}

/** A combine packet per member and interval, as a share of the hosts' links. */
function offeredLoad(
  context: TrafficTablesContext,
  { size, interval }: Chosen,
  trees: readonly BarrierTree[],
): number {
  const { hosts } = context;
  if (hosts.length === 0) return 0;
  const bytePs = meanBytePs(hosts, context);
  return (processes(trees) * size * bytePs) / (interval * hosts.length);
}

/** Over each edge go a combine packet, its acknowledgement and a distribute packet, where nothing is lost and no timer runs out; of these, hosts offer one each. */
function answersPerByte(trees: readonly BarrierTree[]): number {
  const edges = trees.reduce((sum, { nodes }) => sum + nodes.length - 1, 0);
  return (3 * edges) / processes(trees) - 1;
}

const processes = (trees: readonly BarrierTree[]): number =>
  trees.reduce((sum, { members }) => sum + members.length, 0);
