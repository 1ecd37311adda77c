import type { StudyOptions } from "../reproduction.ts";
import { caseOf, type Case, type Multicast, type Topology } from "./case.ts";
import { SCHEME_NAMES, SCHEMES, type SchemeName } from "./schemes.ts";
import {
  isJudged,
  PARAMETERS,
  runOf,
  SENSITIVITY_DROPS,
  SENSITIVITY_LOAD,
  SENSITIVITY_SCHEMES,
  settingsOf,
} from "./settings.ts";

export const MIXES = [0.7, 0.3] as const;
export const ROOTS = [0, 1, 2] as const;
export const POLICIES = [1, 2, 3, 4] as const;
/** Schemes of the paper's multicast figure, in its order; the round-robin variant stands beside the first-come one. */
export const REPLICATIONS = [
  "unicast",
  "synchronous-fcfs",
  "synchronous-rr",
  "holding",
  "central",
] as const satisfies readonly Multicast[];
/** What the bandwidth policies are applied to. */
export const POLICY_REPLICATION = "central" satisfies Multicast;

/** Schemes of the paper's 30-node figure: it chooses LFU. The quick study has those of the claim. */
export const schemes30Of = ({ quick }: StudyOptions): readonly SchemeName[] =>
  quick
    ? ["spf", "lfu", "lfu-drop"]
    : ["updown", "spf", "spf-drop", "lfu", "lfu-drop"];

export const seedsOf = (options: StudyOptions): readonly number[] =>
  Array.from(
    { length: options.seeds ?? (options.quick ? 2 : 5) },
    (_, k) => k + 1,
  );

/** Frames per video stream, 30 a second. */
export const framesOf = ({ quick, frames }: StudyOptions): number =>
  frames ?? (quick ? 2 : 300);

const percent = (...values: readonly number[]): readonly number[] =>
  values.map((value) => value / 100);

/** Loads of the figures on 15 nodes. */
export const loadsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? percent(40, 60) : percent(10, 20, 30, 40, 50, 60, 70);
/** Loads on 30 nodes; the paper speaks of 20 and 28 %. */
export const loads30Of = ({ quick }: StudyOptions): readonly number[] =>
  quick ? percent(20, 28) : percent(4, 8, 12, 16, 20, 24, 28, 32);
/** Loads of the bars of bandwidth policies. */
export const policyLoadsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? percent(20, 60) : percent(20, 40, 60);
/** Loads of multicast. The quick study has a low one, too: at 60 % all its runs deadlock. */
export const multicastLoadsOf = (options: StudyOptions): readonly number[] =>
  options.quick ? percent(20, 60) : loadsOf(options);

/** Loads that Up/Down is run with. */
export const treeLoadsOf = (options: StudyOptions): readonly number[] =>
  options.quick ? percent(60) : loadsOf(options);

export const usesTree = (scheme: SchemeName): boolean =>
  scheme === "updown" || scheme === "autonet";

/** Loads that a mix is run with: the quick study has the second mix at one. */
export const mixLoadsOf = (
  options: StudyOptions,
  realTime: number,
): readonly number[] =>
  options.quick && realTime === 0.3 ? percent(60) : loadsOf(options);

/** Fabrics of 15 nodes by which claims on routing are judged: the first decides, the other stands beside it. */
export const viewsOf = ({ quick }: StudyOptions): readonly Topology[] =>
  quick ? ["random-15"] : ["random-15", "fig6like"];

/** Schemes of a mix that are run; the quick study leaves out Up/Down of the second mix. */
export const schemesOf = (
  { quick }: StudyOptions,
  realTime: number,
): readonly SchemeName[] =>
  quick && realTime === 0.3
    ? SCHEME_NAMES.filter((name) => !usesTree(name))
    : SCHEME_NAMES;

/** Loads of a scheme under a mix. */
export const loadsOfScheme = (
  options: StudyOptions,
  realTime: number,
  scheme: SchemeName,
): readonly number[] =>
  usesTree(scheme) ? treeLoadsOf(options) : mixLoadsOf(options, realTime);

/** A point of every root that a scheme is run with. */
export const rootsOf = (point: Case): readonly Case[] =>
  SCHEMES[point.scheme].routing === "updown"
    ? ROOTS.map((root) => ({ ...point, root }))
    : [point];

/** What decides C-004-8, with the ports of unreliable datagrams as `detours` says: the runs on 15 nodes are compared with those on 30. */
const detourCases = (detours: number): readonly Case[] => [
  caseOf({ topology: "random-30", scheme: "lfu", load: 0.2, detours }),
  caseOf({ topology: "random-30", scheme: "lfu", load: 0.28, detours }),
  caseOf({ topology: "random-30", scheme: "lfu-drop", load: 0.28, detours }),
  caseOf({ scheme: "lfu", load: 0.6, detours }),
  caseOf({ scheme: "lfu-drop", load: 0.6, detours }),
];

/** All cases, each once. */
export function casesOf(options: StudyOptions): Case[] {
  const cases: Case[] = [];
  for (const topology of viewsOf(options))
    for (const realTime of MIXES)
      for (const scheme of schemesOf(options, realTime))
        for (const load of loadsOfScheme(options, realTime, scheme))
          cases.push(...rootsOf(caseOf({ topology, realTime, scheme, load })));
  for (const scheme of schemes30Of(options))
    for (const load of loads30Of(options))
      cases.push(...rootsOf(caseOf({ topology: "random-30", scheme, load })));
  for (const multicast of REPLICATIONS)
    for (const load of multicastLoadsOf(options))
      cases.push(caseOf({ multicast, load }));
  for (const policy of POLICIES)
    for (const load of policyLoadsOf(options))
      cases.push(caseOf({ multicast: POLICY_REPLICATION, policy, load }));
  for (const parameter of PARAMETERS)
    for (const value of settingsOf(options, parameter))
      for (const scheme of isJudged(options, { parameter, value })
        ? SENSITIVITY_SCHEMES
        : SENSITIVITY_DROPS)
        cases.push(
          runOf(
            caseOf({ scheme, load: SENSITIVITY_LOAD, [parameter]: value }),
            parameter,
          ),
        );
  for (const detours of settingsOf(options, "detours"))
    cases.push(...detourCases(detours));
  const seen = new Set<string>();
  return cases.filter((point) => {
    const name = JSON.stringify(point);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
