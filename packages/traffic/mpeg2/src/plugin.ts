import { connectionValues } from "@fabriclab/connection";
import {
  defineTraffic,
  numberParam,
  overloadCheck,
  PAPERS,
  rateParam,
  refuseParam,
} from "@fabriclab/spec";
import { z } from "zod";
import { createVideo } from "./create-video.ts";
import { GeneratedFrames } from "./generated-frames.ts";
import { codingOrder, GOP_PATTERN } from "./gop-pattern.ts";
import { planGroups } from "./group-plan.ts";
import { LEAST_FPS, videoParams } from "./video-params.ts";
import { withoutEffect } from "./without-effect.ts";

/** 30 frames a second. */
const FPS = 30;
const RATES = ["3Mb/s", "4Mb/s", "5Mb/s", "6Mb/s", "8Mb/s", "10Mb/s", "15Mb/s"];

/** Half a minute of video; each stream keeps a record of every letter. */
const LONGEST_GOP = 1000;

const gop = z
  .string()
  .superRefine((value, context) => {
    if (value.length > LONGEST_GOP) {
      refuseParam(context, value, {
        code: "E_MPEG2_GOP",
        message: "A group of pictures is too long",
        got: `${value.length} letters`,
        expected: `at most ${LONGEST_GOP} letters`,
      });
      return;
    }
    if (GOP_PATTERN.test(value)) return;
    refuseParam(context, value, {
      code: "E_MPEG2_GOP",
      message: "A group of pictures begins with its one I frame",
      got: value === "" ? "nothing" : value,
      expected: "I, then B and P in display order, such as IBBPBBPBBPBB",
    });
  })
  .default("IBBPBBPBBPBB")
  .meta({ unit: "pattern" });

const byType = (i: number, p: number, b: number, meaning: string) =>
  z
    .strictObject({
      I: numberParam({ min: 0, max: 3, default: i }).describe("I frames"),
      P: numberParam({ min: 0, max: 3, default: p }).describe("P frames"),
      B: numberParam({ min: 0, max: 3, default: b }).describe("B frames"),
    })
    .prefault({})
    .describe(meaning)
    .meta({ unit: "1" });

const weight = (byDefault: number, meaning: string) =>
  z.number().positive().default(byDefault).describe(meaning);

const params = z
  .object({
    ...videoParams,
    fps: z
      .number()
      .min(LEAST_FPS)
      .default(FPS)
      .describe("frames per second")
      .meta({ unit: "1/s" }),
    rates: z
      .array(rateParam())
      .min(1)
      .prefault(RATES)
      .describe(
        "mean payload rates of streams: a host takes them in turn until its load is full",
      )
      .meta({ unit: "rate" }),
    gop: gop.describe("frame types of a group of pictures, in display order"),
    weights: z
      .strictObject({
        I: weight(5, "I frames"),
        P: weight(3, "P frames"),
        B: weight(1, "B frames"),
      })
      .prefault({})
      .describe("mean sizes of the frame types relative to each other")
      .meta({ unit: "1" }),
    activityCov: numberParam({ min: 0, max: 3, default: 0.4 }).describe(
      "coefficient of variation of the activity that the frames of a group share",
    ),
    activityCorrelation: numberParam({
      min: 0,
      max: 1,
      default: 0.92,
    }).describe(
      "correlation of the activity's logarithm from one group to the next",
    ),
    noise: byType(
      0.2,
      0.35,
      0.4,
      "standard deviation of the logarithm of each frame's own factor",
    ),
  })
  .superRefine(overloadCheck("E_MPEG2_LOAD"));

/** Independent groups of pictures whose worth a measured interval of endless video holds. */
const LEAST_GROUPS = 10;

/** How many groups of correlated activity say as much of its mean as one independent group: those of an AR(1) process. What never changes has nothing to average. */
const groupsForOne = (cov: number, correlation: number): number =>
  cov === 0 || correlation === 1 ? 1 : (1 + correlation) / (1 - correlation);

/**
 * Synthetic MPEG-2 video: every host has streams of frames, whose sizes follow the types of a group of pictures and an activity that changes slowly.
 *
 * Open loop: a frame exists when the camera says so, whatever the network does; what does not fit waits in the host.
 */
export const mpeg2 = defineTraffic({
  name: "mpeg2",
  summary:
    "Synthetic MPEG-2 video: streams of frames at given mean rates, cut into packets.",
  cites: [PAPERS.kim2007],
  params,
  claims: { loop: "open", finite: "frames" },
  withoutEffect: (options) => ({
    ...withoutEffect(options),
    ...(options.activityCov === 0
      ? { activityCorrelation: "with `activityCov: 0` all groups are alike" }
      : {}),
  }),
  groups: (context, options) =>
    options.multicast?.scheme === "multicast"
      ? planGroups(context, options, "mpeg2")
      : [],
  values: connectionValues,
  create(context, options) {
    const { fps, gop, rates } = options;
    const shape = { ...options, coded: codingOrder(gop) };
    const leastFrames =
      LEAST_GROUPS *
      gop.length *
      groupsForOne(options.activityCov, options.activityCorrelation);
    return createVideo(
      context,
      options,
      rates.map(({ num, den }) => ({
        rate: (1e12 * den) / num,
        leastFrames,
        droppable: /[PB]/.test(gop),
        frames: (rate, random) => {
          const first = random.below(gop.length);
          return new GeneratedFrames(shape, rate / fps, first, random);
        },
      })),
      fps,
      "mpeg2",
    );
  },
});
