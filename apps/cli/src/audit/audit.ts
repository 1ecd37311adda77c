import type { CandidateEngine } from "@fabriclab/analysis-deadlock";
import {
  auditMulticast,
  auditUnicast,
  unsentMlids,
} from "@fabriclab/analysis-reachability";
import type { ImpossiblePort } from "@fabriclab/formats-opensm";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { SharedLid } from "@fabriclab/reading";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { oddRates } from "../naming/odd-rates.ts";
import { partedPairs } from "../naming/parts.ts";
import { auditAllLids, lidsFollowed } from "./all-lids.ts";
import { balanceReport, measureBalance, type Balance } from "./balance.ts";
import type { EndpointChoice } from "../naming/endpoints.ts";
import { duplicateLids } from "./duplicate-lids.ts";
import { findLoops, loopReports, type LoopFindings } from "./loops.ts";
import { multicastReports } from "./multicast.ts";
import { impossibleReport } from "./impossible.ts";
import { problemsOf, warningsOf } from "./problems.ts";
import { reachabilityReport } from "./reachability.ts";
import type { AuditReport } from "./report.ts";
import { roleOf } from "../naming/roles.ts";
import { illegalTurns } from "./turns.ts";

/** What to audit, and how much of it. */
export interface AuditOptions {
  /** The fabric's file, for the report. */
  readonly file: string;
  /** Where the tables come from, for the report. */
  readonly from: string;
  /** Entries of the tables with ports that their switches do not have, as the dump's reader took them down; default: none. */
  readonly impossible?: readonly ImpossiblePort[];
  /** LIDs that two ports have, as the fabric's reader found them; default: none. */
  readonly sharedLids?: readonly SharedLid[];
  readonly choice: EndpointChoice;
  /** Root switches, where they are known: channels of a cycle then lead up or down. */
  readonly roots?: readonly SwitchIx[] | undefined;
  readonly slIgnored: boolean;
  readonly synchronous: boolean;
  /** Whether to follow the LIDs that no path uses, too; undefined: where the tables have path bits to choose them by. */
  readonly allLids?: boolean | undefined;
  /** Random bisections, and random permutations. */
  readonly samples: number;
  readonly seed: number;
  /** Bandwidth by the links' rates, not as if all were equally fast; default false. */
  readonly byRate?: boolean;
  /** Routings to try against loops; undefined: look for no remedies. */
  readonly engines: readonly CandidateEngine[] | undefined;
  /** Why routings are not among them. */
  readonly routingsUntried?: string | undefined;
  readonly onProgress?: (part: string, fraction: number) => void;
}

/** An audit's findings, and the report that is made of them. */
export interface AuditRun {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  readonly report: AuditReport;
  /** Whose traffic was audited. */
  readonly endports: readonly EndportIx[];
  readonly loops: LoopFindings;
  readonly balance: Balance;
}

/** Audits tables: everything that `fabriclab audit` says. */
export function audit(
  fabric: Fabric,
  tables: ForwardingTables,
  options: AuditOptions,
): AuditRun {
  const { choice, roots, samples, seed, byRate = false } = options;
  const { endports } = choice;
  const onProgress = options.onProgress ?? (() => undefined);
  const steps = (part: string) => (done: number, total: number) => {
    onProgress(part, done / Math.max(1, total));
  };
  const unicast = auditUnicast(fabric, tables, {
    endports,
    onProgress: steps("reachability"),
  });
  const multicast =
    tables.multicast === undefined
      ? []
      : multicastReports(
          fabric,
          tables.multicast.groups,
          auditMulticast(fabric, tables, { onProgress: steps("multicast") }),
          unsentMlids(fabric, tables.multicast),
        );
  const loops = findLoops(fabric, tables, {
    endports,
    slIgnored: options.slIgnored,
    synchronous: options.synchronous,
    engines: options.engines,
    onProgress,
  });
  const balance = measureBalance(fabric, tables, {
    endports,
    samples,
    seed,
    byRate,
    onProgress,
  });
  const lids = lidsFollowed(fabric, tables, endports);
  const allLids =
    lids.followed < lids.owned &&
    (options.allLids ?? tables.multipath !== undefined)
      ? auditAllLids(fabric, tables, endports, steps("all LIDs"))
      : null;
  const skipped =
    options.engines === undefined
      ? [{ kind: "all", why: "--no-remedies" }]
      : options.routingsUntried === undefined
        ? []
        : [{ kind: "other-routings", why: options.routingsUntried }];
  const reports = (found: typeof loops.multicast) =>
    found === undefined
      ? null
      : loopReports(fabric, found, roots, skipped, endports);
  const findings = {
    ...reachabilityReport(fabric, tables, unicast),
    parted: partedPairs(fabric, endports) ?? null,
    duplicateLids: duplicateLids(fabric, options.sharedLids ?? []),
    impossiblePorts: impossibleReport(fabric, tables, options.impossible ?? []),
    illegalTurns:
      roots === undefined
        ? null
        : illegalTurns(fabric, tables, endports, roots),
    multicast,
    creditLoops: loopReports(fabric, loops.unicast, roots, skipped, endports),
    multicastCreditLoops: reports(loops.multicast),
    combinedCreditLoops: reports(loops.combined),
    slIgnoredCreditLoops: reports(loops.slIgnored),
    ...balanceReport(fabric, balance),
  };
  const problems = problemsOf({ ...findings, allLids });
  return {
    fabric,
    tables,
    endports,
    loops,
    balance,
    report: {
      fabric: {
        name: fabric.name,
        file: options.file,
        switches: fabric.switchCount,
        hosts: fabric.hostCount,
        cables: fabric.linkCount,
      },
      oddRates: oddRates(fabric).map((one) => ({
        ...one,
        examples: [...one.examples],
      })),
      tables: tablesReport(tables, options.from),
      endpoints: endpointsReport(fabric, choice),
      lids,
      allLids,
      verdict: problems.length === 0 ? "clean" : "problems",
      problems,
      warnings: warningsOf(findings),
      ...findings,
      replay: null,
    },
  };
}

/** MLIDs with a port in some switch's table. Complexity: O(switches · MLIDs of the range). */
function mlidsInUse({
  masks,
  mlidCount,
  words,
}: NonNullable<ForwardingTables["multicast"]>): number {
  const used = new Uint8Array(mlidCount);
  for (let at = 0; at < masks.length; at++)
    if (masks[at] !== 0) used[Math.floor(at / words) % mlidCount] = 1;
  return used.reduce((sum, one) => sum + one, 0);
}

const tablesReport = (
  { engine, lids, lanes, multicast }: ForwardingTables,
  from: string,
): AuditReport["tables"] => ({
  from,
  engine,
  lids: lids.owner.reduce((sum, owner) => sum + (owner >= 0 ? 1 : 0), 0),
  lmc: lids.lmc.reduce((most, one) => Math.max(most, one), 0),
  lanes,
  mlids: multicast === undefined ? 0 : mlidsInUse(multicast),
});

function endpointsReport(
  fabric: Fabric,
  { choice, endports, leftOut }: EndpointChoice,
): AuditReport["endpoints"] {
  const roles: Record<string, number> = {};
  for (const endport of endports) {
    const role = roleOf(fabric, endport);
    roles[role] = (roles[role] ?? 0) + 1;
  }
  return {
    choice,
    count: endports.length,
    roles,
    leftOut: leftOut.map(({ reason, count, examples }) => ({
      reason,
      count,
      examples: [...examples],
    })),
  };
}
