import {
  defineTraffic,
  FabricError,
  type Options,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { Operations, type Address } from "./operation.ts";
import { params } from "./params.ts";
import { processorsOf } from "./processors.ts";
import { scheduleOf } from "./schedule.ts";
import { values } from "./values.ts";
import { withoutEffect } from "./without-effect.ts";

/**
 * Collective operations of processors in the LogP model over a simulated network: a message leaves when what it waits for was received and the
 * overheads have passed. `collective` in the run's result is the time from the entry of all processors until the last one has done its part.
 */
export const collectiveOperation = defineTraffic({
  name: "collective-operation",
  summary:
    "Broadcasts and barriers of processors with overheads and a gap, in software or by a multicast packet, message after message.",
  cites: [
    {
      key: "culler1993",
      authors:
        "D. Culler, R. Karp, D. Patterson, A. Sahay, K. E. Schauser, E. Santos, R. Subramonian, T. von Eicken",
      title: "LogP: Towards a Realistic Model of Parallel Computation",
      venue: "PPoPP",
      year: 1993,
    },
    {
      key: "barnoy1992",
      authors: "A. Bar-Noy, S. Kipnis",
      title:
        "Designing Broadcasting Algorithms in the Postal Model for Message-Passing Systems",
      venue: "SPAA, 13-22",
      year: 1992,
    },
    {
      key: "hensgen1988",
      authors: "D. Hensgen, R. Finkel, U. Manber",
      title: "Two Algorithms for Barrier Synchronization",
      venue: "International Journal of Parallel Programming 17(1), 1-17",
      year: 1988,
    },
  ],
  params,
  claims: { loop: "closed", finite: true },
  groups: (context, options) => {
    if (options.algorithm !== "multicast") return [];
    const members = processorsOf(context, options);
    return [
      {
        id: 0,
        name: "the processors",
        members: [...members].sort((a, b) => a - b),
        sources: members.slice(0, 1),
      },
    ];
  },
  values,
  withoutEffect,
  create: (context, options) => {
    const { size, repeats, algorithm } = options;
    const { tickPs } = context;
    const hosts = processorsOf(context, options);
    const message =
      options.sendOverhead + options.latency + options.receiveOverhead;
    const schedule = scheduleOf(
      algorithm,
      hosts.length,
      Math.max(1, Math.ceil(message / options.gap)),
    );
    const operations = new Operations({
      hosts,
      schedule,
      overheads: {
        send: options.sendOverhead / tickPs,
        receive: options.receiveOverhead / tickPs,
        gap: options.gap / tickPs,
      },
      address: addresses(context, options, hosts),
      bytes: size,
      repeats,
      start: options.start / tickPs,
      interval: options.interval / tickPs,
      tickPs,
    });
    return {
      streams: operations.streams,
      finite: true,
      droppable: false,
      maxPacketBytes: size,
      minPacketBytes: size,
      operations: repeats,
      expectedDeliveries: repeats * schedule.deliveries,
      delivered: (packet) => operations.delivered(packet),
      report: () => operations.report(),
    };
  },
});

/** @throws FabricError `E_COLLECTIVE_OPERATION_NO_MULTICAST` */
function addresses(
  { tables, multicastLane }: TrafficTablesContext,
  { algorithm, sl }: Options<typeof params>,
  hosts: readonly EndportIx[],
): (from: number, to: number) => Address {
  const [source] = hosts;
  if (algorithm !== "multicast" || source === undefined)
    return (from, to) => {
      const [sender, receiver] = [hosts[from], hosts[to]];
      if (sender === undefined || receiver === undefined)
        throw new RangeError(`no processor ${from} or ${to}`);
      return {
        dlid: tables.pathLid(sender, receiver),
        sl: sl ?? tables.pathSl(sender, receiver),
      };
    };
  const mlids = tables.multicast?.mlids(source, 0) ?? [];
  const [dlid] = mlids;
  if (dlid === undefined || mlids.length > 1)
    throw new FabricError({
      code: "E_COLLECTIVE_OPERATION_NO_MULTICAST",
      message: "A broadcast by the switches needs one multicast address",
      where: { path: "algorithm" },
      got: `${mlids.length} MLIDs for the group`,
      expected: "multicast tables with one MLID per group, or per source",
      hint: "name a multicast table builder such as multicast-spanning-tree",
    });
  return () => ({ dlid, sl: sl ?? multicastLane ?? 0 });
}
