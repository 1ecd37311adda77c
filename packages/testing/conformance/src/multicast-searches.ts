import { flood } from "@fabriclab/paths";
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

/** Copies of all MLIDs that a source sends to, together. */
export function wrongCopies(
  tables: MulticastTables,
  { fabric, groups }: TablesContext,
): Finding | undefined {
  for (const group of groups)
    for (const source of group.sources) {
      const results = tables
        .mlids(source, group.id)
        .map((mlid) => flood(fabric, tables, source, mlid));
      if (results.some(({ loop }) => loop !== undefined)) continue;
      for (const member of group.members) {
        const copies = results.reduce(
          (sum, { deliveries }) => sum + (deliveries[member] ?? 0),
          0,
        );
        if (member === source || copies === 1) continue;
        return {
          what: `${nameOf(fabric, member)} gets ${copies} copies`,
          where: `${fabric.name}, ${nameOf(fabric, source)} to group ${group.name}`,
          todo:
            copies === 0
              ? "set the ports on the way to it"
              : "let one way only lead to it: an MFT has no entry per source or ingress port",
        };
      }
    }
  return undefined;
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
