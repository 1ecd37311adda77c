import type { LoopFlow } from "./replay-flows.ts";

/** What a replay sends. */
export interface ReplayPlan {
  /** In words, for reports. */
  readonly how: string;
  readonly traffic: "constant-rate" | "poisson";
  /** Of a packet, in bytes. */
  readonly bytes: number;
  /** Of every sending host. */
  readonly load: number;
  readonly seed: number;
  readonly flows: readonly LoopFlow[];
  /** Start of each flow's source in ns; the flows' order. Constant rate only. */
  readonly starts?: readonly number[];
}

/** Times of the replay's network: from a header's arrival to its way on, and over a cable. */
export const ROUTING_NS = 100;
export const FLIGHT_NS = 20;
/** Time of a byte on every link. */
export const BYTE_NS = 4;

const HOP_NS = ROUTING_NS + FLIGHT_NS;

/**
 * Plans to try, the most promising first.
 *
 * *Timed*: one flow per edge, each from a host of its own, started so that all first packets take their channels of the loop in the same moment: then every
 * packet finds the next channel's buffer taken. *Random*: where hosts or ways get into each other's way, Poisson flows over numbers, loads, sizes and seeds: sooner
 * or later all buffers of the loop may hold a packet for the next at the same time. Loads below saturation are among them, because arbiters that take turns between
 * inputs that always want something never give one of them two turns; and so are packets shorter than a hop, of which a host may have two on the loop before the
 * first one's successor comes round.
 *
 * @param edges flows of each edge, none empty
 */
export function* replayPlans(
  edges: readonly (readonly LoopFlow[])[],
): Generator<ReplayPlan> {
  for (const [turn, bytes] of [256, 32, 2048, 256, 32].entries()) {
    const flows = oneSourceEach(edges, turn);
    if (flows === undefined) break;
    const last = Math.max(...flows.map(({ before }) => before));
    yield {
      how: `one flow per edge, all in the same moment, ${bytes} B packets`,
      traffic: "constant-rate",
      bytes,
      load: 1,
      seed: 1,
      flows,
      starts: flows.map(({ before }) => (last - before) * HOP_NS),
    };
  }
  const sorts = [
    ["one flow per edge", edges.flatMap((flows) => flows.slice(0, 1))],
    ["all flows found", edges.flat()],
    ["their hosts to each other", amongHosts(edges.flat())],
  ] as const;
  for (const [sort, flows] of sorts) {
    for (const load of [2, 0.6, 0.3]) {
      for (const [seed, bytes] of [256, 64, 32].entries()) {
        yield {
          how: `${sort} at random times, load ${load}, ${bytes} B packets`,
          traffic: "poisson",
          bytes,
          load,
          seed: seed + 1,
          flows: distinct(flows),
        };
      }
    }
  }
}

/** Hosts whose traffic among each other is sent whole. */
const HOSTS = 24;

/** Every pair of the hosts that flows are between. */
function amongHosts(flows: readonly LoopFlow[]): LoopFlow[] {
  const hosts = [
    ...new Set(
      flows.flatMap(({ source, destination }) =>
        destination === undefined ? [source] : [source, destination],
      ),
    ),
  ].slice(0, HOSTS);
  const multicast = flows.filter(({ group }) => group !== undefined);
  // Why: a replay of multicast sends nothing else.
  if (multicast.length === flows.length) return multicast;
  const unicast = hosts.flatMap((source) =>
    hosts
      .filter((destination) => destination !== source)
      .map((destination) => ({ source, destination, before: 0, passed: 0 })),
  );
  return [...unicast, ...multicast];
}

/**
 * A flow for every edge, no two from the same host: a bipartite matching by augmenting paths (Kuhn 1955), cheapest flows first.
 *
 * @param turn by how many places each edge's list is turned round, for another matching
 */
function oneSourceEach(
  edges: readonly (readonly LoopFlow[])[],
  turn: number,
): LoopFlow[] | undefined {
  const lists = edges.map((flows) => {
    const by = turn % flows.length;
    return [...flows.slice(by), ...flows.slice(0, by)];
  });
  const chosen = new Map<number, LoopFlow>();
  const edgeOf = new Map<number, number>();
  const assign = (edge: number, tried: Set<number>): boolean => {
    for (const flow of lists[edge] ?? []) {
      if (tried.has(flow.source)) continue;
      tried.add(flow.source);
      const holder = edgeOf.get(flow.source);
      if (holder !== undefined && !assign(holder, tried)) continue;
      edgeOf.set(flow.source, edge);
      chosen.set(edge, flow);
      return true;
    }
    return false;
  };
  for (const edge of lists.keys())
    if (!assign(edge, new Set())) return undefined;
  return lists.map((_, edge) => chosen.get(edge) as LoopFlow);
}

/** Without pairs that stand there twice. */
function distinct(flows: readonly LoopFlow[]): LoopFlow[] {
  const seen = new Map<string, LoopFlow>();
  for (const flow of flows) {
    const to = flow.destination ?? `group ${flow.group?.id ?? ""}`;
    const pair = `${flow.source} ${to}`;
    if (!seen.has(pair)) seen.set(pair, flow);
  }
  return [...seen.values()];
}
