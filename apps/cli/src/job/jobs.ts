import { auditUnicast } from "@fabriclab/analysis-reachability";
import {
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { basename, resolve } from "node:path";
import {
  disturbances,
  type Disturbance,
  type PlacedJob,
} from "./disturbance.ts";
import type { JobHosts } from "./hosts.ts";
import type { Pattern } from "./patterns.ts";

/** What several jobs do to each other under given tables. */
export interface JobsReport {
  readonly fabric: { readonly name: string; readonly file: string };
  readonly tables: string;
  /** By the links' rates; false: as if all were equally fast. */
  readonly byRate: boolean;
  readonly jobs: readonly {
    readonly name: string;
    readonly file: string;
    readonly ranks: number;
    readonly portsLeftOut: readonly string[];
    /** Ordered pairs of ranks that do not reach each other: their flows ask for nothing. */
    readonly unreachable: number;
  }[];
  /** Host ports that are ranks of several jobs, which share that port besides. */
  readonly sharedPorts: readonly string[];
  /** Every job beside every other, pattern by pattern. */
  readonly disturbances: readonly Disturbance[];
}

/**
 * The jobs of several lists, called by their files' names, or by their paths where two names are alike.
 *
 * @throws FabricError `E_CLI_USAGE` where a file is given twice
 */
export function jobNames(files: readonly string[]): string[] {
  const paths = files.map((file) => resolve(file));
  const twice = files.find((_, i) => paths.indexOf(paths[i] ?? "") !== i);
  if (twice !== undefined)
    throw new FabricError({
      code: "E_CLI_USAGE",
      message: "A job is given twice.",
      where: { path: "--hosts" },
      got: twice,
      expected: "a file for each job",
    });
  const names = files.map((file) => basename(file));
  return new Set(names).size === names.length ? names : [...files];
}

/** What several jobs do to each other, and who of them cannot reach its own ranks. */
export function jobsDisturbance(
  fabric: Fabric,
  tables: ForwardingTables,
  files: readonly string[],
  hosts: readonly JobHosts[],
  patterns: readonly Pattern[],
  byRate: boolean,
  onStage: (name: string) => void,
): Omit<JobsReport, "fabric" | "tables"> {
  const names = jobNames(files);
  const jobs = hosts.map((one, i): PlacedJob => ({
    name: names[i] ?? "",
    hosts: one.hosts,
  }));
  return {
    byRate,
    jobs: hosts.map((one, i) => ({
      name: names[i] ?? "",
      file: files[i] ?? "",
      ranks: one.hosts.length,
      portsLeftOut: one.leftOut.map((port) => endportName(fabric, port)),
      unreachable: auditUnicast(fabric, tables, {
        endports: one.hosts.toSorted((a, b) => a - b),
        examples: 0,
      }).unreachable.count,
    })),
    sharedPorts: sharedBy(jobs).map((port) => endportName(fabric, port)),
    disturbances: disturbances(fabric, tables, jobs, patterns, byRate, onStage),
  };
}

function sharedBy(jobs: readonly PlacedJob[]): EndportIx[] {
  const seen = new Set<EndportIx>();
  const shared = new Set<EndportIx>();
  for (const { hosts } of jobs)
    for (const port of hosts) {
      if (seen.has(port)) shared.add(port);
      seen.add(port);
    }
  return [...shared];
}
