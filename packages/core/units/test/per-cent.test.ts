import { perCent } from "@fabriclab/units";
import { expect, it } from "vitest";

it("writes a share with the digits that it has", () => {
  for (const [share, text] of [
    [0.95, "95 %"],
    [0.57, "57 %"],
    [0.07, "7 %"],
    [0.9995, "99.95 %"],
    [0.999999999, "99.9999999 %"],
    [1, "100 %"],
    [0, "0 %"],
  ] as const)
    expect(perCent(share)).toBe(text);
});
