import type { MulticastAudit } from "@fabriclab/analysis-reachability";
import { endportName, type Fabric, type MulticastGroup } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { channelName, mlidName, nodeName } from "./names.ts";
import type { MulticastReport } from "./report.ts";

/** Cases of a kind that a report names. */
const EXAMPLES = 3;

/** One entry for each group and the MLIDs that it is sent by, over all sources. */
export function multicastReports(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
  audits: readonly MulticastAudit[],
): MulticastReport[] {
  const members = new Map(groups.map((group) => [group.id, group.members]));
  const together = new Map<string, MulticastAudit[]>();
  for (const audit of audits) {
    const key = `${audit.group} ${audit.mlids.join(" ")}`;
    const known = together.get(key);
    if (known === undefined) together.set(key, [audit]);
    else known.push(audit);
  }
  return [...together.values()].map((some) => {
    const { mlid, group, ...rest } = reportOf(fabric, some);
    const joined = new Set(members.get(some[0]?.group ?? -1)).size;
    return { mlid, group, members: joined, ...rest };
  });
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
      ({ member, copies, parting }, source) => ({
        source,
        member: name(member),
        copies,
        partsAt:
          parting === undefined
            ? ""
            : `${nodeName(fabric, parting.node)}, ports ${parting.ports.join(" and ")}`,
      }),
    ),
    strangers: kind(
      ({ strangers }) => strangers,
      (stranger, source) => ({ source, stranger: name(stranger) }),
    ),
    returned: kind(({ returned, source }) => (returned ? [source] : []), name),
    loops: circles(fabric, audits),
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
      known: costliest?.bound.known ?? 0,
    },
  };
}

/** Circles, each once however many senders' copies go round it. */
function circles(
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
