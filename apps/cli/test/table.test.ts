import { describe, expect, it } from "vitest";
import { columnsOf } from "../src/table.ts";

const widest = (text: string): number =>
  Math.max(...text.split("\n").map((line) => line.length));

describe("columns", () => {
  const words = (count: number): string => "word ".repeat(count).trim();

  it("wrap the last one at the width of the screen", () => {
    const text = columnsOf([["a", words(40)]], { columns: 60 });
    expect(widest(text)).toBe("a  ".length + words(11).length);
  });

  it("wrap a wide one too where it leaves the last one no room", () => {
    const text = columnsOf([["a", words(20), words(20)]], { columns: 60 });
    expect(widest(text)).toBeLessThanOrEqual(60);
    expect(text.match(/word/g)).toHaveLength(40);
  });
});
