import { expect, it } from "vitest";
import { placeSwitches } from "@fabriclab/formats-svg";
import { star } from "@fabriclab/testing-fabrics";
import { placeHosts } from "../src/worker/place-hosts.ts";

it("puts the hosts of a lone switch all round it, as far from each other as that goes", () => {
  const fabric = star(36);
  const { x, y } = placeHosts(fabric, placeSwitches(fabric));
  const turns = Array.from({ length: 36 }, (_, k) =>
    Math.atan2(y[k + 1]! - y[0]!, x[k + 1]! - x[0]!),
  ).sort((a, b) => a - b);
  for (const [k, turn] of turns.entries())
    if (k > 0) expect(turn - turns[k - 1]!).toBeCloseTo((2 * Math.PI) / 36, 6);
});
