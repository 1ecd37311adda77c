// Cycles and path bits of Figure 4(a) of kim2007: root b, and the patterns of b for what is attached to a.
import { pathBits } from "@fabriclab/addressing-path-bits";
import { multipath } from "@fabriclab/routing-multipath";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import type { SwitchIx } from "@fabriclab/units";

const fabric = kimFigure4a();
const lids = pathBits.assign(fabric, parseOptions(pathBits, {}));
const rule = multipath.create(
  { fabric, lids },
  parseOptions(multipath, { root: "b" }),
) as RoutingRule;
const bits = rule.pathBits;
if (bits === undefined) throw new Error("multipath has path bits");

for (const [i, { switches }] of bits.cycles.entries()) {
  const round = [...switches, ...switches.slice(0, 1)];
  console.log(
    `C${i + 1}: ${round.map((sw) => fabric.nodeName[sw]).join(" -> ")}`,
  );
}
const [a, b] = [0 as SwitchIx, 1 as SwitchIx];
for (const { care, value, port, hops } of bits.patterns(b, a)) {
  const text = bits.cycles.map((_, i) =>
    (care >> i) & 1 ? (value >> i) & 1 : "X",
  );
  console.log(`b to a, bits ${text.join("")}: port ${port}, ${hops} switches`);
}
