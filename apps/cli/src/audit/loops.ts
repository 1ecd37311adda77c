import {
  creditLoops,
  type CandidateEngine,
  type CreditLoop,
  type CreditLoopOptions,
  type CreditLoops,
} from "@fabriclab/analysis-deadlock";
import { stepsUp, switchRanks } from "@fabriclab/paths";
import {
  endportName,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { formatGuid, type EndportIx, type SwitchIx } from "@fabriclab/units";
import { channelName, mlidName } from "../naming/names.ts";
import { remedyReport } from "./remedies.ts";
import type { CreditLoopReport } from "./report.ts";

/** Credit loops by what is sent. */
export interface LoopFindings {
  readonly unicast: CreditLoops;
  /** Undefined where there are no multicast tables. */
  readonly multicast: CreditLoops | undefined;
  readonly combined: CreditLoops | undefined;
  /** Undefined unless asked for. */
  readonly slIgnored: CreditLoops | undefined;
}

export interface LoopSearch {
  readonly endports: readonly EndportIx[];
  readonly slIgnored: boolean;
  readonly synchronous: boolean;
  /** Routings to try against loops; undefined: look for no remedies. */
  readonly engines: readonly CandidateEngine[] | undefined;
  readonly onProgress: (part: string, fraction: number) => void;
}

/** Names of pairs and of senders that a report gives. */
const EXAMPLES = 3;

/** Looks for credit loops of unicast, of multicast, of both together, and of unicast with the SL ignored. */
export function findLoops(
  fabric: Fabric,
  tables: ForwardingTables,
  search: LoopSearch,
): LoopFindings {
  const find = (
    part: string,
    traffic: NonNullable<CreditLoopOptions["traffic"]>,
    slIgnored = false,
  ): CreditLoops =>
    creditLoops(fabric, tables, {
      traffic,
      slIgnored,
      synchronous: search.synchronous,
      endports: search.endports,
      examples: EXAMPLES,
      remedies:
        search.engines === undefined ? false : { engines: search.engines },
      onProgress: (done, total) => {
        // The last destination is followed by the search for remedies, which says nothing more.
        if (done + 1 < total) search.onProgress(part, done / total);
        else search.onProgress(`${part}, and remedies`, 1);
      },
    });
  const hasMulticast = (tables.multicast?.mlidCount ?? 0) > 0;
  return {
    unicast: find("credit loops of unicast", "unicast"),
    multicast: hasMulticast
      ? find("credit loops of multicast", "multicast")
      : undefined,
    combined: hasMulticast
      ? find("credit loops of unicast and multicast", "both")
      : undefined,
    slIgnored: search.slIgnored
      ? find("credit loops with the SL ignored", "unicast", true)
      : undefined,
  };
}

/**
 * The loops as they are reported: names instead of indexes.
 *
 * @param skipped kinds of remedies that were not looked for, and why
 * @param endports whose traffic was looked at
 */
export function loopReports(
  fabric: Fabric,
  found: CreditLoops,
  roots: readonly SwitchIx[] | undefined,
  skipped: readonly { readonly kind: string; readonly why: string }[],
  endports: readonly EndportIx[],
): CreditLoopReport[] {
  const ranks = roots === undefined ? undefined : switchRanks(fabric, roots);
  const isBetweenSwitches = (channel: number): boolean =>
    (fabric.portNode[channel] ?? 0) < fabric.switchCount &&
    (fabric.portNode[fabric.portPeer[channel] ?? 0] ?? 0) < fabric.switchCount;
  return found.loops.map((loop) => ({
    vl: loop.vl,
    channels: loop.channels,
    cycle: loop.cycle.map(({ channel, vl }) => {
      const node = fabric.portNode[channel] ?? 0;
      return {
        channel: channelName(fabric, channel),
        vl,
        switch: fabric.nodeName[node] ?? "",
        guid: formatGuid(fabric.nodeGuid[node] ?? 0n),
        port: channel - (fabric.portStart[node] ?? 0) + 1,
        ...(ranks === undefined || !isBetweenSwitches(channel)
          ? {}
          : {
              turn: stepsUp(fabric, ranks, channel)
                ? ("up" as const)
                : ("down" as const),
            }),
      };
    }),
    ...closers(fabric, loop),
    remedies: loop.remedies.map((remedy) =>
      remedyReport(fabric, remedy, endports),
    ),
    untried: [
      ...found.untried.map(({ kind, why }) => ({ kind, why })),
      ...skipped,
    ],
  }));
}

const closers = (fabric: Fabric, { pairs, senders }: CreditLoop) => ({
  pairCount: pairs.count,
  pairs: pairs.byRole.map(({ from, to, count }) => ({ from, to, count })),
  pairExamples: pairs.examples.map(({ source, destination }) => ({
    source: endportName(fabric, source),
    destination: endportName(fabric, destination),
  })),
  senderCount: senders.count,
  senderExamples: senders.examples.map(({ mlid, source }) => ({
    mlid: mlidName(mlid),
    source: endportName(fabric, source),
  })),
});
