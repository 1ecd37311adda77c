import {
  auditMulticast,
  type Duplicate,
  type MulticastAudit,
} from "@fabriclab/analysis-reachability";
import {
  FabricError,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
  type TablesContext,
} from "@fabriclab/spec";
import {
  MULTICAST_LID_MAX,
  MULTICAST_LID_MIN,
  type EndportIx,
} from "@fabriclab/units";
import type { Finding } from "./check.ts";
import { nameOf } from "./compile.ts";
import { portName } from "./fabric-copy.ts";

/** Everybody, halves, thirds with senders from outside, a pair. */
export function groupsFor(
  fabric: Fabric,
  hosts: readonly EndportIx[],
): MulticastGroup[] {
  const every = (n: number, from = 0): EndportIx[] =>
    hosts.filter((_, i) => i % n === from);
  const sets: [string, readonly EndportIx[], readonly EndportIx[]][] = [
    ["everybody", hosts, hosts],
    ["every other", every(2), every(2)],
    ["every third, from outside", every(3), every(3, 1)],
    [
      "the ends",
      [hosts[0], hosts.at(-1)].filter((host) => host !== undefined),
      hosts.slice(0, 1),
    ],
    [
      "the first half",
      hosts.slice(0, Math.ceil(hosts.length / 2)),
      hosts.slice(-2),
    ],
  ];
  return sets
    .filter(
      ([, members, sources]) => new Set(members).size > 1 && sources.length > 0,
    )
    .map(([name, members, sources], id) => ({
      id,
      name: `${name} of ${fabric.name}`,
      members,
      sources,
    }));
}

/** The first message in which the auditor sees what is looked for: one packet for each MLID that the source has for the group. */
function firstAudit(
  tables: MulticastTables,
  { fabric }: TablesContext,
  search: (audit: MulticastAudit) => Omit<Finding, "where"> | undefined,
): Finding | undefined {
  for (const audit of auditMulticast(fabric, { multicast: tables })) {
    const finding = search(audit);
    if (finding === undefined) continue;
    const mlids = audit.mlids.map((mlid) => `0x${mlid.toString(16)}`);
    return {
      ...finding,
      where: `${fabric.name}, ${nameOf(fabric, audit.source)} to group ${audit.name} by MLID ${mlids.join(", ")}`,
    };
  }
  return undefined;
}

export function circling(
  tables: MulticastTables,
  context: TablesContext,
): Finding | undefined {
  return firstAudit(tables, context, ({ loop }) =>
    loop === undefined
      ? undefined
      : {
          what: `copies circulate over ${loop.map((channel) => portName(context.fabric, channel)).join(", ")}`,
          todo: "a switch must not be reached by two ways of one tree: leave one of the ports out",
        },
  );
}

/** Members without a copy or with several. */
export function wrongCopies(
  tables: MulticastTables,
  context: TablesContext,
): Finding | undefined {
  const { fabric } = context;
  return firstAudit(tables, context, ({ missing, duplicated, loop }) => {
    if (loop !== undefined) return undefined;
    const [lost] = missing;
    if (lost !== undefined)
      return {
        what: `${nameOf(fabric, lost)} gets 0 copies`,
        todo: "set the ports on the way to it",
      };
    const [twice] = duplicated;
    return twice === undefined
      ? undefined
      : {
          what: `${nameOf(fabric, twice.member)} gets ${twice.copies} copies${partingText(twice)}`,
          todo: "let one way only lead to it: an MFT has no entry per source or ingress port",
        };
  });
}

function partingText({ parting }: Duplicate): string {
  return parting === undefined
    ? ""
    : `, which part at ${parting.name} by the ports ${parting.ports.join(" and ")}`;
}

/** Copies to others than members. @param strict senders that are no members count as others, too */
export function stray(
  tables: MulticastTables,
  context: TablesContext,
  strict: boolean,
): Finding | undefined {
  const { fabric, groups } = context;
  return firstAudit(tables, context, ({ group, source, strangers, loop }) => {
    if (loop !== undefined) return undefined;
    const senders = groups.find(({ id }) => id === group)?.sources ?? [];
    const stranger = strangers.find(
      (endport) => strict || endport === source || !senders.includes(endport),
    );
    return stranger === undefined
      ? undefined
      : {
          what: `${nameOf(fabric, stranger)} gets a copy and is no receiver`,
          todo: "set only ports that lead to members; if senders get ports too, claim exactlyOnce: false",
        };
  });
}

export function dying(
  tables: MulticastTables,
  context: TablesContext,
): Finding | undefined {
  return firstAudit(tables, context, ({ dead, loop }) =>
    loop !== undefined || dead === 0
      ? undefined
      : {
          what: `${dead} copies end at a switch that sends them nowhere, or at a port without a cable`,
          todo: "set ports on the way to members only",
        },
  );
}

export function badPlan(
  tables: MulticastTables,
  { fabric, groups }: TablesContext,
): Finding | undefined {
  const where = fabric.name;
  const last = MULTICAST_LID_MIN + tables.firstMlid + tables.mlidCount - 1;
  if (last > MULTICAST_LID_MAX)
    return {
      what: `the last MLID is 0x${last.toString(16)}`,
      where,
      todo: "MLIDs end at 0xFFFE: refuse more groups",
    };
  if (
    tables.masks.length !==
    fabric.switchCount * tables.mlidCount * tables.words
  )
    return {
      what: `${tables.masks.length} words of masks`,
      where,
      todo: "switches x mlidCount x words, words = portMaskWords(fabric)",
    };
  if (tables.plan === "")
    return {
      what: "the plan has no name",
      where,
      todo: "say in a word what an MLID stands for",
    };
  for (const group of groups)
    for (const source of group.sources) {
      let mlids: readonly number[];
      try {
        mlids = tables.mlids(source, group.id);
      } catch (error) {
        if (!FabricError.is(error)) throw error;
        mlids = [];
      }
      const within = mlids.every(
        (mlid) => mlid >= MULTICAST_LID_MIN + tables.firstMlid && mlid <= last,
      );
      if (mlids.length > 0 && within) continue;
      return {
        what: `${nameOf(fabric, source)} has the MLIDs [${mlids.join(", ")}] for group ${group.name}`,
        where,
        todo: "give every declared source at least one, from firstMlid up to mlidCount",
      };
    }
  return undefined;
}
