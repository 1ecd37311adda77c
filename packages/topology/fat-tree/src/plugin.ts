import { FabricBuilder, linkParams, type NodeRef } from "@fabriclab/fabric";
import { defineTopology, intParam, PAPERS } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { digitsOf, numberOf } from "./digits.ts";
import { hostLabel, switchLabel } from "./label.ts";
import { checkSize, hostsOf, linksOf, sizesFor, switchesOf } from "./size.ts";

/**
 * IBFT(m,n), the m-port n-tree: 2·h^n hosts under (2n-1)·h^(n-1) switches of m ports each, h = m/2.
 *
 * Switches are numbered root level first, within a level by w as a number; hosts by PID. Wiring as printed in zhou2007 §3.1: `SW<w,l>`.k and
 * `SW<w',l+1>`.k' are cabled where w0…w(n-3) is w' without its digit l, k = w'l + 1 and k' = w(n-2) + h + 1; `SW<w,n-1>`.k holds `P(w·(k-1))`.
 *
 * @throws FabricError E_FAT_TREE_PORTS_ODD, E_FAT_TREE_PORTS, E_FAT_TREE_LEVELS or E_FAT_TREE_TOO_LARGE.
 */
export const fatTree = defineTopology({
  name: "fat-tree",
  summary:
    "The m-port n-tree: a fat tree of equal switches with full bisection bandwidth.",
  cites: [PAPERS.zhou2007],
  params: z.object({
    // Why: no bounds of zod's own on parity; `build` says what is wrong with an odd number and what would do.
    ports: intParam({ min: 2, max: MAX_PORTS, default: 8 }).describe(
      "Ports of every switch (m); even.",
    ),
    levels: intParam({ min: 1, default: 3 }).describe(
      "Levels of switches (n); the tree has 2·(m/2)^n hosts.",
    ),
    ...linkParams,
  }),
  claims: {
    switches: switchesOf,
    hosts: hostsOf,
    links: linksOf,
    diameter: ({ levels }) => 2 * levels - 1,
    sizes: sizesFor,
  },
  build({ ports, levels, speed, width, flight }) {
    checkSize({ ports, levels });
    const half = ports / 2;
    const link = { speed, width, flight };
    const builder = new FabricBuilder(
      `fat-tree ${ports} ports ${levels} level${levels === 1 ? "" : "s"}`,
    );
    const perLevel = half ** (levels - 1);

    const byLevel: NodeRef[][] = [];
    for (let level = 0; level < levels; level++) {
      const count = level === 0 ? perLevel : 2 * perLevel;
      byLevel.push(
        Array.from({ length: count }, (_, w) =>
          builder.addSwitch(
            switchLabel(ports, digitsOf(w, levels - 1, half), level),
            ports,
          ),
        ),
      );
    }
    const leaves = byLevel[levels - 1] ?? [];
    const down = levels === 1 ? ports : half;

    // Host PID hangs at port PID mod h + 1 of leaf w = PID div h (one switch of m ports when n = 1).
    for (let pid = 0; pid < hostsOf({ ports, levels }); pid++) {
      const host = builder.addHost(
        hostLabel(ports, digitsOf(pid, levels, half)),
      );
      builder.connect(
        reach(leaves, Math.floor(pid / down)),
        (pid % down) + 1,
        host,
        1,
        link,
      );
    }
    for (let level = 0; level + 1 < levels; level++) {
      for (const [w, lower] of (byLevel[level + 1] ?? []).entries()) {
        const lowerDigits = digitsOf(w, levels - 1, half);
        const removed = lowerDigits[level] ?? 0;
        const kept = lowerDigits.filter((_, place) => place !== level);
        for (let up = 0; up < half; up++) {
          builder.connect(
            reach(byLevel[level] ?? [], numberOf([...kept, up], half)),
            removed + 1,
            lower,
            up + half + 1,
            link,
          );
        }
      }
    }
    return builder.build();
  },
});

function reach(nodes: readonly NodeRef[], index: number): NodeRef {
  const node = nodes[index];
  if (node === undefined)
    throw new RangeError(`no node ${index} of ${nodes.length}`);
  return node;
}
