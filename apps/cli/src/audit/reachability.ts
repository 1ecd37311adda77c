import type {
  FailurePlace,
  UnicastAudit,
} from "@fabriclab/analysis-reachability";
import {
  endportName,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";
import { nodeName } from "../naming/names.ts";
import { causeReport, mendReport } from "./causes.ts";
import type { AuditReport } from "./report.ts";

/** The part of a report that says which pairs arrive, and how. */
export type ReachabilityReport = Pick<
  AuditReport,
  | "pairs"
  | "unreachablePairs"
  | "unreachable"
  | "deadPorts"
  | "wrongPorts"
  | "forwardingLoops"
  | "forwardingLoopExamples"
  | "nonMinimalPairs"
  | "detours"
  | "nonMinimalExamples"
  | "hops"
>;

/** Causes that a report has. */
const CAUSES = 100;

/** Names instead of indexes. */
export function reachabilityReport(
  fabric: Fabric,
  tables: ForwardingTables,
  audit: UnicastAudit,
): ReachabilityReport {
  const name = (endport: EndportIx): string => endportName(fabric, endport);
  const place = ({ node, port, lid, pairs }: FailurePlace) => ({
    at: placeName(fabric, node, port),
    lid,
    pairs,
  });
  return {
    pairs: audit.pairs,
    unreachablePairs: audit.unreachable.count,
    unreachable: {
      byEnd: Object.fromEntries(
        Object.entries(audit.byEnd).filter(
          ([end, count]) => end !== "delivered" && count > 0,
        ),
      ),
      disconnected: audit.disconnected,
      causeCount: audit.causes.length,
      causes: audit.causes
        .slice(0, CAUSES)
        .map((cause) => causeReport(fabric, cause)),
      examples: audit.unreachable.examples.map((pair) => ({
        source: name(pair.source),
        destination: name(pair.destination),
        lid: pair.lid,
        end: pair.end,
        at: placeName(fabric, pair.at.node, pair.at.port),
      })),
    },
    deadPorts: audit.deadPorts.map(place),
    wrongPorts: audit.wrongPorts.map(place),
    forwardingLoops: audit.loopCount,
    forwardingLoopExamples: audit.forwardingLoops.map(
      ({ lid, switches, blamed, mend }) => ({
        lid,
        owner: name((tables.lids.owner[lid] ?? 0) as EndportIx),
        switches: switches.map((sw) => nodeName(fabric, sw)),
        blamed: placeName(fabric, blamed, tables.lft[blamed]?.[lid] ?? NO_PORT),
        mend: mend === undefined ? null : mendReport(fabric, mend),
      }),
    ),
    nonMinimalPairs: audit.nonMinimal.count,
    detours: audit.detours,
    nonMinimalExamples: audit.nonMinimal.examples.map((pair) => ({
      source: name(pair.source),
      destination: name(pair.destination),
      hops: pair.hops,
      least: pair.shortest,
    })),
    hops: audit.hops,
  };
}

/** `SW<00,1>:3`; without a port where there is no entry. */
const placeName = (fabric: Fabric, node: number, port: number): string =>
  port === NO_PORT
    ? nodeName(fabric, node)
    : `${nodeName(fabric, node)}:${port}`;
