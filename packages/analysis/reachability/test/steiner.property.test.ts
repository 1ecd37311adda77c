import type { Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Steiner } from "../src/steiner.ts";

/** The least number of cables that join the terminals: the smallest connected set of switches that holds them, less one; all sets are tried. */
function exact(fabric: Fabric, terminals: ReadonlySet<number>): number {
  const near = Array.from({ length: fabric.switchCount }, (_, sw) => {
    let mask = 0;
    for (
      let port = fabric.portStart[sw] ?? 0;
      port < (fabric.portStart[sw + 1] ?? 0);
      port++
    ) {
      const node = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
      if (node >= 0 && node < fabric.switchCount) mask |= 1 << node;
    }
    return mask;
  });
  const needed = [...terminals].reduce((mask, sw) => mask | (1 << sw), 0);
  let best = Infinity;
  for (let set = 1; set < 1 << fabric.switchCount; set++) {
    if ((set & needed) !== needed) continue;
    let found = set & -set;
    for (let before = 0; before !== found;) {
      before = found;
      for (let sw = 0; sw < fabric.switchCount; sw++)
        if ((found & (1 << sw)) !== 0) found |= (near[sw] ?? 0) & set;
    }
    if (found !== set) continue;
    let size = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) size += 1;
    best = Math.min(best, size - 1);
  }
  return best;
}

it("bounds the best tree from both sides", () => {
  fc.assert(
    fc.property(
      randomFabric({ minSwitches: 2, maxSwitches: 9, maxExtraLinks: 6 }),
      fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 6 }),
      (fabric, picks) => {
        const terminals = new Set(
          picks.map((pick) => (pick % fabric.switchCount) as SwitchIx),
        );
        const root = [...terminals][0] as SwitchIx;
        const best = exact(fabric, terminals);
        const { lower, known } = new Steiner(fabric).bounds(root, terminals);
        expect(lower).toBeLessThanOrEqual(best);
        expect(known).toBeGreaterThanOrEqual(best);
      },
    ),
    { numRuns: 300 },
  );
});
