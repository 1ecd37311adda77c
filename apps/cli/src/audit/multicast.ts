import type {
  MulticastAudit,
  UnsentMlid,
} from "@fabriclab/analysis-reachability";
import { endportName, type Fabric, type MulticastGroup } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { channelName, mlidName, nodeName } from "../naming/names.ts";
import type { MulticastReport } from "./report.ts";

interface Place {
  readonly node: number;
  readonly ports: readonly number[];
}

/** Cases of a kind that a report names. */
const EXAMPLES = 3;

/** One entry for each group and the MLIDs that it is sent by, over all sources; then those that nobody sends to. */
export function multicastReports(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
  audits: readonly MulticastAudit[],
  unsent: readonly UnsentMlid[] = [],
): MulticastReport[] {
  const members = new Map(groups.map((group) => [group.id, group.members]));
  const together = new Map<string, MulticastAudit[]>();
  for (const audit of audits) {
    const key = `${audit.group} ${audit.mlids.join(" ")}`;
    const known = together.get(key);
    if (known === undefined) together.set(key, [audit]);
    else known.push(audit);
  }
  const sent = [...together.values()].map((some) => {
    const { mlid, group, ...rest } = reportOf(fabric, some);
    const [first] = some;
    // Of an MLID that no group names every sender is a member.
    const joined =
      first?.assumed === true
        ? first.members + 1
        : new Set(members.get(first?.group ?? -1)).size;
    return { mlid, group, members: joined, ...rest };
  });
  const audited = new Set(
    audits.flatMap(({ assumed, mlids }) => (assumed ? mlids : [])),
  );
  const silent = unsent
    .filter(({ mlid }) => mlid === undefined || !audited.has(mlid))
    .map(({ mlid, name, members: joined, finding }) => {
      const id = mlid === undefined ? "" : mlidName(mlid);
      const { sources, ...rest } = reportOf(fabric, []);
      const who = { mlid: id, group: name, members: joined.length, sources };
      return { ...rest, ...who, finding };
    });
  return [...sent, ...silent];
}

function reportOf(
  fabric: Fabric,
  audits: readonly MulticastAudit[],
): Omit<MulticastReport, "members"> {
  const name = (endport: EndportIx): string => endportName(fabric, endport);
  const kind = <T, R>(
    of: (audit: MulticastAudit) => readonly T[],
    say: (one: T, source: string) => R,
  ): { count: number; examples: R[] } => ({
    count: audits.reduce((sum, audit) => sum + of(audit).length, 0),
    examples: audits
      .flatMap((audit) =>
        of(audit)
          .slice(0, EXAMPLES)
          .map((one) => say(one, name(audit.source))),
      )
      .slice(0, EXAMPLES),
  });
  const place = (at: Place | undefined): string =>
    at === undefined
      ? ""
      : `${nodeName(fabric, at.node)}, ports ${at.ports.join(" and ")}`;
  const [first] = audits;
  const costliest = audits.reduce<MulticastAudit | undefined>(
    (most, audit) =>
      most === undefined || audit.crossings > most.crossings ? audit : most,
    undefined,
  );
  const closed = new Set(
    audits.flatMap(({ discards }) =>
      discards.map(({ node, port }) => `${nodeName(fabric, node)}:${port}`),
    ),
  );
  return {
    mlid: first?.mlids.map(mlidName).join(" ") ?? "",
    group: first?.name ?? "",
    sources: audits.length,
    finding: first?.assumed === true ? "no-senders" : null,
    uncabled: kind(({ uncabled, source }) => (uncabled ? [source] : []), name),
    missing: kind(
      ({ missing }) => missing,
      (member, source) => ({ source, member: name(member) }),
    ),
    endless: kind(
      ({ endless }) => endless,
      (member, source) => ({ source, member: name(member) }),
    ),
    duplicated: kind(
      ({ duplicated }) => duplicated,
      ({ member, copies, parting, meeting }, source) => ({
        source,
        member: name(member),
        copies,
        partsAt: place(parting),
        meetsAt: place(meeting),
      }),
    ),
    strangers: kind(
      ({ strangers }) => strangers,
      (stranger, source) => ({ source, stranger: name(stranger) }),
    ),
    returned: kind(({ returned, source }) => (returned ? [source] : []), name),
    loops: cycles(fabric, audits),
    deadCopies: audits.reduce((sum, { dead }) => sum + dead, 0),
    discards: {
      count: closed.size,
      examples: [...closed].slice(0, EXAMPLES),
    },
    depth: audits.reduce((most, { depth }) => Math.max(most, depth), 0),
    crossings: {
      max: costliest?.crossings ?? 0,
      mean:
        audits.reduce((sum, { crossings }) => sum + crossings, 0) /
        Math.max(1, audits.length),
      bound: costliest?.bound.crossings ?? 0,
      kind: costliest?.bound.kind ?? "steiner-lower-bound",
      known: costliest?.bound.known ?? null,
    },
  };
}

/** Cycles, each once however many senders' copies go round it. */
function cycles(
  fabric: Fabric,
  audits: readonly MulticastAudit[],
): MulticastReport["loops"] {
  const found = new Map<string, MulticastReport["loops"]["examples"][number]>();
  let count = 0;
  for (const { loop, loopMlid, source } of audits) {
    if (loop === undefined || loopMlid === undefined) continue;
    count += 1;
    const key = [loopMlid, ...loop.toSorted((a, b) => a - b)].join(" ");
    const known = found.get(key);
    found.set(
      key,
      known === undefined
        ? {
            mlid: mlidName(loopMlid),
            source: endportName(fabric, source),
            senders: 1,
            channels: loop.map((channel) => channelName(fabric, channel)),
          }
        : { ...known, senders: known.senders + 1 },
    );
  }
  return { count, examples: [...found.values()].slice(0, EXAMPLES) };
}
