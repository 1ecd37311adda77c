import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  choiceParam,
  FabricError,
  flagParam,
  flightParam,
  fractionParam,
  intParam,
  nameParam,
  numberParam,
  parseOptions,
  rateParam,
  sizeParam,
  timeParam,
} from "@fabriclab/spec";

const plugin = {
  name: "sample",
  kind: "topology",
  params: z.object({
    flight: flightParam("20ns").describe("Time of flight."),
    delay: timeParam("100ns"),
    size: sizeParam("256B"),
    rate: rateParam("2Gb/s"),
    ports: intParam({ min: 2, max: 254, default: 8 }).describe(
      "Ports of every switch.",
    ),
    factor: numberParam({ min: 0.5, default: 1 }),
    load: fractionParam(0.3),
    speed: choiceParam(["SDR", "DDR", "QDR"], "SDR"),
    wrap: flagParam(false),
    pattern: nameParam("uniform"),
    until: timeParam().optional(),
  }),
};

function refusal(input: unknown): FabricError {
  try {
    parseOptions(plugin, input, { file: "s.yaml", line: 3, path: "topology" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("parseOptions", () => {
  it("fills in defaults, parsed", () => {
    expect(parseOptions(plugin, undefined)).toEqual({
      flight: 20_000,
      delay: 100_000,
      size: 256,
      rate: { num: 4000, den: 1 },
      ports: 8,
      factor: 1,
      load: 0.3,
      speed: "SDR",
      wrap: false,
      pattern: "uniform",
    });
  });

  it("parses what is written", () => {
    expect(
      parseOptions(plugin, {
        flight: "4m",
        delay: 0,
        size: "4KiB",
        ports: 4,
        until: "1ms",
      }),
    ).toMatchObject({
      flight: 20_000,
      delay: 0,
      size: 4096,
      ports: 4,
      until: 1_000_000_000,
    });
  });

  it("refuses unknown keys with the nearest right one", () => {
    expect(refusal({ prots: 8 })).toMatchObject({
      code: "E_SPEC_UNKNOWN_PARAMETER",
      got: "prots",
      hint: "did you mean ports?",
      where: { file: "s.yaml", line: 3, path: "topology.prots" },
    });
  });

  it("hands on what the units say, with the key", () => {
    expect(refusal({ delay: 7 })).toMatchObject({
      code: "E_UNITS_TIME",
      where: { path: "topology.delay" },
    });
    expect(refusal({ size: "256b" })).toMatchObject({
      code: "E_UNITS_SIZE",
      hint: "did you mean B?",
    });
  });

  it.each([
    [{ ports: 300 }, "300", "at most 254"],
    [{ ports: 1 }, "1", "at least 2"],
    [{ ports: 4.5 }, "4.5", "an integer"],
    [{ ports: "8" }, '"8"', "a number"],
    [{ load: 1.5 }, "1.5", "at most 1"],
    [{ speed: "SDS" }, '"SDS"', "one of SDR, DDR, QDR"],
    [{ wrap: "yes" }, '"yes"', "true or false"],
    [{ pattern: "" }, '""', "some text"],
    [{ delay: true }, "true", "a time with its unit"],
  ])("refuses %j", (input, got, expected) => {
    expect(refusal(input)).toMatchObject({
      code: "E_SPEC_BAD_PARAMETER",
      got,
      expected,
    });
  });

  it.each([
    [[], "at least 1 entry"],
    [[1, 2, 3, 4], "at most 3 entries"],
  ])("counts the entries of the list %j", (list, expected) => {
    const plugin = {
      kind: "topology",
      name: "grid",
      params: z.object({ list: z.array(z.number()).min(1).max(3) }),
    };
    expect(() => parseOptions(plugin, { list })).toThrow(
      expect.objectContaining({ code: "E_SPEC_BAD_PARAMETER", expected }),
    );
  });

  it.each([
    ["30%", "as a fraction: 0.3"],
    ["2.9 %", "as a fraction: 0.029"],
    ["0.3", "without quotes: 0.3"],
    ["four", undefined],
  ])("says how a number is written that came as %j", (load, hint) => {
    expect(refusal({ load }).hint).toBe(hint);
  });

  it("refuses what is no set of options", () => {
    expect(refusal("fat-tree")).toMatchObject({
      code: "E_SPEC_BAD_PARAMETER",
      expected: "a mapping, { key: value }",
    });
  });
});

describe("parameter fields", () => {
  it("have a JSON Schema of what a user may write", () => {
    const schema = z.toJSONSchema(plugin.params, {
      io: "input",
    }) as unknown as {
      properties: Record<string, Record<string, unknown>>;
      required?: string[];
    };
    expect(schema.required).toBeUndefined();
    expect(schema.properties["flight"]).toMatchObject({
      default: "20ns",
      unit: "time or length",
      description: "Time of flight.",
    });
    expect(schema.properties["ports"]).toMatchObject({
      type: "integer",
      minimum: 2,
      maximum: 254,
      default: 8,
      description: "Ports of every switch.",
    });
    expect(schema.properties["speed"]).toMatchObject({
      enum: ["SDR", "DDR", "QDR"],
      default: "SDR",
    });
  });
});

it.each([
  [undefined, "nothing"],
  [null, "null"],
  [(): unknown => plugin, "function "],
  [{ name: "sample" }, '{"name":"sample"}'],
])("what is no plugin is refused: %o", (none, got) => {
  let thrown: unknown;
  try {
    parseOptions(none as unknown as typeof plugin, {});
  } catch (error) {
    thrown = error;
  }
  expect(FabricError.is(thrown)).toBe(true);
  expect(thrown).toMatchObject({ code: "E_SPEC_NO_PLUGIN", got });
});
