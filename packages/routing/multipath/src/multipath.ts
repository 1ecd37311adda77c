import { portsTowards } from "@fabriclab/paths";
import {
  FabricError,
  type Options,
  type PathBits,
  type RoutingContext,
  type RoutingRule,
} from "@fabriclab/spec";
import type { EndportIx, Lid, SwitchIx } from "@fabriclab/units";
import { fabricCycles } from "./cycles.ts";
import { edgeLists } from "./edge-lists.ts";
import type { params } from "./params.ts";
import { rootSwitch } from "./root.ts";
import { SimplePaths } from "./simple-paths.ts";

/**
 * The rule of multipath: the default path of every LID is a shortest one by the lowest ports; `pathBits` names all simple paths.
 *
 * E. J. Kim, K. H. Yum, C. R. Das, M. Yousif, J. Duato: Exploring IBA design space for improved performance. IEEE Transactions on Parallel and
 * Distributed Systems 18(4), 498-510, 2007, doi 10.1109/TPDS.2007.1010
 *
 * Complexity: the cycles when it is created; the simple paths to a switch when its patterns are first asked for.
 *
 * @throws FabricError E_MULTIPATH_ROOT, E_MULTIPATH_LIDS, E_MULTIPATH_CYCLE_SEARCH
 */
export function createMultipath(
  context: RoutingContext,
  options: Options<typeof params>,
): RoutingRule {
  const { fabric, lids } = context;
  const root = rootSwitch(fabric, options.root);
  const bits = bitsOfLids(context);
  const { cycles, count } = fabricCycles(fabric, {
    root,
    bits,
    cycles: options.cycles,
    keep: options.keep,
  });
  const paths = new SimplePaths(fabric, edgeLists(fabric, cycles), bits, {
    detour: options.detour === "any" ? Infinity : options.detour,
    maxPaths: options.maxPaths,
  });
  const pathBits: PathBits = {
    bits,
    cycles,
    cycleCount: count,
    // Why one destination is kept: builders go destination by destination, and the patterns of all of them together may be more than memory holds.
    patterns: (at, to) => (at === to ? [] : paths.patterns(at, to)),
  };
  const towards = portsTowards(fabric);
  const scratch = new Uint8Array(255);
  return {
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const owner = lids.owner[lid] ?? -1;
      if (owner < 0) return 0;
      const isSwitch = owner < fabric.switchCount;
      const place = isSwitch
        ? { sw: owner as SwitchIx, num: 0 }
        : fabric.attachment(owner as EndportIx);
      if (place === undefined) return 0;
      if (place.sw === at) {
        out[0] = place.num;
        return 1;
      }
      if (towards(at, place.sw, scratch) === 0) return 0;
      out[0] = scratch[0] ?? 0;
      return 1;
    },
    pathBits,
  };
}

/**
 * Path bits that the LIDs of the hosts have room for: one less than their LMC.
 *
 * @throws FabricError E_MULTIPATH_LIDS
 */
function bitsOfLids({ fabric, lids }: RoutingContext): number {
  const lmcs = new Set<number>();
  for (let host = fabric.switchCount; host < fabric.endportCount; host++)
    if ((lids.baseLid[host] ?? 0) > 0) lmcs.add(lids.lmc[host] ?? 0);
  const [lmc = 1] = lmcs;
  if (lmcs.size <= 1 && lmc >= 1) return lmc - 1;
  throw new FabricError({
    code: "E_MULTIPATH_LIDS",
    message:
      lmc < 1
        ? "multipath needs a block of LIDs for every host, and here each has one"
        : "multipath needs blocks of LIDs of one size for all hosts",
    where: { path: "addressing" },
    got: `LMC ${[...lmcs].sort((a, b) => a - b).join(", ")}`,
    expected: "the same LMC for every host, at least 1",
    hint: "use the addressing path-bits, which multipath takes where no other is named",
  });
}
