import type { Cause, Mend, WrongEntry } from "@fabriclab/analysis-reachability";
import { endportName, type Fabric } from "@fabriclab/spec";
import { formatGuid, NO_PORT } from "@fabriclab/units";
import { nodeName } from "../naming/names.ts";
import { listed, many } from "../naming/words.ts";
import type { MendReport, UnreachableCause } from "./report-causes.ts";

/** LIDs that a sentence names. */
const NAMED = 3;
/** Groups of LIDs for which it says what would be right. */
const GROUPS = 2;

/** A cause with names instead of indexes, and as a sentence. */
export function causeReport(fabric: Fabric, cause: Cause): UnreachableCause {
  const { fault, node, port, pairs, lids } = cause;
  const entries = cause.entries.map((entry) => entryReport(fabric, entry));
  const at = node < 0 ? null : nodeName(fabric, node);
  const leadsTo = nodeBehind(fabric, node, port);
  return {
    fault,
    what: sentence(fabric, cause, { at, leadsTo, entries }),
    pairs,
    lids,
    switch: at,
    guid: node < 0 ? null : formatGuid(fabric.nodeGuid[node] ?? 0n),
    port: node < 0 || port === NO_PORT ? null : port,
    leadsTo,
    entries,
  };
}

const entryReport = (
  fabric: Fabric,
  { lid, owner, pairs, mend, cycle }: WrongEntry,
): UnreachableCause["entries"][number] => ({
  lid,
  owner: endportName(fabric, owner),
  pairs,
  cycle: (cycle?.switches ?? []).map((sw) => nodeName(fabric, sw)),
  others: (cycle?.others ?? []).map((sw) => nodeName(fabric, sw)),
  mend: mend === undefined ? null : mendReport(fabric, mend),
});

/** Ports that would be right, with a name. */
export const mendReport = (
  fabric: Fabric,
  { ports, node, arrives, switches }: Mend,
): MendReport => ({
  ports: [...ports],
  to: nodeName(fabric, node),
  arrives,
  switches,
});

/** The node at the other end of a port; port 0 is the switch's own. */
function nodeBehind(fabric: Fabric, node: number, port: number): string | null {
  if (node < 0 || port === NO_PORT) return null;
  if (port === 0) return nodeName(fabric, node);
  const at = (fabric.portStart[node] ?? 0) + port - 1;
  const peer =
    at < (fabric.portStart[node + 1] ?? 0) ? (fabric.portPeer[at] ?? -1) : -1;
  return peer < 0 ? null : nodeName(fabric, fabric.portNode[peer] ?? 0);
}

/** `SW<00,1>, LID 17 (P(010)) -> port 3, which has no cable`: what an engineer looks up in the switch. */
function sentence(
  fabric: Fabric,
  { fault, node, port, lids }: Cause,
  {
    at,
    leadsTo,
    entries,
  }: Pick<UnreachableCause, "leadsTo" | "entries"> & {
    readonly at: string | null;
  },
): string {
  const named = entries
    .slice(0, NAMED)
    .map(({ lid, owner }) => `${lid} (${owner})`);
  const of =
    lids === 1
      ? `LID ${named.join("")}`
      : `${many(lids, "LID")}: ${listed(named, lids)}`;
  const entry = `${at ?? ""}, ${of}`;
  const first = entries[0];
  switch (fault) {
    case "no-entry":
      return `${entry}: no entry`;
    case "no-such-port":
      return `${entry} -> port ${port}, which the switch does not have: it has ${(fabric.portStart[node + 1] ?? 0) - (fabric.portStart[node] ?? 0)}`;
    case "not-cabled":
      return `${entry} -> port ${port}, which has no cable`;
    case "wrong-endport":
      return `${entry} -> port ${port}, ${port === 0 ? "the switch itself" : `${leadsTo ?? ""}'s`}`;
    case "loop":
      return `${entry} -> port ${port}, away from there and round ${cycleText(first?.cycle ?? [])}${(first?.others.length ?? 0) === 0 ? "" : `; or the entry of ${(first?.others ?? []).slice(0, NAMED).join(" or ")} is the wrong one`}`;
    case "no-lane":
      return `${at ?? ""}${port === NO_PORT ? "" : `:${port}`}, ${of}: SL2VL discards the packets (VL 15)`;
    case "other-lid":
      return "sources use LIDs that are not the destination's";
    case "unattached":
      return "sources without a cable, or LIDs that nobody owns";
    case "disconnected":
      return "no cables join source and destination";
  }
}

const cycleText = (switches: readonly string[]): string =>
  [...switches, ...switches.slice(0, 1)].join(" -> ");

/**
 * By which ports packets would arrive, as far as the cables and the other entries tell: `by port 2, to SW<00,1>`, with the LIDs where they differ;
 * undefined where nothing is told.
 */
export function mendText({
  entries,
  lids,
}: UnreachableCause): string | undefined {
  const byText = new Map<string, number[]>();
  for (const { lid, mend } of entries) {
    if (mend === null) continue;
    const text = oneMend(mend);
    const known = byText.get(text);
    if (known === undefined) byText.set(text, [lid]);
    else known.push(lid);
  }
  const groups = [...byText].sort(([, a], [, b]) => b.length - a.length);
  const [first] = groups;
  if (first === undefined) return undefined;
  if (first[1].length === entries.length)
    return entries.length === lids
      ? first[0]
      : `${first[0]}, for the first ${entries.length} of them`;
  const others = groups.length - GROUPS;
  return [
    ...groups
      .slice(0, GROUPS)
      .map(
        ([text, of]) =>
          `${text}, for LID ${listed(of.slice(0, NAMED).map(String), of.length)}`,
      ),
    ...(others > 0
      ? [`by others for ${many(others, "further group")} of LIDs`]
      : []),
  ].join("; ");
}

/** Ports that are named one by one. */
const PORTS = 4;

/** The same of one entry. */
export function oneMend({ ports, to, arrives }: MendReport): string {
  const [first = "", ...others] = ports.slice(0, PORTS).map(String);
  if (ports.length > PORTS) others.push(`${ports.length - PORTS} more`);
  const last = others.pop();
  const text =
    last === undefined
      ? `by port ${first}, to ${to}`
      : `${[`by port ${first} (to ${to})`, ...others].join(", ")} or ${last}`;
  return arrives ? text : `${text}, were further entries mended, too`;
}
