import { describe, expect, it } from "vitest";
import { readRange } from "../src/value-range.ts";

const read = (text: string) => readRange(text, { path: `--vary load=${text}` });

describe("a range of values", () => {
  it("goes in the smallest of several units of one kind", () => {
    expect(readRange("128B..1KiB:128B", {})).toEqual({
      values: [128, 256, 384, 512, 640, 768, 896, 1024].map((n) => `${n}B`),
    });
    expect(readRange("500ns..2us:500ns", {})).toEqual({
      values: ["500ns", "1000ns", "1500ns", "2000ns"],
    });
    expect(readRange("1 packet..3 packets:1 packet", {})).toEqual({
      values: ["1 packet", "2 packets", "3 packets"],
    });
    expect(() => readRange("2KiB..128B:64B", {})).toThrow(/smaller number up/);
    for (const text of ["1ns..4B:1ns", "1..4B:1B", "64B..1KiB:64"])
      expect(() => readRange(text, {})).toThrow(/units of one kind/);
  });

  it("without a step is as fine as it is written where it has units", () => {
    const drawn = (text: string) => readRange(text, {});
    expect(drawn("0.1..0.9")).toEqual({ between: [0.1, 0.9] });
    expect(drawn("4..16")).toEqual({ between: [4, 16] });
    expect(drawn("64B..4KiB")).toEqual({
      between: [64, 4096],
      unit: "B",
      parts: 1,
    });
    expect(drawn("20ns..2us")).toMatchObject({
      between: [20, 2000],
      unit: "ns",
    });
    for (const text of ["1.00us..4us", "1us..4.00us", "1.00us..0.004ms"])
      expect(drawn(text)).toEqual({ between: [1, 4], unit: "us", parts: 100 });
    expect(() => drawn("4KiB..64B")).toThrow(/smaller number up/);
    expect(() => drawn("64B..4us")).toThrow(/units of one kind/);
  });

  it("includes both ends, with the decimals that are written", () => {
    expect(read("0.1..0.5:0.1")).toEqual({
      values: [0.1, 0.2, 0.3, 0.4, 0.5],
    });
    expect(read("256B..1024B:256B")).toEqual({
      values: ["256B", "512B", "768B", "1024B"],
    });
    expect(read("3..3:1")).toEqual({ values: [3] });
    expect(read("xy")).toBeUndefined();
  });

  it("is refused where its steps miss the end, with the ends on either side", () => {
    expect(() => read("0.1..0.75:0.2")).toThrow(
      expect.objectContaining({
        code: "E_SCENARIO_SWEEP",
        message: expect.stringContaining("from 0.7 to 0.9"),
        where: { path: "--vary load=0.1..0.75:0.2" },
        hint: "did you mean 0.1..0.7:0.2 or 0.1..0.9:0.2?",
      }),
    );
    expect(() => read("256B..1000B:256B")).toThrow(
      expect.objectContaining({
        hint: "did you mean 256B..768B:256B or 256B..1024B:256B?",
      }),
    );
  });

  it("meets its end exactly when the decimals do, in whole numbers of the last digit", () => {
    const text = (thousandths: number): string =>
      (thousandths / 1000).toFixed(3);
    for (let from = 0; from <= 1000; from += 125)
      for (let width = 0; width <= 900; width += 7)
        for (const step of [1, 7, 21, 50, 100, 300]) {
          const range = `${text(from)}..${text(from + width)}:${text(step)}`;
          if (width % step !== 0) {
            expect(() => read(range)).toThrow(/meet its end/);
            continue;
          }
          const { values } = read(range) as { values: number[] };
          expect(values).toHaveLength(width / step + 1);
          expect(values.at(-1)).toBe((from + width) / 1000);
        }
  });
});
