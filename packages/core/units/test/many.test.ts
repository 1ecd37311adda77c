import { expect, it } from "vitest";
import { many } from "../src/index.ts";

it("a count and its noun agree in number", () => {
  expect(many(1, "line")).toBe("1 line");
  expect(many(0, "line")).toBe("0 lines");
  expect(many(2, "switch", "switches")).toBe("2 switches");
  expect(many(1, "switch", "switches")).toBe("1 switch");
  expect(many(1_234_567, "packet")).toBe("1234567 packets");
});
