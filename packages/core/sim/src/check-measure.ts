import { FabricError } from "@fabriclab/spec";
import type { Experiment } from "./experiment.ts";
import { checkConfidence } from "./statistics/confidence-interval.ts";

/** @throws FabricError E_SIM_MEASURE, E_SIM_CONFIDENCE, E_SIM_SEED */
export function checkMeasure({ measure, threads, seed }: Experiment): void {
  checkConfidence(measure.confidence);
  const positive = {
    "measure.precision": measure.precision,
    "measure.maxTime": measure.maxTime,
    "measure.maxPackets": measure.maxPackets,
    "measure.finiteCaps.maxTime": measure.finiteCaps?.maxTime ?? 1,
    "measure.finiteCaps.maxPackets": measure.finiteCaps?.maxPackets ?? 1,
    threads,
  };
  for (const [path, value] of Object.entries(positive)) {
    if (value > 0) continue;
    throw new FabricError({
      code: "E_SIM_MEASURE",
      message: `${path} must be above zero`,
      where: { path },
      got: path.endsWith("maxTime") ? `${value} ps` : String(value),
      expected: path.endsWith("maxTime")
        ? "a time above 0, such as 10ms"
        : "a number above 0",
    });
  }
  if (!Number.isSafeInteger(seed)) {
    throw new FabricError({
      code: "E_SIM_SEED",
      message: "the seed is not a whole number",
      where: { path: "seed" },
      got: String(seed),
      expected: "an integer",
    });
  }
}
