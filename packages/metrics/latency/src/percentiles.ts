import { refuseParam } from "@fabriclab/spec";
import { z } from "zod";

/** As a user writes them: `50,95,99.9`, a list, or one. */
type Percentiles = string | number | readonly number[];

/** Which percentiles are reported. Output: as written; {@link percentilesOf} reads it. */
export const percentilesParam = () =>
  z
    .union([z.string(), z.number(), z.array(z.number())], {
      error: "percentiles such as 50,95,99.9 or [50, 95, 99.9]",
    })
    .superRefine((written, context) => {
      const wrong = partsOf(written).find((part) => !isPercentile(part));
      if (wrong === undefined) return;
      refuseParam(context, written, {
        code: "E_LATENCY_PERCENTILES",
        message: "A percentile is a number between 0 and 100",
        got: wrong === "" ? "nothing between commas" : wrong,
        expected: "numbers above 0 and below 100, such as 50,95,99.9",
        ...(["0", "100"].includes(wrong)
          ? {
              hint: `the ${wrong === "0" ? "smallest" : "largest"} latency is reported in any case, as ${wrong === "0" ? "min" : "max"}`,
            }
          : {}),
      });
    })
    .default("50,90,99,99.9")
    .meta({ unit: "%" });

/** Rising, each once. */
export const percentilesOf = (written: Percentiles): readonly number[] =>
  [...new Set(partsOf(written).map(Number))].sort((a, b) => a - b);

const partsOf = (written: Percentiles): string[] =>
  typeof written === "string"
    ? written.split(",").map((part) => part.trim())
    : [written].flat().map(String);

const isPercentile = (part: string): boolean =>
  /^\d+(\.\d+)?$/.test(part) && Number(part) > 0 && Number(part) < 100;
