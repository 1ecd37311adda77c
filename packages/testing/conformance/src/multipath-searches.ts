import { PathWalker } from "@fabriclab/paths";
import type { Fabric, ForwardingTables, TablesContext } from "@fabriclab/spec";
import { NO_PORT, type Lid } from "@fabriclab/units";
import type { Finding } from "./check.ts";
import { hostsOf, nameOf } from "./compile.ts";

/** LIDs whose entries are not the routing's default path, because a plan names paths by them. */
export function namedLids(
  { fabric, lids }: TablesContext,
  tables: ForwardingTables,
): ReadonlySet<number> {
  const named = new Set<number>();
  const { multipath } = tables;
  if (multipath === undefined) return named;
  for (const host of hostsOf(fabric, lids))
    for (let value = 0; value < 2 ** multipath.bits; value++)
      named.add(multipath.lid(host, value));
  return named;
}

/** A LID of the plan that is somebody else's, or a packet to it that does not arrive where the base LID's does. */
export function lostValue(
  tables: ForwardingTables,
  { fabric, lids }: TablesContext,
): Finding | undefined {
  const { multipath } = tables;
  if (multipath === undefined) return undefined;
  const hosts = hostsOf(fabric, lids);
  const walker = new PathWalker(fabric, tables);
  for (const destination of hosts) {
    const named = [
      multipath.adaptiveLid(destination),
      ...Array.from({ length: 2 ** multipath.bits }, (_, value) =>
        multipath.lid(destination, value),
      ),
    ];
    for (const [place, lid] of named.entries()) {
      const what = place === 0 ? "the adaptive LID" : `path bits ${place - 1}`;
      if (lids.owner[lid] !== destination)
        return {
          what: `${what} of ${nameOf(fabric, destination)} is LID ${lid}, whose owner is ${nameOf(fabric, lids.owner[lid] ?? -1)}`,
          where: fabric.name,
          todo: "name LIDs of the destination's own block",
        };
      for (const source of hosts) {
        const base = (lids.baseLid[destination] ?? 0) as Lid;
        if (walker.walk(source, base) !== "delivered") continue;
        const end = walker.walk(source, lid);
        if (end === "delivered") continue;
        return {
          what: `a packet from ${nameOf(fabric, source)} to ${nameOf(fabric, destination)} with ${what} (LID ${lid}) does not arrive: ${end}`,
          where: fabric.name,
          todo: "follow every (source, destination, bits) when tables are built, and mend those that do not arrive",
        };
      }
    }
  }
  return undefined;
}

/** A list of paths that has one twice, lacks one, or is out of order. */
export function wrongPaths(
  tables: ForwardingTables,
  { fabric, lids }: TablesContext,
): Finding | undefined {
  const { multipath } = tables;
  if (multipath === undefined) return undefined;
  const hosts = hostsOf(fabric, lids);
  const walker = new PathWalker(fabric, tables);
  for (const source of hosts)
    for (const destination of hosts) {
      if (source === destination) continue;
      const wayOf = (value: number): string | undefined =>
        walker.walk(source, multipath.lid(destination, value)) === "delivered"
          ? walker.channels.subarray(0, walker.length).join(" ")
          : undefined;
      const all = new Set(
        Array.from({ length: 2 ** multipath.bits }, (_, value) =>
          wayOf(value),
        ).filter((way) => way !== undefined),
      );
      const paths = multipath.paths(source, destination);
      const told = new Set(paths.map(({ value }) => wayOf(value)));
      const unsorted = paths.some(
        ({ hops }, i) => i > 0 && hops < (paths[i - 1]?.hops ?? 0),
      );
      const miscounted = paths.find(
        ({ value, hops }) =>
          (wayOf(value) ?? "").split(" ").length !== hops + 1,
      );
      if (
        told.size === paths.length &&
        told.size === all.size &&
        !unsorted &&
        miscounted === undefined
      )
        continue;
      return {
        what: `paths() tells ${paths.map(({ value, hops }) => `${value} (${hops} switches)`).join(", ")}, and packets take ${all.size} different paths`,
        where: `${fabric.name}, ${nameOf(fabric, source)} to ${nameOf(fabric, destination)}`,
        todo: "one value for each different path, with the switches that it crosses, fewest first",
      };
    }
  return undefined;
}

/** An adaptive LID whose ports lack the LFT's, or leave a packet only the way back. */
export function badChoice(
  tables: ForwardingTables,
  { fabric, lids }: TablesContext,
): Finding | undefined {
  const { multipath } = tables;
  if (multipath === undefined) return undefined;
  for (const destination of hostsOf(fabric, lids)) {
    const lid = multipath.adaptiveLid(destination);
    for (let sw = 0; sw < fabric.switchCount; sw++) {
      const port = tables.lft[sw]?.[lid] ?? NO_PORT;
      if (port === NO_PORT) continue;
      const offered = portsOf(tables, sw, lid);
      const where = `${fabric.name}, ${fabric.nodeName[sw] ?? ""} for ${nameOf(fabric, destination)}`;
      if (!offered.includes(port))
        return {
          what: `the ports of the adaptive LID ${lid} are ${offered.join(", ") || "none"}, without the LFT's ${port}`,
          where,
          todo: "put the LFT's port into every port set",
        };
      for (const num of offered) {
        const next = neighbour(fabric, sw, num);
        if (next === undefined)
          return {
            what: `the adaptive LID ${lid} offers port ${num}, which has no cable`,
            where,
            todo: "offer cabled ports only",
          };
        if (next.node >= fabric.switchCount) continue;
        if (portsOf(tables, next.node, lid).some((one) => one !== next.num))
          continue;
        return {
          what: `the adaptive LID ${lid} offers port ${num} to ${fabric.nodeName[next.node] ?? ""}, which can only send it back`,
          where,
          todo: "offer the first ports of paths that lead to the destination without coming back",
        };
      }
    }
  }
  return undefined;
}

function portsOf(
  { lft, portSets, portSetWords = 1 }: ForwardingTables,
  sw: number,
  lid: number,
): number[] {
  const sets = portSets?.[sw];
  if (sets === undefined) return [lft[sw]?.[lid] ?? NO_PORT];
  return Array.from({ length: 32 * portSetWords }, (_, num) => num).filter(
    (num) =>
      ((sets[lid * portSetWords + (num >> 5)] ?? 0) & (1 << (num & 31))) !== 0,
  );
}

function neighbour(
  fabric: Fabric,
  sw: number,
  num: number,
): { readonly node: number; readonly num: number } | undefined {
  const port = (fabric.portStart[sw] ?? 0) + num - 1;
  const peer =
    num >= 1 && port < (fabric.portStart[sw + 1] ?? 0)
      ? (fabric.portPeer[port] ?? -1)
      : -1;
  const node = fabric.portNode[peer] ?? -1;
  return peer < 0
    ? undefined
    : { node, num: peer - (fabric.portStart[node] ?? 0) + 1 };
}
