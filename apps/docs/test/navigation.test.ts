import { expect, it } from "vitest";
import { navigation } from "../src/navigation.ts";

it("calls every page by what it is about, none by a package's bare name", () => {
  const { sidebar } = navigation({ playground: true });
  const texts = sidebar
    .filter(({ text }) => text !== "Packages")
    .flatMap(({ text, items = [] }) => [
      text ?? "",
      ...items.map((item) => item.text ?? ""),
    ]);
  expect(texts).toContain("The npm package fabriclab");
  expect(texts.filter((text) => /^(@?fabriclab.*)?$/.test(text))).toEqual([]);
});
