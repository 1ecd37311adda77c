import {
  channelDependencies,
  findCycle,
  hopsTo,
  PathWalker,
  UNREACHABLE,
  vertexName,
  type WalkEnd,
} from "@fabriclab/paths";
import type { Lid, EndportIx, SwitchIx } from "@fabriclab/units";
import type { Finding } from "./check.ts";
import { hostsOf, nameOf, type CompiledCase } from "./compile.ts";
import { portName } from "./fabric-copy.ts";

/** Looks for one kind of fault in a compiled routing. */
export type Search = (made: CompiledCase) => Finding | undefined;

const meaning: Record<Exclude<WalkEnd, "delivered">, string> = {
  loop: "goes round for ever",
  "no-path": "ends at a switch that has no entry for it",
  "dead-port": "is sent out of a port that does not exist or has no cable",
  "wrong-endport": "arrives at somebody else",
  "no-lane": "is discarded by an SL2VL entry of 15",
  unattached: "has no owner or no cable",
};

export function badWalk(
  { fabric, lids, tables }: CompiledCase,
  ends: readonly WalkEnd[],
): Finding | undefined {
  const walker = new PathWalker(fabric, tables);
  for (const source of hostsOf(fabric, lids))
    for (let lid = 1; lid <= lids.topLid; lid++) {
      const owner = lids.owner[lid] ?? -1;
      if (owner < 0 || owner === source) continue;
      const sl =
        tables.pathLid(source, owner as EndportIx) === lid
          ? tables.pathSl(source, owner as EndportIx)
          : 0;
      const end = walker.walk(source, lid as Lid, sl);
      if (end === "delivered" || !ends.includes(end)) continue;
      const last = walker.channels[walker.length - 1] ?? 0;
      return {
        what: `a packet from ${nameOf(fabric, source)} for LID ${lid} (${nameOf(fabric, owner)}) ${meaning[end]}`,
        where: `${fabric.name}, after ${portName(fabric, last)}`,
        todo: "follow the packet by hand from there: candidates(switch, LID) is wrong at the next switch",
      };
    }
  return undefined;
}

export function badPort({
  fabric,
  lids,
  rule,
  tables,
}: CompiledCase): Finding | undefined {
  const out = new Uint8Array(255);
  for (let sw = 0; sw < fabric.switchCount; sw++)
    for (let lid = 1; lid <= lids.topLid; lid++) {
      const owner = lids.owner[lid] ?? -1;
      if (owner < 0 || owner === sw) continue;
      const entry = tables.lft[sw]?.[lid] ?? 255;
      const count =
        rule === undefined
          ? Number(entry !== 255)
          : rule.candidates(sw as SwitchIx, lid as Lid, out);
      if (rule === undefined) out[0] = entry;
      for (let i = 0; i < count; i++) {
        const num = out[i] ?? 0;
        const start = fabric.portStart[sw] ?? 0;
        const exists =
          num >= 1 && start + num - 1 < (fabric.portStart[sw + 1] ?? 0);
        if (exists && (fabric.portPeer[start + num - 1] ?? -1) >= 0) continue;
        return {
          what: `LID ${lid} (${nameOf(fabric, owner)}) is sent to port ${num}, which ${exists ? "has no cable" : "does not exist"}`,
          where: `${fabric.name}, ${fabric.nodeName[sw] ?? ""}`,
          todo: "offer ports from 1 to the switch's number of ports, and only those with portPeer >= 0",
        };
      }
    }
  return undefined;
}

export function longPath({
  fabric,
  lids,
  tables,
}: CompiledCase): Finding | undefined {
  const walker = new PathWalker(fabric, tables);
  const hosts = hostsOf(fabric, lids);
  for (const destination of hosts) {
    const to = fabric.attachment(destination)?.sw;
    if (to === undefined) continue;
    const hops = hopsTo(fabric, to);
    for (const source of hosts) {
      if (source === destination) continue;
      if (
        walker.walk(
          source,
          tables.pathLid(source, destination),
          tables.pathSl(source, destination),
        ) !== "delivered"
      )
        continue;
      const shortest = hops[fabric.attachment(source)?.sw ?? 0] ?? UNREACHABLE;
      // Channels: the host's own, those between switches, and the last.
      if (walker.length - 2 <= shortest) continue;
      return {
        what: `the path from ${nameOf(fabric, source)} to ${nameOf(fabric, destination)} crosses ${walker.length - 1} switches where ${shortest + 1} would do`,
        where: fabric.name,
        todo: "claim minimal: false, or choose a neighbour that is nearer at every step",
      };
    }
  }
  return undefined;
}

export function severalCandidates({
  fabric,
  lids,
  rule,
}: CompiledCase): Finding | undefined {
  if (rule === undefined) return undefined;
  const out = new Uint8Array(255);
  for (let sw = 0; sw < fabric.switchCount; sw++)
    for (let lid = 1; lid <= lids.topLid; lid++) {
      const owner = lids.owner[lid] ?? -1;
      if (owner < 0 || owner === sw) continue;
      const count = rule.candidates(sw as SwitchIx, lid as Lid, out);
      if (count > 1)
        return {
          what: `${count} candidates for LID ${lid} (${nameOf(fabric, owner)})`,
          where: `${fabric.name}, ${fabric.nodeName[sw] ?? ""}`,
          todo: "claim adaptive: true, or offer the best one only",
        };
    }
  return undefined;
}

export function foreignPathLid({
  fabric,
  lids,
  tables,
}: CompiledCase): Finding | undefined {
  const hosts = hostsOf(fabric, lids);
  for (const source of hosts)
    for (const destination of hosts) {
      const lid = tables.pathLid(source, destination);
      if (lids.owner[lid] === destination) continue;
      return {
        what: `${nameOf(fabric, source)} uses LID ${lid} for ${nameOf(fabric, destination)}, whose LIDs are ${lids.baseLid[destination]} and up, LMC ${lids.lmc[destination]}`,
        where: fabric.name,
        todo: "add to the base LID less than 2^LMC, or refuse the addressing",
      };
    }
  return undefined;
}

export function badLanes(
  { fabric, lids, tables }: CompiledCase,
  most: number,
): Finding | undefined {
  if (
    !Number.isInteger(tables.lanes) ||
    tables.lanes < 1 ||
    tables.lanes > most
  )
    return {
      what: `the tables need ${tables.lanes} lanes`,
      where: fabric.name,
      todo: `the claim allows ${most}; raise it, or use fewer`,
    };
  for (const source of hostsOf(fabric, lids))
    for (const destination of hostsOf(fabric, lids)) {
      const sl = tables.pathSl(source, destination);
      if (Number.isInteger(sl) && sl >= 0 && sl <= 15) continue;
      return {
        what: `SL ${sl} from ${nameOf(fabric, source)} to ${nameOf(fabric, destination)}`,
        where: fabric.name,
        todo: "service levels are 0 to 15",
      };
    }
  return undefined;
}

export function creditLoop(made: CompiledCase): Finding | undefined {
  const { fabric, tables } = made;
  // The circle of a packet that never arrives is found by the other checks.
  if (badWalk(made, ["loop"]) !== undefined) return undefined;
  const graph = channelDependencies(fabric, tables);
  const cycle = findCycle(graph);
  if (cycle === undefined) return undefined;
  return {
    what: `${cycle.length} channels wait for each other in a circle: ${cycle.map((vertex) => vertexName(fabric, graph, vertex)).join(" -> ")}`,
    where: fabric.name,
    todo: "break the circle by a service level, forbid one of its turns, or claim deadlockFree: false",
  };
}

export function difference(
  a: CompiledCase,
  b: CompiledCase,
): Finding | undefined {
  const todo =
    "leave out whatever differs between two calls: a shared array, the order of a Set filled elsewhere, chance without a seed";
  const { fabric } = a;
  for (const [sw, table] of a.tables.lft.entries())
    for (const [lid, port] of table.entries())
      if (b.tables.lft[sw]?.[lid] !== port)
        return {
          what: `LID ${lid} leaves by port ${port} once and by port ${b.tables.lft[sw]?.[lid]} again`,
          where: `${fabric.name}, ${fabric.nodeName[sw] ?? ""}`,
          todo,
        };
  const hosts = hostsOf(fabric, a.lids);
  for (const source of hosts)
    for (const destination of hosts)
      if (
        a.tables.pathLid(source, destination) !==
          b.tables.pathLid(source, destination) ||
        a.tables.pathSl(source, destination) !==
          b.tables.pathSl(source, destination)
      )
        return {
          what: `the path from ${nameOf(fabric, source)} to ${nameOf(fabric, destination)} has two LIDs or SLs`,
          where: fabric.name,
          todo,
        };
  return undefined;
}

/** Pairs that the fabric still joins and the tables do not. */
export function unreached(made: CompiledCase): Finding | undefined {
  const { fabric, lids, tables } = made;
  const walker = new PathWalker(fabric, tables);
  for (const destination of hostsOf(fabric, lids)) {
    const hops = hopsTo(
      fabric,
      fabric.attachment(destination)?.sw ?? (0 as SwitchIx),
    );
    for (const source of hostsOf(fabric, lids)) {
      if (
        source === destination ||
        hops[fabric.attachment(source)?.sw ?? 0] === UNREACHABLE
      )
        continue;
      if (
        walker.walk(
          source,
          tables.pathLid(source, destination),
          tables.pathSl(source, destination),
        ) === "delivered"
      )
        continue;
      return {
        what: `${nameOf(fabric, source)} does not reach ${nameOf(fabric, destination)} although cables join them`,
        where: fabric.name,
        todo: "",
      };
    }
  }
  return undefined;
}
