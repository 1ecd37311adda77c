import { FabricError } from "@fabriclab/spec";
import { formatTime } from "@fabriclab/units";
import type { Experiment } from "./experiment.ts";
import { checkConfidence } from "./statistics/confidence-interval.ts";

/**
 * Refuses what contradicts itself before anything is composed.
 *
 * @throws FabricError E_SIM_MEASURE, E_SIM_CONFIDENCE, E_SIM_SEED
 */
export function checkMeasure({
  measure,
  threads,
  seed,
}: Pick<Experiment, "measure" | "threads" | "seed">): void {
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
  const { warmup, maxTime } = measure;
  if (warmup !== "auto" && warmup >= maxTime) {
    throw new FabricError({
      code: "E_SIM_MEASURE",
      message: "the warm-up leaves nothing of the longest run to be measured",
      where: { path: "measure.warmup" },
      got: formatTime(warmup),
      expected: `auto, or less than measure.maxTime, ${formatTime(maxTime)}`,
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
