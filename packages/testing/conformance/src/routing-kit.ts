import { withoutLinks } from "@fabriclab/fabric";
import {
  channelDependencies,
  findCycle,
  hopsTo,
  PathWalker,
  UNREACHABLE,
  vertexName,
  type WalkEnd,
} from "@fabriclab/paths";
import { FabricError, type Fabric, type RoutingPlugin } from "@fabriclab/spec";
import type { EndportIx, Lid, SwitchIx } from "@fabriclab/units";
import {
  check,
  refusalOf,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import {
  compileCase,
  hostsOf,
  nameOf,
  plainLids,
  type CompiledCase,
  type RoutingCase,
} from "./compile.ts";
import { documentChecks } from "./documented.ts";
import { portName, relabelled, switchLinks, watch } from "./fabric-copy.ts";
import { parseOptions } from "@fabriclab/spec";

/** What a routing is examined on. */
export interface RoutingSetup {
  /** Fabrics inside its claims; small ones with all their quirks beat large ones. */
  readonly cases: readonly RoutingCase[];
  /** Fabrics outside its claims; none for a routing that takes any. */
  readonly foreign?: readonly Fabric[];
}

/**
 * Registers the conformance tests of a routing.
 *
 * Totality, loops, ports, length, candidates, credit loops under its SLs, lanes, determinism, untouched fabric, relabelling, faults, foreign
 * fabrics, documents. Claims are checked both ways: one too bold fails, and so does one too modest for all cases.
 */
export function routingKit(
  plugin: RoutingPlugin,
  setup: RoutingSetup,
  runner: Runner,
): void {
  register(
    runner,
    `routing ${plugin.name} conforms`,
    routingChecks(plugin, setup),
  );
}

/** The checks of `routingKit`, for callers without a test runner. */
export function routingChecks(
  plugin: RoutingPlugin,
  setup: RoutingSetup,
): Check[] {
  const known = new Map<RoutingCase, CompiledCase>();
  const compiled = (given: RoutingCase): CompiledCase => {
    const before = known.get(given);
    if (before !== undefined) return before;
    const fresh = compileCase(plugin, given);
    known.set(given, fresh);
    return fresh;
  };
  const first = (
    search: (made: CompiledCase, given: RoutingCase) => Finding | undefined,
  ): Finding | undefined => {
    for (const given of setup.cases) {
      const finding = search(compiled(given), given);
      if (finding !== undefined) return finding;
    }
    return setup.cases.length > 0
      ? undefined
      : {
          what: "there are no cases",
          where: plugin.name,
          todo: "give the kit at least one fabric inside the claims",
        };
  };
  const { claims } = plugin;
  return [
    check("every LID is reached from every host", () =>
      first((made) =>
        badWalk(made, ["no-path", "wrong-endport", "no-lane", "unattached"]),
      ),
    ),
    check("no path loops", () => first((made) => badWalk(made, ["loop"]))),
    check("every port named exists and is cabled", () =>
      first((made) => badPort(made)),
    ),
    check(
      claims.minimal
        ? "every path is a shortest one, as claimed"
        : "some path is not a shortest one, as claimed",
      () =>
        claims.minimal
          ? first((made) => longPath(made))
          : modest(
              setup,
              compiled,
              longPath,
              "every path in every case is a shortest one",
              "claim minimal: true, or add a case where it is not",
            ),
    ),
    check(
      claims.adaptive
        ? "several candidates are offered, as claimed"
        : "one candidate at most is offered, as claimed",
      () =>
        claims.adaptive
          ? modest(
              setup,
              compiled,
              severalCandidates,
              "no case offers more than one candidate",
              "claim adaptive: false, or add a case that does",
            )
          : first((made) => severalCandidates(made)),
    ),
    check("path LIDs belong to the destination", () =>
      first((made) => foreignPathLid(made)),
    ),
    check("service levels and lanes are within the claim", () =>
      first((made) =>
        badLanes(
          made,
          claims.deadlockFree === false ? 15 : claims.deadlockFree.lanes,
        ),
      ),
    ),
    check(
      claims.deadlockFree === false
        ? "some case has a credit loop, as claimed"
        : "no case has a credit loop, as claimed",
      () =>
        claims.deadlockFree === false
          ? modest(
              setup,
              compiled,
              creditLoop,
              "no case has a credit loop",
              "claim deadlockFree: { lanes: … }, or add a case that has one",
            )
          : first((made) => creditLoop(made)),
    ),
    check("the same input gives the same tables", () =>
      first((made, given) => difference(made, compileCase(plugin, given))),
    ),
    check("the fabric is not written to", () => {
      for (const given of setup.cases) {
        const touched = watch(given.fabric);
        compileCase(plugin, given);
        const array = touched();
        if (array !== undefined)
          return {
            what: `${array} was changed`,
            where: given.fabric.name,
            todo: "copy what you change: a fabric is shared by everything",
          };
      }
      return undefined;
    }),
    check("the order in which nodes are listed does not matter", () => {
      for (const given of setup.cases) {
        const made = compileCase(plugin, {
          ...given,
          fabric: relabelled(given.fabric),
        });
        const finding =
          badWalk(made, [
            "no-path",
            "wrong-endport",
            "no-lane",
            "unattached",
            "loop",
            "dead-port",
          ]) ?? (claims.minimal ? longPath(made) : undefined);
        if (finding !== undefined)
          return {
            ...finding,
            where: `${finding.where}, nodes listed in reverse`,
            todo: "find nodes by their place in the fabric (shape, GUID, cables), not by their index",
          };
      }
      return undefined;
    }),
    check(
      claims.toleratesFaults
        ? "with a link gone it is right, or refuses"
        : "with a link gone it refuses, as claimed",
      () => faultFinding(plugin, setup),
    ),
    check("foreign fabrics are refused", () => {
      for (const fabric of setup.foreign ?? []) {
        const refused = refusalOf(
          () =>
            plugin.create(
              { fabric, lids: plainLids(fabric) },
              parseOptions(plugin, {}),
            ),
          /^E_[A-Z0-9_]+_UNSUPPORTED_FABRIC$/,
        );
        if (refused !== undefined)
          return {
            ...refused,
            where: `${fabric.name}, which is outside the claim "${claims.fabrics}"`,
          };
      }
      return undefined;
    }),
    ...documentChecks(plugin),
  ];
}

type Search = (made: CompiledCase) => Finding | undefined;

/** A claim that something does not always hold must be borne out by one case at least. */
function modest(
  setup: RoutingSetup,
  compiled: (given: RoutingCase) => CompiledCase,
  search: Search,
  what: string,
  todo: string,
): Finding | undefined {
  if (setup.cases.some((given) => search(compiled(given)) !== undefined))
    return undefined;
  return {
    what,
    where: setup.cases.map(({ fabric }) => fabric.name).join(", "),
    todo,
  };
}

const meaning: Record<Exclude<WalkEnd, "delivered">, string> = {
  loop: "goes round for ever",
  "no-path": "ends at a switch that has no entry for it",
  "dead-port": "is sent out of a port that does not exist or has no cable",
  "wrong-endport": "arrives at somebody else",
  "no-lane": "is discarded by an SL2VL entry of 15",
  unattached: "has no owner or no cable",
};

function badWalk(
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

function badPort({
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

function longPath({ fabric, lids, tables }: CompiledCase): Finding | undefined {
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

function severalCandidates({
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

function foreignPathLid({
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

function badLanes(
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

function creditLoop({ fabric, tables }: CompiledCase): Finding | undefined {
  const graph = channelDependencies(fabric, tables);
  const cycle = findCycle(graph);
  if (cycle === undefined) return undefined;
  return {
    what: `${cycle.length} channels wait for each other in a circle: ${cycle.map((vertex) => vertexName(fabric, graph, vertex)).join(" -> ")}`,
    where: fabric.name,
    todo: "break the circle by a service level, forbid one of its turns, or claim deadlockFree: false",
  };
}

function difference(a: CompiledCase, b: CompiledCase): Finding | undefined {
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

/** Takes links between switches away, one at a time (up to eight, spread over the fabric). */
function faultFinding(
  plugin: RoutingPlugin,
  { cases }: RoutingSetup,
): Finding | undefined {
  for (const given of cases) {
    const links = switchLinks(given.fabric);
    const step = Math.max(1, Math.floor(links.length / 8));
    for (let i = 0; i < links.length; i += step) {
      const link = links[i] ?? 0;
      const cut = portName(given.fabric, given.fabric.linkPorts[2 * link] ?? 0);
      const finding = oneFault(plugin, {
        ...given,
        fabric: withoutLinks(given.fabric, [link]),
      });
      if (finding !== undefined)
        return {
          ...finding,
          where: `${finding.where}, without the link at ${cut}`,
        };
    }
  }
  return undefined;
}

function oneFault(
  plugin: RoutingPlugin,
  given: RoutingCase,
): Finding | undefined {
  let made: CompiledCase;
  try {
    made = compileCase(plugin, given);
  } catch (error) {
    if (!FabricError.is(error) || error.code.endsWith("_NOT_WRITTEN"))
      throw error;
    return undefined;
  }
  if (!plugin.claims.toleratesFaults)
    return {
      what: "a fabric with a fault was accepted",
      where: given.fabric.name,
      todo: "refuse it with a FabricError, or claim toleratesFaults: true",
    };
  const finding =
    badWalk(made, ["loop", "dead-port", "wrong-endport", "no-lane"]) ??
    unreached(made);
  return finding === undefined
    ? undefined
    : {
        ...finding,
        todo: "build the tables from the cables that are left, or refuse with a FabricError",
      };
}

/** Pairs that the fabric still joins and the tables do not. */
function unreached(made: CompiledCase): Finding | undefined {
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
