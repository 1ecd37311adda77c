import { randomStream } from "@fabriclab/kernel";
import {
  PACKET_DROPPABLE,
  parseOptions,
  type Fabric,
  type MulticastGroup,
  type PacketDraft,
  type PatternPlugin,
  type Stream,
  type Traffic,
  type TrafficContext,
  type TrafficParts,
  type TrafficPlugin,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { MULTICAST_LID_MIN } from "@fabriclab/units";
import { hostEndports, plainTables, row } from "./bench-fabrics.ts";
import type { Finding } from "./check.ts";

export interface TrafficCase {
  /** As a user would write them. */
  readonly options?: object;
  /** Value of the `pattern` parameter, where the plugin has one. */
  readonly pattern?: PatternPlugin;
  readonly patternOptions?: object;
  /** Share by which the load of the first packets may miss the declared one beyond chance among independent packets; absent = 0. */
  readonly burstiness?: number;
}

export const TICK_PS = 4000;
/** Time per byte of the hosts' links, by turns: 1X and 4X SDR. */
const BYTE_PS = [4000, 1000] as const;
/** Drafts taken of each stream that never ends. */
export const DRAFTS = 2000;

/** A traffic on a fabric, created anew as often as needed. */
export interface World {
  readonly fabric: Fabric;
  readonly context: TrafficTablesContext;
  readonly groups: readonly MulticastGroup[];
  create(): Traffic;
}

export function worldOf(plugin: TrafficPlugin, given: TrafficCase): World {
  const fabric = row(4, 4);
  const options = parseOptions(plugin, given.options ?? {});
  const hosts = hostEndports(fabric);
  const base: TrafficContext = {
    fabric,
    hosts,
    tickPs: TICK_PS,
    bytePs: (host) => BYTE_PS[host % 2]!,
    random: (name) => randomStream(1, `${plugin.name}/${name}`),
  };
  const groups = plugin.groups(base, options);
  const context: TrafficTablesContext = {
    ...base,
    tables: plainTables(fabric, groups),
  };
  const parts = (): TrafficParts =>
    given.pattern === undefined
      ? {}
      : {
          pattern: given.pattern.create(
            hosts.length,
            parseOptions(given.pattern, given.patternOptions ?? {}),
            randomStream(1, "pattern"),
          ),
        };
  return {
    fabric,
    context,
    groups,
    create: () => plugin.create(context, options, parts()),
  };
}

const blank = (): PacketDraft => ({
  birth: -1,
  dlid: -1,
  bytes: -1,
  sl: -1,
  tag: -1,
  flags: 0,
  retryAt: -1,
});

/** Copies of the next drafts, as many as there are. */
export function drafts(
  stream: Stream | undefined,
  most = DRAFTS,
): PacketDraft[] {
  const taken: PacketDraft[] = [];
  const draft = blank();
  while (stream !== undefined && taken.length < most && stream.next(draft))
    taken.push({ ...draft });
  return taken;
}

/** The same of a stream that is asked for runs of packets, where it drafts them; those of the last run may be more than `most`. */
export function draftsOfRuns(stream: Stream, most = DRAFTS): PacketDraft[] {
  if (stream.nextRun === undefined) return drafts(stream, most);
  const taken: PacketDraft[] = [];
  const draft = blank();
  while (taken.length < most) {
    const count = stream.nextRun(draft);
    if (count === 0) break;
    for (let k = 0; k < count; k++) taken.push({ ...draft });
  }
  return taken;
}

export function badDraft(
  traffic: Traffic,
  stream: Stream,
): Omit<Finding, "where"> | undefined {
  let before = 0;
  for (const { birth, bytes, sl, tag, flags } of drafts(stream)) {
    if (!Number.isInteger(birth) || birth < before)
      return {
        what: `drafts a packet born at tick ${birth} after one born at ${before}`,
        todo: "births are whole ticks and never decrease",
      };
    if (
      !Number.isInteger(bytes) ||
      bytes < traffic.minPacketBytes ||
      bytes > traffic.maxPacketBytes
    )
      return {
        what: `drafts ${bytes} bytes, declared are ${traffic.minPacketBytes} to ${traffic.maxPacketBytes}`,
        todo: "correct minPacketBytes and maxPacketBytes: buffers are sized by them",
      };
    if (!stream.serviceLevels.includes(sl))
      return {
        what: `drafts SL ${sl}, declared are ${stream.serviceLevels.join(", ")}`,
        todo: "declare every SL in serviceLevels: the injector makes its lanes from them",
      };
    if (
      !Number.isInteger(tag) ||
      (traffic.operations !== undefined &&
        (tag < 0 || tag >= traffic.operations))
    )
      return {
        what: `drafts the tag ${tag}, declared are ${traffic.operations ?? "any"} operations`,
        todo: "tags are whole, and number operations from 0",
      };
    if (traffic.droppable === false && (flags & PACKET_DROPPABLE) !== 0)
      return {
        what: "drafts a packet that switches may drop, and declares that it drafts none",
        todo: "say droppable: true, or draft no packet with PACKET_DROPPABLE",
      };
    before = birth;
  }
  return undefined;
}

export function receiversOf(
  groups: readonly MulticastGroup[],
  mlid: number,
  { source }: Stream,
): number {
  const members = groups[mlid - MULTICAST_LID_MIN]?.members ?? [];
  return members.filter((member) => member !== source).length;
}
