import { describe, expect, it } from "vitest";
import { GrowingList } from "../src/frame-sequence.ts";

/** A list of 0, 1, 2, … that counts what it draws. */
function counting() {
  let drawn = 0;
  const list = new GrowingList(() => drawn++);
  return { list, drawn: () => drawn };
}

describe("numbers that are drawn as they are asked for", () => {
  it.each([
    ["one after the other", Array.from({ length: 200 }, (_, i) => i)],
    ["again, and far ahead", [3, 0, 3, 70, 5, 64, 300, 299, 16, 301]],
  ])("are those of the generator, %s", (_, asked) => {
    const { list } = counting();
    expect(asked.map((index) => list.at(index))).toEqual(asked);
  });

  it("are not many more than were asked for", () => {
    for (const count of [1, 2, 5, 1000]) {
      const { list, drawn } = counting();
      for (let index = 0; index < count; index += 1) list.at(index);
      expect(drawn()).toBeLessThan(count + Math.min(17, count));
    }
  });
});
