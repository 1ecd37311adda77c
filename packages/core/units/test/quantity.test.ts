import { describe, expect, it } from "vitest";
import {
  bytePs,
  bytes,
  FabricError,
  formatRate,
  formatSize,
  formatTime,
  inOneUnit,
  leastIn,
  parseFlight,
  parseRate,
  parseSize,
  parseTime,
  ps,
} from "@fabriclab/units";

function refusal(make: () => unknown): FabricError {
  try {
    make();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("times", () => {
  it.each([
    ["20ns", 20_000],
    ["0.1ns", 100],
    ["3.2 ns", 3200],
    ["4.096us", 4_096_000],
    ["4.096µs", 4_096_000],
    ["1e3ps", 1000],
    ["1s", 1_000_000_000_000],
    ["0", 0],
  ])("%s is %i ps", (text, expected) => {
    expect(parseTime(text)).toBe(expected);
  });

  it("need a unit, except zero", () => {
    expect(parseTime(0)).toBe(0);
    expect(refusal(() => parseTime(20))).toMatchObject({
      code: "E_UNITS_TIME",
      got: "20",
    });
    expect(refusal(() => parseTime("20")).message).toContain("needs a unit");
  });

  it("are whole picoseconds", () => {
    expect(refusal(() => parseTime("0.0001ns"))).toMatchObject({
      code: "E_UNITS_TIME",
      got: '"0.0001ns"',
    });
  });

  it("name the known units and the nearest one when the unit is unknown", () => {
    const error = refusal(() => parseTime("20nsec"));
    expect(error.expected).toContain("ps, ns, us");
    expect(error.hint).toBe("did you mean ns?");
  });

  it.each(["1TB", "1TiB"])(
    "suggest no unit for %s, to which several are equally near",
    (text) => {
      expect(refusal(() => parseSize(text)).hint).toBeUndefined();
    },
  );

  it("name lengths, too, where a time of flight is asked for", () => {
    for (const wrong of ["5ft", "5", 5, "-1m"] as const) {
      const error = refusal(() => parseFlight(wrong));
      expect(error.code).toBe("E_UNITS_TIME");
      expect(error.expected).toMatch(/\bns, us, .*\bmm, cm, m, km\b/);
    }
    expect(refusal(() => parseTime("5ft")).expected).not.toContain("km");
  });

  it.each([
    ["-5ns", "a time cannot be negative"],
    ["0..3us", "a range where one time is expected"],
    ["1us..3us:1us", "a range where one time is expected"],
  ])("say what is wrong with %s", (text, message) => {
    expect(refusal(() => parseTime(text))).toMatchObject({ message });
  });

  it.each(["", "ns", "-5ns", "1.ns", "1,5ns"])("refuse %j", (text) => {
    expect(refusal(() => parseTime(text)).code).toBe("E_UNITS_TIME");
  });

  it.each([undefined, null, true, {}])(
    "refuse %s, which a program without types may hand over",
    (value) => {
      for (const [parse, code] of [
        [parseTime, "E_UNITS_TIME"],
        [parseSize, "E_UNITS_SIZE"],
        [parseRate, "E_UNITS_RATE"],
        [parseFlight, "E_UNITS_TIME"],
      ] as const)
        expect(refusal(() => parse(value as never))).toMatchObject({
          code,
          got: String(value),
        });
    },
  );

  it("print in the largest unit that leaves a whole part", () => {
    expect(formatTime(ps(20_000))).toBe("20ns");
    expect(formatTime(ps(4_096_000))).toBe("4.096us");
    expect(formatTime(ps(999))).toBe("999ps");
    expect(formatTime(ps(0))).toBe("0s");
  });
});

describe("sizes", () => {
  it("tell powers of 1024 from powers of 1000", () => {
    expect(parseSize("4KiB")).toBe(4096);
    expect(parseSize("2KB")).toBe(2000);
    expect(parseSize("128KiB")).toBe(131_072);
    expect(parseSize("256B")).toBe(256);
    expect(parseSize("1.5KiB")).toBe(1536);
  });

  it("refuse parts of a byte and bits", () => {
    expect(refusal(() => parseSize("0.3B")).code).toBe("E_UNITS_SIZE");
    expect(refusal(() => parseSize("256b")).hint).toBe("did you mean B?");
  });

  it("know any exponent, and say that the size is too large or in parts", () => {
    expect(parseSize("1e3B")).toBe(1000);
    expect(parseSize("0e400B")).toBe(0);
    expect(parseSize(`1${"0".repeat(300)}e-299B`)).toBe(10);
    for (const text of ["1e308B", "1e400KB", "1e999999999999B"])
      expect(refusal(() => parseSize(text)).code).toBe("E_UNITS_BYTES");
    for (const text of ["1e-308B", "1e-999999999999B"])
      expect(refusal(() => parseSize(text)).message).toContain("whole number");
  });

  it("print in binary units", () => {
    expect(formatSize(bytes(4096))).toBe("4KiB");
    expect(formatSize(bytes(2000))).toBe("2000B");
  });
});

describe("rates", () => {
  it("become exact picoseconds per byte", () => {
    expect(parseRate("2Gb/s")).toEqual({ num: 4000, den: 1 });
    expect(parseRate("250MB/s")).toEqual({ num: 4000, den: 1 });
    expect(parseRate("100Gb/s")).toEqual({ num: 80, den: 1 });
    expect(parseRate("3Gb/s")).toEqual({ num: 8000, den: 3 });
  });

  it("cannot be zero", () => {
    expect(refusal(() => parseRate("0Gb/s")).code).toBe("E_UNITS_RATE");
    expect(refusal(() => bytePs(0)).code).toBe("E_UNITS_RATE");
  });

  it("are refused where a byte takes no exact time, and say how to mend it", () => {
    // 8e12 ps at 1 b/s; 8e12 / 3333333333 in lowest terms. 8e12 / 4000 = 2e9 < 2^31.
    for (const rate of ["1b/s", "3.333333333Gb/s", "3.725kb/s"]) {
      const { code, got, expected, hint } = refusal(() => parseRate(rate));
      expect(code).toBe("E_UNITS_RATE");
      expect(got).toContain(rate);
      expect(expected).toContain("4kb/s is the lowest");
      expect(hint).toContain("fewer digits");
    }
    expect(parseRate("4kb/s")).toEqual({ num: 2e9, den: 1 });
    expect(parseRate("3.33Gb/s")).toEqual({ num: 800_000, den: 333 });
  });

  it("print in Gb/s", () => {
    expect(formatRate({ num: 4000, den: 1 })).toBe("2Gb/s");
    expect(formatRate({ num: 1760, den: 3 })).toBe("13.63636Gb/s");
  });
});

describe("flight", () => {
  it("is a time or a length at 5 ns per metre", () => {
    expect(parseFlight("20ns")).toBe(20_000);
    expect(parseFlight("4m")).toBe(20_000);
    expect(parseFlight("50cm")).toBe(2500);
    expect(parseFlight("1ms")).toBe(1_000_000_000);
  });
});

describe("a list of quantities", () => {
  it("becomes numbers of the smallest unit in it", () => {
    expect(inOneUnit(["64B", "1KB", "2.5kB"])).toEqual({
      unit: "B",
      numbers: [64, 1000, 2500],
    });
    expect(inOneUnit(["0.7us", "1ms"])).toEqual({
      unit: "us",
      numbers: [0.7, 1000],
    });
    expect(inOneUnit(["1\u03bcs", "20 ns", "1e3ps"])).toEqual({
      unit: "ps",
      numbers: [1_000_000, 20_000, 1000],
    });
    expect(inOneUnit(["1MB/s", "1Gb/s"])).toEqual({
      unit: "MB/s",
      numbers: [1, 125],
    });
  });

  it("becomes bytes where neither unit is a multiple of the other", () => {
    expect(inOneUnit(["2KB", "2KiB"])).toEqual({
      unit: "B",
      numbers: [2000, 2048],
    });
  });

  it.each([[[]], [["64B", "1ns"]], [["64B", "256"]], [["1KB", "big"]]])(
    "is none of one kind: %j",
    (texts: string[]) => {
      expect(inOneUnit(texts)).toBeUndefined();
    },
  );
});

describe("a unit", () => {
  it.each([
    ["B", 1],
    ["KiB", 1024],
    ["KB", 1000],
    ["ns", 1000],
    ["\u03bcs", 1_000_000],
    ["m", 1000],
    ["", undefined],
    ["constructor", undefined],
  ])("%s counts so many of the least of its kind", (unit, count) => {
    expect(leastIn(unit)).toBe(count);
  });
});
