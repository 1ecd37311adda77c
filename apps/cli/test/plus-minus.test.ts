import { expect, test } from "vitest";
import { plusMinus } from "../src/plus-minus.ts";

test("a value has one decimal, its interval, and no sign where it is none", () => {
  expect(plusMinus(74.66, 0.92, " %")).toBe("74.7 % ± 0.9");
  expect(plusMinus(-0.04, null, "")).toBe("0.0");
  expect(plusMinus(-0.06, null, "")).toBe("-0.1");
  expect(plusMinus(null, null, " %")).toBe("none");
});

test("half way between two it is as the number is, which lies below or above", () => {
  // 88.05 is 88.0499999999999971578…, 0.35 is 0.34999999999999997779…, and 0.25 is exact.
  expect(plusMinus(88.05, null, "")).toBe("88.0");
  expect(plusMinus(0.35, null, "")).toBe("0.3");
  expect(plusMinus(0.25, null, "")).toBe("0.3");
});
