import { expect, it } from "vitest";
import { cellOf } from "../src/reproduce/verdicts/cell.ts";
import { growthOf, growthText } from "../src/reproduce/verdicts/growth.ts";

it("says by what factor a speed-up changes, and in how many cases it rises", () => {
  const [rise, fall] = [Math.log(2), -Math.log(2)];
  const cells = [
    cellOf("a", [[rise, rise, rise]]),
    cellOf("b", [[rise, rise, rise]]),
    cellOf("c", [[fall, fall, fall]]),
  ];
  expect(`The speed-up changes ${growthText(growthOf(cells))}.`).toBe(
    "The speed-up changes by a factor of 1.26 (1.26 … 1.26), rising in 2 and falling in 1 of 3 cases.",
  );
});
