import {
  roleOf,
  type LanePlan,
  type Remedy,
} from "@fabriclab/analysis-deadlock";
import { endportName, type Fabric } from "@fabriclab/spec";
import { formatGuid, type EndportIx } from "@fabriclab/units";
import { mlidName } from "../naming/names.ts";
import type { CreditLoopReport } from "./report.ts";

type RemedyReport = CreditLoopReport["remedies"][number];

/** Pairs of a VL that a report lists; the schema says what becomes of more. */
const LISTED = 100_000;

/**
 * A remedy as it is reported: names instead of indexes, and all that is needed to apply it.
 *
 * @param endports whose traffic was looked at
 */
export function remedyReport(
  fabric: Fabric,
  remedy: Remedy,
  endports: readonly EndportIx[],
): RemedyReport {
  const { kind, text, pairsLost, rolePairs, roots, plan } = remedy;
  return {
    kind,
    what: text,
    pairsLost,
    ...(remedy.endports === undefined
      ? {}
      : { endports: namesOf(fabric, remedy.endports) }),
    ...(rolePairs === undefined
      ? {}
      : {
          rolePairs: rolePairs.map(({ from, to }) => ({ from, to })),
          roles: rolesOf(fabric, rolePairs, endports),
        }),
    ...(roots === undefined
      ? {}
      : {
          roots: roots.map((sw) => fabric.nodeName[sw] ?? ""),
          rootGuids: roots.map((sw) => formatGuid(fabric.nodeGuid[sw] ?? 0n)),
        }),
    ...(remedy.lanes === undefined ? {} : { lanes: remedy.lanes }),
    ...(plan === undefined
      ? {}
      : { plan: plan.map((part) => planReport(fabric, part)) }),
    ...(remedy.pairsMoved === undefined
      ? {}
      : { pairsMoved: remedy.pairsMoved }),
    ...(remedy.engine === undefined ? {} : { engine: remedy.engine }),
  };
}

const namesOf = (fabric: Fabric, endports: readonly EndportIx[]): string[] =>
  endports.map((one) => endportName(fabric, one));

function rolesOf(
  fabric: Fabric,
  rolePairs: NonNullable<Remedy["rolePairs"]>,
  endports: readonly EndportIx[],
): Record<string, string[]> {
  const role = roleOf(fabric);
  const named = new Set(rolePairs.flatMap(({ from, to }) => [from, to]));
  const members: Record<string, string[]> = {};
  for (const endport of endports) {
    const own = role(endport);
    if (named.has(own))
      (members[own] ??= []).push(endportName(fabric, endport));
  }
  return members;
}

function planReport(
  fabric: Fabric,
  { sl, vl, mlids, pairs, pairsOn }: LanePlan,
): NonNullable<RemedyReport["plan"]>[number] {
  const destinationsBySource: Record<string, string[]> = {};
  const isListed = pairs !== undefined && pairs <= LISTED;
  for (const pair of isListed ? (pairsOn?.() ?? []) : [])
    (destinationsBySource[endportName(fabric, pair.source)] ??= []).push(
      endportName(fabric, pair.destination),
    );
  return {
    sl,
    vl,
    ...(mlids === undefined ? {} : { mlids: mlids.map(mlidName) }),
    ...(pairs === undefined ? {} : { pairs }),
    ...(isListed ? { destinationsBySource } : {}),
  };
}
