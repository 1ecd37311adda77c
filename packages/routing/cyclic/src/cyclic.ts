import { portsTowards } from "@fabriclab/paths";
import {
  FabricError,
  type RoutingContext,
  type RoutingRule,
} from "@fabriclab/spec";
import { numberOf, type FatTreeShape } from "@fabriclab/topology-fat-tree";
import {
  MAX_LMC,
  type EndportIx,
  type Lid,
  type SwitchIx,
} from "@fabriclab/units";

/**
 * The rule itself; h = m/2, digits p0…p(n-1) of a host's PID, switch SW<w,l> at level l (0 = root).
 *
 * - Path selection: source s names destination d by base(d) + Σ_{i>l} s_i·h^(n-1-i), l = length of their common prefix.
 * - Forwarding (1): where w0…w(l-1) = p0…p(l-1) for the owner p of the LID, down by port p_l + 1.
 * - Forwarding (2): elsewhere up by port (⌊offset/h^(n-1-l)⌋ mod h) + h + 1, offset = LID - base.
 *
 * The paper's (2) takes ⌊(lid-1)/…⌋; with its bases that differs from the offset by a multiple of h^(n-1), which vanishes modulo h at every
 * level that has up-ports. The offset makes the rule independent of where a block starts.
 *
 * LIDs of switches (management only) take the lowest-numbered port on a shortest path.
 *
 * Complexity: O(1) for a candidate towards a host; one breadth-first search for each switch as destination.
 */
export function cyclicRule(
  { fabric, lids }: RoutingContext,
  tree: FatTreeShape,
): RoutingRule {
  const { levels, half, pid } = tree;
  // powers[i] = h^i
  const powers = Array.from({ length: levels + 1 }, (_, i) => half ** i);
  const power = (exponent: number): number => powers[exponent] ?? 1;
  const paths = power(levels - 1);
  const { switchCount } = fabric;

  for (let endport = switchCount; endport < fabric.endportCount; endport++) {
    const owned =
      lids.baseLid[endport] === 0 ? 0 : 2 ** (lids.lmc[endport] ?? 0);
    if (owned >= paths) continue;
    throw new FabricError({
      code: "E_CYCLIC_LMC",
      message: `${fabric.nodeName[fabric.endportNode[endport] ?? 0] ?? ""} owns fewer LIDs than there are paths to it`,
      where: { path: "addressing" },
      got: `${owned} LIDs`,
      expected: `${paths} = (m/2)^(n-1)`,
      hint:
        paths > 2 ** MAX_LMC
          ? `no host may own more than ${2 ** MAX_LMC} LIDs; use the single-lid routing`
          : `hosts need an LMC of ${Math.ceil(Math.log2(paths))} or more, such as the multiple-lid addressing gives them; with one LID per host, use the single-lid routing`,
    });
  }

  // Number of w0…w(l-1) for a switch at level l, to compare with the first l digits of a PID.
  const prefix = Int32Array.from(tree.switchLevel, (level, sw) => {
    const from = sw * (levels - 1);
    return numberOf([...tree.switchDigits.subarray(from, from + level)], half);
  });
  const pidOf = (endport: number): number => pid[endport - switchCount] ?? 0;
  const towards = portsTowards(fabric);

  return {
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const owner = lids.owner[lid] ?? -1;
      if (owner < 0) return 0;
      if (owner < switchCount)
        return Math.min(1, towards(at, owner as SwitchIx, out));
      const level = tree.switchLevel[at] ?? 0;
      const p = pidOf(owner);
      // Hosts under one down-port of this switch.
      const below = power(levels - 1 - level);
      const digit = Math.floor(p / below);
      if (level === 0) {
        out[0] = digit + 1;
      } else if (Math.floor(digit / half) === prefix[at]) {
        out[0] = (digit % half) + 1;
      } else {
        const offset = lid - (lids.baseLid[owner] ?? 0);
        out[0] = (Math.floor(offset / below) % half) + half + 1;
      }
      return 1;
    },

    pathLid(source: EndportIx, destination: EndportIx): Lid {
      const base = lids.baseLid[destination] ?? 0;
      if (source < switchCount || destination < switchCount) return base as Lid;
      const s = pidOf(source);
      const d = pidOf(destination);
      // Common prefix: the shortest suffix length after whose removal both are equal.
      let suffix = 0;
      while (
        suffix < levels &&
        Math.floor(s / power(suffix)) !== Math.floor(d / power(suffix))
      )
        suffix++;
      return (base + (suffix === 0 ? 0 : s % power(suffix - 1))) as Lid;
    },

    sharedClass(source: EndportIx): number {
      // The suffix s1…s(n-1), which names the root that the source climbs to.
      return source < switchCount ? -1 - source : pidOf(source) % paths;
    },
  };
}
