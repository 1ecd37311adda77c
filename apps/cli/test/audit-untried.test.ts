import { FabricBuilder } from "@fabriclab/fabric";
import { expect, it } from "vitest";
import { routingsUntried } from "../src/audit/tables.ts";

const chain = (switches: number) => {
  const builder = new FabricBuilder("chain");
  const nodes = Array.from({ length: switches }, (_, s) =>
    builder.addSwitch(`S${s}`, 2),
  );
  for (let s = 1; s < switches; s++)
    builder.connect(nodes[s]!, 1, nodes[s - 1]!, 2);
  return builder.build();
};

it("tries no other routings against loops of large fabrics, and says how to", () => {
  // An endport each: 707 x 707 = 499,849; 708 x 708 = 501,264.
  expect(routingsUntried(chain(707))).toBeUndefined();
  expect(routingsUntried(chain(708))).toMatch(
    /^708 switches and 708 endpoints .*`fabriclab compare`/u,
  );
});
