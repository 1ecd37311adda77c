import { trafficKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { traceFile, type TraceFrames } from "../src/index.ts";

/** 240 frames that repeat a group of pictures, at 30 frames a second. */
const still: TraceFrames = {
  bytes: Array.from({ length: 240 }, (_, i) =>
    i % 12 === 0 ? 5000 : i % 3 === 0 ? 3000 : 1000,
  ),
  types: Array.from({ length: 240 }, (_, i) =>
    i % 12 === 0 ? "I" : i % 3 === 0 ? "P" : "B",
  ),
  fps: 30,
};

trafficKit(
  traceFile(() => still),
  [
    { options: { load: 0.001, files: "a" }, burstiness: 0.05 },
    { options: { load: 0.002, files: ["a", "b"], frames: 30, begin: "first" } },
  ],
  { describe, it },
);
