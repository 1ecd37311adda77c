import {
  defineTraffic,
  meanBytePs,
  PACKET_DROPPABLE,
  type MulticastGroup,
  type PacketDraft,
  type RandomStream,
  type Stream,
  type Traffic,
  type TrafficClaims,
  type TrafficPlugin,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { bytes, type EndportIx } from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";

export type BrokenTrafficSetup = readonly { readonly options?: object }[];

const SIZE = 256;

/** How one source is wrong; each is called as often as a packet is drafted. */
interface Spoiler {
  readonly destination?: (
    source: number,
    hosts: readonly EndportIx[],
    right: number,
  ) => number;
  readonly birth?: (birth: number, packet: number) => number;
  readonly random?: (
    context: TrafficTablesContext,
    source: number,
  ) => RandomStream;
  readonly packets?: number;
  readonly flags?: number;
  /** What `nextRun` says when a packet was drafted; absent = it is not there. */
  readonly run?: number;
  readonly traffic?: Partial<Traffic>;
}

/** Packets at random times, each to the next host. */
function make(
  context: TrafficTablesContext,
  {
    destination,
    birth,
    random,
    packets = Infinity,
    flags = 0,
    run,
    traffic,
  }: Spoiler,
): Traffic {
  const { hosts, tables } = context;
  const meanTicks = 1000;
  const ticksPerByte = meanBytePs(hosts, context) / context.tickPs;
  return {
    streams: hosts.map((source, index) => {
      const stream =
        random?.(context, index) ?? context.random(`host ${index}`);
      let at = 0;
      let drafted = 0;
      const made: Stream = {
        source,
        serviceLevels: [0],
        next(draft: PacketDraft) {
          if (drafted >= packets) return false;
          at += stream.exponential() * meanTicks;
          const right = (index + 1) % hosts.length;
          const to =
            hosts[destination?.(index, hosts, right) ?? right] ?? source;
          draft.birth = birth?.(Math.ceil(at), drafted) ?? Math.ceil(at);
          draft.dlid =
            to === source
              ? (tables.lids.baseLid[source] ?? 0)
              : tables.pathLid(source, to);
          draft.bytes = SIZE;
          draft.sl = 0;
          draft.tag = 0;
          draft.flags = flags;
          drafted += 1;
          return true;
        },
      };
      if (run === undefined) return made;
      return { ...made, nextRun: (draft) => (made.next(draft) ? run : 0) };
    }),
    finite: packets < Infinity,
    minPacketBytes: bytes(SIZE),
    maxPacketBytes: bytes(SIZE),
    ...(packets < Infinity
      ? { expectedDeliveries: packets * hosts.length }
      : { offeredLoad: (SIZE * ticksPerByte) / meanTicks }),
    ...traffic,
  };
}

const broken = (
  name: string,
  spoiler: Spoiler | (() => Spoiler),
  claims: Partial<TrafficClaims> = {},
  groups: readonly MulticastGroup[] = [],
): TrafficPlugin =>
  defineTraffic({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { loop: "open", finite: false, ...claims },
    groups: () => groups,
    create: (context) =>
      make(context, typeof spoiler === "function" ? spoiler() : spoiler),
  });

const setup = [{}];
let calls = 0;

export const brokenTraffics: readonly Broken<
  TrafficPlugin,
  BrokenTrafficSetup
>[] = [
  {
    fails: "births never decrease, and sizes, levels and tags are as declared",
    plugin: broken("backwards", {
      birth: (birth, packet) => (packet === 7 ? 0 : birth),
    }),
    setup,
  },
  {
    fails: "births never decrease, and sizes, levels and tags are as declared",
    plugin: broken("denying", {
      flags: PACKET_DROPPABLE,
      traffic: { droppable: false },
    }),
    setup,
  },
  {
    fails:
      "every packet goes to another host or to a group with the sender among its sources",
    plugin: broken("selfish", {
      destination: (source, _, right) => (source === 3 ? 3 : right),
    }),
    setup,
  },
  {
    fails: "the loads of the hosts are no more than the offered load",
    plugin: broken("overdrawn", { traffic: { sourceLoad: () => 1 } }),
    setup,
  },
  {
    fails: "the offered load is what the packets add up to",
    plugin: broken("boastful", { traffic: { offeredLoad: 0.5 } }),
    setup,
  },
  {
    fails: "every stream ends, after as many deliveries as declared",
    plugin: broken(
      "miscounted",
      { packets: 20, traffic: { expectedDeliveries: 7 } },
      { finite: true },
    ),
    setup,
  },
  {
    fails: "every stream ends, after as many deliveries as declared",
    plugin: broken(
      "hasty",
      {
        packets: 20,
        traffic: { countDeliveries: (settled) => settled },
      },
      { finite: true },
    ),
    setup,
  },
  {
    fails: "no stream ends by itself",
    plugin: broken("tired", { packets: 1500, traffic: { finite: false } }),
    setup,
  },
  {
    fails: "every stream ends, after as many deliveries as declared",
    plugin: broken("ending", { packets: 20 }, { finite: "frames" }),
    setup,
  },
  {
    fails: "groups are numbered from 0 and the same when asked again",
    plugin: broken("misnumbered", {}, {}, [
      { id: 1, name: "one", members: [], sources: [] },
    ]),
    setup,
  },
  {
    fails: "the same seed gives the same packets",
    // Every sixth shifts all births by a tick: the checks before create four, this one two.
    plugin: broken("fickle", () => {
      calls += 1;
      const shift = calls % 6 === 0 ? 1 : 0;
      return { birth: (birth) => birth + shift };
    }),
    setup,
  },
  {
    fails: "packets that are drafted at once are as drafted one by one",
    plugin: broken("hurried", { run: 2 }),
    setup,
  },
  {
    fails: "what one stream drafts does not depend on what others are asked",
    plugin: broken("entangled", () => {
      let shared: RandomStream | undefined;
      return { random: (context) => (shared ??= context.random("all hosts")) };
    }),
    setup,
  },
  ...badDocuments(broken("document", {}), setup),
];
