import { Congestion } from "@fabriclab/analysis-balance";
import { auditUnicast } from "@fabriclab/analysis-reachability";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { channelName } from "../naming/names.ts";
import { phasesOf, placed, type Pattern } from "./patterns.ts";

/** What the flows of a phase leave each other. */
export interface PhaseReport {
  readonly name: string;
  readonly flows: number;
  /** Flows on the busiest channel between switches: by rate, that which leaves each of its flows least. */
  readonly most: number;
  readonly busiestChannel: string;
  /**
   * How much longer the phase takes than without a fabric in the way: `most` by the flows that a host's own port has to carry, at least 1. By rate: how much
   * longer than alone the flow takes that is left least, by those flows.
   */
  readonly factor: number;
  /** Mean over the flows of what the busiest channel of its path leaves it, in per cent; null where a host has several flows, which share its own port. */
  readonly bandwidth: number | null;
}

/** What a job's pattern meets with under given tables. */
export interface PatternReport {
  readonly pattern: Pattern;
  readonly phases: readonly PhaseReport[];
  /** Mean of the phases' factors: how much longer the pattern takes, phase after phase. */
  readonly meanFactor: number;
  readonly worst: PhaseReport;
}

export interface JobReport {
  readonly fabric: { readonly name: string; readonly file: string };
  readonly tables: string;
  readonly ranks: number;
  /** By the links' rates; false: as if all were equally fast. */
  readonly byRate: boolean;
  /** Ports that are no rank though the list names their host: no cable leads from them to a switch, or they have no LID. */
  readonly portsLeftOut: readonly string[];
  /** Ordered pairs of ranks that do not reach each other: their flows have no bandwidth. */
  readonly unreachable: number;
  readonly patterns: readonly PatternReport[];
}

/**
 * Contention of patterns among the hosts of a job, in the order of their ranks: flows are followed through the tables and counted on every channel between
 * switches, phase by phase.
 *
 * Complexity: O(flows · path length).
 */
export function jobContention(
  fabric: Fabric,
  tables: ForwardingTables,
  hosts: readonly EndportIx[],
  patterns: readonly Pattern[],
  byRate: boolean,
  onPhase: (name: string) => void = () => undefined,
): Pick<JobReport, "ranks" | "byRate" | "unreachable" | "patterns"> {
  const congestion = new Congestion(fabric, tables, { byRate });
  return {
    ranks: hosts.length,
    byRate,
    unreachable: auditUnicast(fabric, tables, {
      endports: hosts.toSorted((a, b) => a - b),
      examples: 0,
    }).unreachable.count,
    patterns: patterns.map((pattern) => {
      const phases: PhaseReport[] = [];
      for (const { name, flows, perHost } of phasesOf(pattern, hosts.length)) {
        onPhase(`${pattern}, ${name}`);
        const { from, to } = flows();
        const { mean, most, channel, slowest } = congestion.of(
          placed(from, hosts),
          placed(to, hosts),
        );
        phases.push({
          name,
          flows: from.length,
          most,
          busiestChannel:
            channel === undefined ? "" : channelName(fabric, channel),
          factor: Math.max(1, slowest / perHost),
          bandwidth: perHost === 1 ? mean * 100 : null,
        });
      }
      const [first] = phases;
      if (first === undefined) throw new Error(`${pattern} has no phase`);
      return {
        pattern,
        phases,
        meanFactor:
          phases.reduce((sum, { factor }) => sum + factor, 0) / phases.length,
        worst: phases.reduce(
          (worst, one) => (one.factor > worst.factor ? one : worst),
          first,
        ),
      };
    }),
  };
}
