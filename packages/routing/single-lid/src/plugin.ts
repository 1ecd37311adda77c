import { portsTowards } from "@fabriclab/paths";
import {
  defineRouting,
  type RoutingContext,
  type RoutingRule,
} from "@fabriclab/spec";
import {
  completeFatTree,
  numberOf,
  type FatTreeShape,
} from "@fabriclab/topology-fat-tree";
import type { Lid, SwitchIx } from "@fabriclab/units";
import { z } from "zod";

/**
 * The single-LID baseline on m-port n-trees: the equations of zhou2007 §3.3.1 with one LID per host, so that the up-port at level l is the
 * destination's digit p_l. One path to every destination, spread evenly over the roots.
 *
 * @throws FabricError E_SINGLE_LID_UNSUPPORTED_FABRIC when the fabric is no complete m-port n-tree
 */
export const singleLid = defineRouting({
  name: "single-lid",
  summary:
    "One path to every destination of an m-port n-tree: up by the destination's digit, down by the destination's digit.",
  defaultAddressing: "sequential",
  cites: [
    {
      key: "lin2004",
      authors: "X.-Y. Lin, Y.-C. Chung, T.-Y. Huang",
      title:
        "A multiple LID routing scheme for fat-tree-based InfiniBand networks",
      venue: "IPDPS",
      year: 2004,
    },
  ],
  params: z.object({}),
  claims: {
    fabrics: "complete m-port n-trees",
    minimal: true,
    deadlockFree: { lanes: 1 },
    adaptive: false,
    toleratesFaults: false,
  },
  create(context) {
    return singleLidRule(
      context,
      completeFatTree(context.fabric, "E_SINGLE_LID_UNSUPPORTED_FABRIC"),
    );
  },
});

/**
 * With lid = PID + 1 the paper's v = lid - 1 is the PID, and ⌊v/h^(n-1-l)⌋ mod h its digit p_l; taking the digit from the owner instead makes
 * the rule independent of the addressing. LIDs of switches (management only) take the lowest-numbered port on a shortest path.
 */
function singleLidRule(
  { fabric, lids }: RoutingContext,
  tree: FatTreeShape,
): RoutingRule {
  const { levels, half, pid } = tree;
  const { switchCount } = fabric;
  // below[l] = h^(n-1-l): hosts under one down-port of a switch at level l
  const below = Array.from(
    { length: levels },
    (_, l) => half ** (levels - 1 - l),
  );
  // Number of w0…w(l-1) for a switch at level l, to compare with the first l digits of a PID.
  const prefix = Int32Array.from(tree.switchLevel, (level, sw) => {
    const from = sw * (levels - 1);
    return numberOf([...tree.switchDigits.subarray(from, from + level)], half);
  });
  const towards = portsTowards(fabric);
  return {
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const owner = lids.owner[lid] ?? -1;
      if (owner < 0) return 0;
      if (owner < switchCount)
        return Math.min(1, towards(at, owner as SwitchIx, out));
      const level = tree.switchLevel[at] ?? 0;
      const step = below[level] ?? 1;
      const p = pid[owner - switchCount] ?? 0;
      const digit = Math.floor(p / step);
      if (level === 0) {
        out[0] = digit + 1;
      } else {
        const down = Math.floor(digit / half) === prefix[at];
        out[0] = (digit % half) + (down ? 1 : half + 1);
      }
      return 1;
    },
  };
}
