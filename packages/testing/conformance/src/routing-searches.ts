import type { FailedPair } from "@fabriclab/analysis-reachability";
import { hopsTo, UNREACHABLE, type WalkEnd } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import {
  MANAGEMENT_VL,
  type EndportIx,
  type Lid,
  type SwitchIx,
} from "@fabriclab/units";
import { auditOfPairs, auditsOfLids } from "./audited.ts";
import type { Finding } from "./check.ts";
import { hostsOf, nameOf, type CompiledCase } from "./compile.ts";
import { loopOf } from "./credit-loop.ts";

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

/** The first packet from a host, for any LID, that the auditor sees end in one of these ways. */
export function badWalk(
  made: CompiledCase,
  ends: readonly WalkEnd[],
): Finding | undefined {
  const { fabric } = made;
  for (const { unreachable, forwardingLoops } of auditsOfLids(made)) {
    const pair = unreachable.examples.find(
      ({ source, end }) => source >= fabric.switchCount && ends.includes(end),
    );
    if (pair === undefined || pair.end === "delivered") continue;
    const round = forwardingLoops.find(({ lid }) => lid === pair.lid);
    const over =
      pair.end === "loop" && round !== undefined
        ? `: ${[...round.switches, ...round.switches.slice(0, 1)].map((sw) => fabric.nodeName[sw]).join(" -> ")}`
        : "";
    return {
      what: `a packet from ${nameOf(fabric, pair.source)} for LID ${pair.lid} (${nameOf(fabric, pair.destination)}) ${meaning[pair.end]}${over}`,
      where: `${fabric.name}, ${placeOf(pair)}`,
      todo: "follow the packet by hand from its source: candidates(switch, LID) is wrong at that switch or before it",
    };
  }
  return undefined;
}

function placeOf({ at, end }: FailedPair): string {
  return `at ${at.name}, ${end === "no-path" ? "which has no entry" : `port ${at.port}`}`;
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

export function longPath(made: CompiledCase): Finding | undefined {
  const { fabric } = made;
  const [pair] = auditOfPairs(made).nonMinimal.examples;
  return pair === undefined
    ? undefined
    : {
        what: `the path from ${nameOf(fabric, pair.source)} to ${nameOf(fabric, pair.destination)} crosses ${pair.hops} switches where ${pair.shortest} would do`,
        where: fabric.name,
        todo: "claim minimal: false, or choose a neighbour that is nearer at every step",
      };
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
  for (const table of [...new Set(tables.sl2vl ?? []), tables.hostSl2vl ?? []])
    for (const vl of table)
      if (vl !== MANAGEMENT_VL && vl >= tables.lanes)
        return {
          what: `an SL2VL entry names VL ${vl} of ${tables.lanes}`,
          where: fabric.name,
          todo: "raise `lanes`, or map to a lane that there is",
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
  // The cycle of a packet that never arrives is found by the other checks.
  if (badWalk(made, ["loop"]) !== undefined) return undefined;
  return loopOf(
    made,
    "break the cycle by a service level, forbid one of its turns, or claim deadlockFree: false",
  );
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
  const { fabric } = made;
  const { unreachable, disconnected } = auditOfPairs(made);
  if (unreachable.count === disconnected) return undefined;
  const pair = unreachable.examples.find(({ source, destination }) =>
    joined(fabric, source, destination),
  );
  return pair === undefined
    ? undefined
    : {
        what: `${nameOf(fabric, pair.source)} does not reach ${nameOf(fabric, pair.destination)} although cables join them: the packet ${meaning[pair.end === "delivered" ? "no-path" : pair.end]}`,
        where: `${fabric.name}, ${placeOf(pair)}`,
        todo: "",
      };
}

function joined(fabric: Fabric, a: EndportIx, b: EndportIx): boolean {
  const [from, to] = [fabric.attachment(a)?.sw, fabric.attachment(b)?.sw];
  return (
    from !== undefined &&
    to !== undefined &&
    hopsTo(fabric, to)[from] !== UNREACHABLE
  );
}
