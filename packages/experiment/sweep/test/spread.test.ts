import { spread } from "../src/shards.ts";
import { describe, expect, it } from "vitest";

describe("the order in which shards are begun", () => {
  it("is first, last, and the middles of what was left out", () => {
    expect(spread([..."abcdefghi"]).join("")).toBe("aiecgbdfh");
    expect(spread([..."abcdef"]).join("")).toBe("afecbd");
  });

  it("leaves none out and takes none twice", () => {
    for (let count = 0; count <= 70; count += 1) {
      const list = Array.from({ length: count }, (_, at) => at);
      expect([...spread(list)].sort((a, b) => a - b)).toEqual(list);
    }
  });
});
