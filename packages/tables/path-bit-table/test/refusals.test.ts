import { sequential } from "@fabriclab/addressing-sequential";
import { single } from "./single.ts";
import { FabricError, parseOptions } from "@fabriclab/spec";
import { complete, kimFigure4a } from "@fabriclab/testing-fabrics";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { pathBitTable } from "../src/index.ts";
import { made } from "./made.ts";

function refusal(run: () => unknown): FabricError {
  try {
    run();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("path-bit-table", () => {
  const options = parseOptions(pathBitTable, {});

  it("refuses a routing that names no paths by bits", () => {
    const { context } = made(kimFigure4a());
    const error = refusal(() =>
      pathBitTable.build({ ...context, routing: single }, options),
    );
    expect(error.code).toBe("E_PATH_BIT_TABLE_NO_BITS");
  });

  it("refuses LIDs without room for the bits", () => {
    const { context } = made(kimFigure4a());
    const lids = sequential.assign(
      context.fabric,
      parseOptions(sequential, {}),
    );
    const error = refusal(() =>
      pathBitTable.build({ ...context, lids }, options),
    );
    expect(error.code).toBe("E_PATH_BIT_TABLE_LIDS");
    expect(error.expected).toBe("LMC 3");
  });

  it("names no LID for a switch, nor for bits that there are not", () => {
    const { plan, context } = made(kimFigure4a());
    const host = context.fabric.switchCount as EndportIx;
    expect(refusal(() => plan.lid(0 as EndportIx, 0)).code).toBe(
      "E_PATH_BIT_TABLE_DESTINATION",
    );
    expect(refusal(() => plan.adaptiveLid(0 as EndportIx)).code).toBe(
      "E_PATH_BIT_TABLE_DESTINATION",
    );
    for (const value of [-1, 4, 0.5])
      expect(refusal(() => plan.lid(host, value)).code).toBe(
        "E_PATH_BIT_TABLE_VALUE",
      );
  });
});

describe("notes of the report", () => {
  const notes = (options: object, tables: object = {}): readonly string[] =>
    made(complete(5), { addressing: options, tables }).tables.report!().notes;

  it("tell how many cycles have no bit", () => {
    // K5 has 10 - 5 + 1 = 6 cycles.
    expect(notes({ bits: 2 })[0]).toContain(
      "6 independent cycles and 2 path bits: 4 cycles have no bit",
    );
  });

  it("tell that an LMC above 7 is for simulation only", () => {
    expect(notes({ mode: "wide", bits: 7 }).join()).toContain(
      "no subnet manager can load them",
    );
    expect(notes({ bits: 6 }).join()).not.toContain("subnet manager");
  });

  it("tell how many walks would go astray", () => {
    expect(notes({}, { lookup: "specific" }).join()).toMatch(
      /\d+ of 1280 walks of \(source, destination, bits\), [\d.]+ %, would not arrive/,
    );
  });
});
