import { parseOptions, type Fabric, type RoutingPlugin } from "@fabriclab/spec";
import {
  check,
  refusalOf,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import {
  compileCase,
  plainLids,
  type CompiledCase,
  type RoutingCase,
} from "./compile.ts";
import { documentChecks } from "./documented.ts";
import { relabelled } from "./fabric-copy.ts";
import { unknownListOption } from "./node-list-options.ts";
import { badPathBits } from "./path-bits-search.ts";
import { faultFinding } from "./routing-faults.ts";
import {
  badLanes,
  badPort,
  badWalk,
  creditLoop,
  difference,
  foreignPathLid,
  longPath,
  severalCandidates,
  type Search,
} from "./routing-searches.ts";
import { untouchedFabric } from "./untouched-fabric.ts";

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
 * fabrics, lists of nodes, documents. Claims are checked both ways: one too bold fails, and so does one too modest for all cases.
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
  ): Finding | undefined =>
    firstFinding(
      plugin.name,
      setup.cases,
      "at least one fabric inside the claims",
      (given) => search(compiled(given), given),
    );
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
    check("cycles close, and patterns are those of paths", () =>
      first((made) => badPathBits(made)),
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
    untouchedFabric(
      setup.cases,
      ({ fabric }) => fabric,
      (given) => compileCase(plugin, given),
    ),
    check("the order in which nodes are listed does not matter", () => {
      for (const given of setup.cases) {
        // What is wrong already in the given order is found by the checks above.
        if (astray(compiled(given), claims.minimal) !== undefined) continue;
        const fabric = relabelled(given.fabric);
        const finding = astray(
          compileCase(plugin, { ...given, fabric }),
          claims.minimal,
        );
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
      () => faultFinding(plugin, setup.cases),
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
    check("lists of nodes go to parameters that it has", () =>
      unknownListOption(plugin),
    ),
    ...documentChecks(plugin),
  ];
}

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

/** Any packet that goes astray or, where shortest paths are claimed, a detour. */
function astray(made: CompiledCase, minimal: boolean): Finding | undefined {
  const ends = [
    "no-path",
    "wrong-endport",
    "no-lane",
    "unattached",
    "loop",
    "dead-port",
  ] as const;
  return badWalk(made, ends) ?? (minimal ? longPath(made) : undefined);
}
