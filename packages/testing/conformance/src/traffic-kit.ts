import {
  meanBytePs,
  parseOptions,
  type PacketDraft,
  type TrafficPlugin,
} from "@fabriclab/spec";
import { MULTICAST_LID_MIN } from "@fabriclab/units";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFindingOfOptions } from "./each-case.ts";
import { nameOf } from "./compile.ts";
import { documentChecks } from "./documented.ts";
import {
  badDraft,
  drafts,
  draftsOfRuns,
  DRAFTS,
  receiversOf,
  TICK_PS,
  worldOf,
  type TrafficCase,
  type World,
} from "./traffic-world.ts";

/** Registers the conformance tests of a traffic: drafts, destinations, rate, ends, groups, determinism, independence of its streams. */
export function trafficKit(
  plugin: TrafficPlugin,
  cases: readonly TrafficCase[],
  runner: Runner,
): void {
  register(
    runner,
    `traffic ${plugin.name} conforms`,
    trafficChecks(plugin, cases),
  );
}

/** The checks of `trafficKit`, for callers without a test runner. Closed-loop traffic is asked without deliveries. */
export function trafficChecks(
  plugin: TrafficPlugin,
  cases: readonly TrafficCase[],
): Check[] {
  const each = (
    search: (
      world: World,
      given: TrafficCase,
    ) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFindingOfOptions(
      plugin.name,
      cases,
      "options of at least one traffic",
      (given) => search(worldOf(plugin, given), given),
    );
  const { claims } = plugin;
  return [
    check(
      "births never decrease, and sizes, levels and tags are as declared",
      () =>
        each(({ fabric, create }) => {
          const traffic = create();
          for (const stream of traffic.streams) {
            const wrong = badDraft(traffic, stream);
            if (wrong !== undefined)
              return {
                ...wrong,
                what: `${nameOf(fabric, stream.source)} ${wrong.what}`,
              };
          }
          return undefined;
        }),
    ),
    check(
      "every packet goes to another host or to a group with the sender among its sources",
      () =>
        each(({ fabric, context, groups, create }) => {
          const { streams, switchEndports = false } = create();
          for (const stream of streams)
            for (const { dlid } of drafts(stream)) {
              if (dlid >= MULTICAST_LID_MIN) {
                const group = groups[dlid - MULTICAST_LID_MIN];
                if (group?.sources.includes(stream.source) === true) continue;
                return {
                  what: `${nameOf(fabric, stream.source)} sends to MLID 0x${dlid.toString(16)}, of no group that it was declared for`,
                  todo: "take MLIDs from tables.multicast.mlids(source, group), and declare the source in groups()",
                };
              }
              const owner = context.tables.lids.owner[dlid] ?? -1;
              const receives =
                owner >= (switchEndports ? 0 : fabric.switchCount);
              if (receives && owner !== stream.source) continue;
              return {
                what: `${nameOf(fabric, stream.source)} sends to LID ${dlid}, ${owner < 0 ? "which nobody owns" : `of ${nameOf(fabric, owner)}`}`,
                todo: "take LIDs from tables.pathLid(source, destination) of another host; declare switchEndports where switches receive",
              };
            }
          return undefined;
        }),
    ),
    check("the loads of the hosts are no more than the offered load", () =>
      each(({ context, create }) => {
        const traffic = create();
        const { offeredLoad } = traffic;
        if (offeredLoad === undefined || traffic.sourceLoad === undefined)
          return undefined;
        const sum = context.hosts.reduce(
          (all, host) =>
            all + (traffic.sourceLoad?.(host) ?? 0) / context.bytePs(host),
          0,
        );
        const mean =
          (sum * meanBytePs(context.hosts, context)) / context.hosts.length;
        // Copies that a source makes of its packets are offered, and not part of its own load.
        return mean <= 1.01 * offeredLoad
          ? undefined
          : {
              what: `the mean of sourceLoad, by the rates of the hosts' links, is ${mean}, offeredLoad ${offeredLoad}`,
              todo: "sourceLoad(host) is a fraction of that host's link, and 0 where it sends nothing",
            };
      }),
    ),
    check("the offered load is what the packets add up to", () =>
      each(({ context, create }, { burstiness = 0 }) => {
        const { offeredLoad, streams } = create();
        if (offeredLoad === undefined) return undefined;
        const byteTime = meanBytePs(context.hosts, context);
        let measured = 0;
        let packets = 0;
        for (const stream of streams) {
          const taken = drafts(stream);
          const bytes = taken.reduce((sum, draft) => sum + draft.bytes, 0);
          const last = taken.at(-1)?.birth ?? 0;
          packets += taken.length;
          if (last > 0)
            measured +=
              (bytes * byteTime) / (last * TICK_PS) / context.hosts.length;
        }
        // Five standard errors of a Poisson count, and a little for the ends.
        const tolerance =
          (5 / Math.sqrt(packets) + 0.01 + burstiness) * offeredLoad;
        return Math.abs(measured - offeredLoad) <= tolerance
          ? undefined
          : {
              what: `${packets} packets are a load of ${measured.toFixed(4)}, ${offeredLoad} declared`,
              todo: "load = bytes per time of all hosts, as a fraction of what all their links carry: offeredBySenders of spec",
            };
      }),
    ),
    check(
      claims.finite !== false
        ? "every stream ends, after as many deliveries as declared"
        : "no stream ends by itself",
      () =>
        each(({ fabric, groups, create }, given) => {
          const traffic = create();
          const finite =
            typeof claims.finite === "string"
              ? (given.options as Record<string, unknown> | undefined)?.[
                  claims.finite
                ] !== undefined
              : claims.finite;
          if (traffic.finite !== finite)
            return {
              what: `finite is ${traffic.finite}, ${finite} claimed`,
              todo: "make the claim and the traffic agree",
            };
          let deliveries = 0;
          for (const stream of traffic.streams) {
            const taken = drafts(stream, finite ? 1e6 : DRAFTS);
            const ended = taken.length < (finite ? 1e6 : DRAFTS);
            // Closed loops pause until a delivery; only open ones must go on by themselves.
            if (finite && !ended)
              return {
                what: `${nameOf(fabric, stream.source)} drafts more than a million packets`,
                todo: "let next() return false at the end",
              };
            if (!finite && claims.loop === "open" && ended)
              return {
                what: `${nameOf(fabric, stream.source)} stops after ${taken.length} packets`,
                todo: "claim finite: true, or go on",
              };
            for (const { dlid } of taken)
              deliveries +=
                dlid < MULTICAST_LID_MIN
                  ? 1
                  : receiversOf(groups, dlid, stream);
          }
          const early = [0, deliveries - 1].find(
            (settled) => (traffic.countDeliveries?.(settled) ?? 1e9) <= settled,
          );
          if (finite && early !== undefined)
            return {
              what: `countDeliveries takes ${early} of ${deliveries} deliveries for all`,
              todo: "answer with more than has come as long as more is to come",
            };
          const expected =
            traffic.expectedDeliveries ?? traffic.countDeliveries?.(deliveries);
          // Packets that answer deliveries are not seen here.
          const wrong =
            expected !== undefined &&
            (claims.loop === "closed"
              ? deliveries > expected
              : deliveries !== expected);
          return finite && wrong
            ? {
                what: `the packets make ${deliveries} deliveries, ${expected} declared`,
                todo: "count one per unicast packet, and one per member besides the source for multicast",
              }
            : undefined;
        }),
    ),
    check("groups are numbered from 0 and the same when asked again", () =>
      each(({ context, groups }, given) => {
        const again = plugin.groups(
          context,
          parseOptions(plugin, given.options ?? {}),
        );
        const misnumbered = groups.findIndex(({ id }, i) => id !== i);
        if (misnumbered >= 0)
          return {
            what: `group ${misnumbered} has the id ${groups[misnumbered]?.id}`,
            todo: "number groups 0, 1, 2 …",
          };
        return JSON.stringify(again) === JSON.stringify(groups)
          ? undefined
          : {
              what: "two calls gave different groups",
              todo: "draw from context.random(name) inside the call, under the same names",
            };
      }),
    ),
    check("the same seed gives the same packets", () =>
      each(({ fabric, create }) => {
        const [a, b] = [create(), create()];
        for (const [i, stream] of a.streams.entries()) {
          const other = b.streams[i];
          if (
            other?.source !== stream.source ||
            JSON.stringify(drafts(stream)) !== JSON.stringify(drafts(other))
          )
            return {
              what: `${nameOf(fabric, stream.source)} drafts other packets the second time`,
              todo: "take chance from context.random only, and keep no state between calls",
            };
        }
        return undefined;
      }),
    ),
    check("packets that are drafted at once are as drafted one by one", () =>
      each(({ fabric, create }) => {
        const single = create().streams;
        for (const [i, stream] of create().streams.entries()) {
          const taken = draftsOfRuns(stream);
          const asked = drafts(single[i], taken.length);
          if (JSON.stringify(taken) !== JSON.stringify(asked))
            return {
              what: `${nameOf(fabric, stream.source)} drafts other packets when it is asked for a run of them`,
              todo: "let `nextRun` count packets that are the same in every field, and take all of them as drafted",
            };
        }
        return undefined;
      }),
    ),
    check(
      "what one stream drafts does not depend on what others are asked",
      () =>
        each(({ fabric, create }) => {
          const alone = create().streams.map((stream) =>
            JSON.stringify(drafts(stream, 200)),
          );
          const together = create().streams;
          const texts = together.map(() => [] as PacketDraft[]);
          // The last stream first, and in turns: any draw from a shared stream shows.
          for (let turn = 0; turn < 200; turn++)
            for (let i = together.length - 1; i >= 0; i--)
              texts[i]?.push(...drafts(together[i], 1));
          const mixed = texts.findIndex(
            (taken, i) => JSON.stringify(taken) !== alone[i],
          );
          return mixed < 0
            ? undefined
            : {
                what: `${nameOf(fabric, together[mixed]?.source ?? 0)} drafts other packets when the other streams are asked as well`,
                todo: "give every stream its own context.random(name), with the source in the name",
              };
        }),
    ),
    ...documentChecks(plugin),
  ];
}
