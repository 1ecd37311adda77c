import { expect, it } from "vitest";
import { descriptionOf } from "../src/description.ts";

it("is the first sentence under the title, on one line and without marks", () => {
  expect(
    descriptionOf(
      "# @fabriclab/x\n\nVideo: synthetic (`mpeg2`),\nor [traces](../y). More of it.\n\n## When\n",
    ),
  ).toBe("Video: synthetic (mpeg2), or traces.");
});

it("does not end behind an abbreviation", () => {
  expect(descriptionOf("# x\n\nThe switch of Kim et al.: 15 lanes.\n")).toBe(
    "The switch of Kim et al.: 15 lanes.",
  );
});

it("is missing where no sentence stands there", () => {
  expect(descriptionOf("# x\n")).toBeUndefined();
  expect(descriptionOf("# x\n\n## When to choose it\n")).toBeUndefined();
  expect(descriptionOf("# x\n\nNo full stop\n")).toBeUndefined();
});
