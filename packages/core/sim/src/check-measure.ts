import { FabricError } from "@fabriclab/spec";
import { formatTime, ps } from "@fabriclab/units";
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
  checkConfidence(measure.confidence, "measure.confidence");
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
  const { warmup, minTime = ps(0), maxTime } = measure;
  if (warmup !== "auto" && warmup >= maxTime) {
    throw new FabricError({
      code: "E_SIM_MEASURE",
      message: "the warm-up leaves nothing of the longest run to be measured",
      where: { path: "measure.warmup" },
      got: formatTime(warmup),
      expected: `auto, or less than measure.maxTime, ${formatTime(maxTime)}`,
    });
  }
  if (!(minTime >= 0)) {
    throw new FabricError({
      code: "E_SIM_MEASURE",
      message: "measure.minTime must not be below zero",
      where: { path: "measure.minTime" },
      got: `${minTime} ps`,
      expected: "a time such as 1ms, or none",
    });
  }
  const left = warmup === "auto" ? maxTime : ps(maxTime - warmup);
  // An automatic warm-up takes some of the time, nobody knows how much.
  if (minTime > left || (warmup === "auto" && minTime >= left)) {
    throw new FabricError({
      code: "E_SIM_MEASURE",
      message: "the longest run is over before the least time is measured",
      where: { path: "measure.minTime" },
      got: formatTime(minTime),
      expected:
        warmup === "auto"
          ? `less than measure.maxTime, ${formatTime(maxTime)}`
          : `at most ${formatTime(left)}, which measure.maxTime, ${formatTime(maxTime)}, leaves after measure.warmup, ${formatTime(warmup)}`,
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

/**
 * Refuses what only runs of endless traffic have: finite traffic is measured whole, from its first packet to its last.
 *
 * @throws FabricError E_SIM_FINITE_WARMUP where a warm-up is to be left out, E_SIM_MEASURE where a least time is asked for
 */
export function checkMeasuredWhole({
  measure: { warmup, minTime = ps(0) },
}: Pick<Experiment, "measure">): void {
  if (warmup !== "auto" && warmup > 0)
    throw new FabricError({
      code: "E_SIM_FINITE_WARMUP",
      message:
        "finite traffic is measured whole, so there is no warm-up to leave out",
      where: { path: "measure.warmup" },
      got: formatTime(warmup),
      expected: "auto or 0",
    });
  if (minTime > 0)
    throw new FabricError({
      code: "E_SIM_MEASURE",
      message:
        "finite traffic is measured whole and ends by itself, so there is no least time to measure",
      where: { path: "measure.minTime" },
      got: formatTime(minTime),
      expected: "none, or endless traffic alone",
    });
}
