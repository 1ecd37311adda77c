import { choiceParam, defineMetric, PAPERS } from "@fabriclab/spec";
import { z } from "zod";
import { DeadlineMetric } from "./deadline-metric.ts";
import { values } from "./values.ts";

/**
 * Deadlines of video frames: `deadline` is the deadline missing probability DMP (missed frames over delivered frames), `deadline.lateness` the
 * deadline missing time DMT (mean lateness of the missed frames), both by the other origin as well where that is asked for, `deadline.damaged` the share of delivered frames that lack packets,
 * `deadline.frame` the mean time from a frame's generation to its arrival. Per (stream,
 * destination).
 */
export const deadline = defineMetric({
  name: "deadline",
  summary: "Missed frames of video: how many, and how late.",
  cites: [PAPERS.kim2007],
  params: z.object({
    origin: choiceParam(
      ["generation", "first-arrival", "both"],
      "generation",
    ).describe(
      "what the first deadline is one frame period after: the generation of the first frame, or its arrival; both: deadline by the first, and deadline.first-arrival by the second beside it",
    ),
    split: choiceParam(["none", "traffic"], "none").describe(
      "report every traffic entry that has frames, besides the whole",
    ),
  }),
  claims: { unit: "1" },
  // A frame that lies across the border of two batches, as late ones do most, would be incomplete in both.
  sequential: true,
  covers: ({ frames }) => frames !== undefined,
  values,
  plots: {
    deadline: { label: "Missed frames", of: "of those delivered" },
    "deadline.lateness": { label: "Mean lateness of missed frames" },
    "deadline.first-arrival": {
      label: "Missed frames, first deadline from the first arrival",
      of: "of those delivered",
    },
    "deadline.first-arrival.lateness": {
      label:
        "Mean lateness of missed frames, first deadline from the first arrival",
    },
    "deadline.damaged": { label: "Damaged frames", of: "of those delivered" },
    "deadline.frame": { label: "Mean time of a frame" },
  },
  create: (context, options) => new DeadlineMetric(context, options),
});
