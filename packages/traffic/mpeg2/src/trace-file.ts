import {
  choiceParam,
  defineTraffic,
  FabricError,
  overloadCheck,
  PAPERS,
  type RandomStream,
} from "@fabriclab/spec";
import { z } from "zod";
import { createVideo, type VideoKind } from "./create-video.ts";
import type { WireCost } from "./fill.ts";
import { packetCount } from "./frame-stream.ts";
import type { FrameSequence } from "./frame-sequence.ts";
import type { FrameType } from "./gop-pattern.ts";
import { planGroups } from "./group-plan.ts";
import { LEAST_FPS, videoParams } from "./video-params.ts";
import { withoutEffect } from "./without-effect.ts";

/** Frames of one trace in the order in which they are sent; `readVideoTrace` of `@fabriclab/formats-video-trace` gives such. */
export interface TraceFrames {
  readonly bytes: ArrayLike<number>;
  readonly types: readonly FrameType[];
  readonly fps: number;
}

const params = z
  .object({
    ...videoParams,
    files: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
        error: "the name of a file, or a list of names",
      })
      .describe(
        "frame traces (one, or a list), relative to the scenario: a host plays them in turn until its load is full",
      )
      .meta({ unit: "name" }),
    format: z
      .enum(["sizes", "size-psnr", "verbose", "ns3", "evalvid"])
      .optional()
      .describe("layout of the files; absent = by their columns")
      .meta({ unit: "choice" }),
    unit: z
      .enum(["bits", "bytes"])
      .optional()
      .describe(
        "unit of the sizes, where the files do not prove it; given, it is held against them",
      )
      .meta({ unit: "choice" }),
    order: z
      .enum(["display", "coding"])
      .optional()
      .describe(
        "order of the frames, where the files do not prove it; given, it is held against them",
      )
      .meta({ unit: "choice" }),
    fps: z
      .number()
      .min(LEAST_FPS)
      .optional()
      .describe("frames per second of files without times")
      .meta({ unit: "1/s" }),
    gop: z
      .string()
      .optional()
      .describe(
        "frame types of files without types: a group of pictures in display order, or none (all count as I frames)",
      )
      .meta({ unit: "pattern" }),
    begin: choiceParam(["random", "first"], "random").describe(
      "the frame with which a stream begins; at the end of its file it goes on with the first",
    ),
  })
  .superRefine(overloadCheck("E_MPEG2_LOAD"));

/** How a file is to be understood. */
export type TraceReading = Pick<
  z.output<typeof params>,
  "format" | "unit" | "order" | "fps" | "gop"
>;

/** Frame rates that differ by less are the same, rounded otherwise. */
const FPS_SLACK = 0.01;

/**
 * Traffic that plays frame traces: as `mpeg2`, with the frames of files.
 *
 * @param read a file's frames; it knows where relative paths begin, and throws FabricErrors
 */
export const traceFile = (
  read: (path: string, how: TraceReading) => TraceFrames,
) =>
  defineTraffic({
    name: "trace-file",
    summary: "Video streams that play frame traces from files.",
    cites: [PAPERS.kim2007],
    params,
    claims: { loop: "open", finite: "frames" },
    withoutEffect,
    groups: (context, options) =>
      options.multicast?.scheme === "multicast"
        ? planGroups(context, options, "trace-file")
        : [],
    create(context, options) {
      const { format, unit, order, fps, gop } = options;
      const files = [options.files].flat();
      const traces = files.map((path) =>
        read(path, { format, unit, order, fps, gop }),
      );
      return createVideo(
        context,
        options,
        traces.map((trace, i) => kindOf(trace, files[i] ?? "", options.begin)),
        commonRate(traces, files),
        "trace-file",
      );
    },
  });

function commonRate(
  traces: readonly TraceFrames[],
  files: readonly string[],
): number {
  const fps = traces[0]?.fps ?? 0;
  const other = traces.findIndex(
    (trace) => Math.abs(trace.fps / fps - 1) > FPS_SLACK,
  );
  if (other < 0) return fps;
  throw new FabricError({
    code: "E_TRACE_FILE_FPS",
    message: "The traces of one traffic have one number of frames per second",
    where: { path: `files[${other}]` },
    got: `${traces[other]?.fps.toFixed(2)} in ${files[other] ?? ""}, ${fps.toFixed(2)} in ${files[0] ?? ""}`,
    expected: "the same in all",
    hint: "give each kind a traffic entry of its own",
  });
}

/** Bytes of a frame on the wire: all packets but the last are full, and that one is padded where payload is. */
function onWire(bytes: number, { mtu, overhead, padded }: WireCost): number {
  const packets = packetCount(bytes, mtu);
  const full = (packets - 1) * mtu;
  const rest = bytes - full;
  return packets * overhead + full + (padded ? Math.ceil(rest / 4) * 4 : rest);
}

function kindOf(
  { bytes, types, fps }: TraceFrames,
  file: string,
  begin: "random" | "first",
): VideoKind {
  let sum = 0;
  for (let frame = 0; frame < bytes.length; frame++) sum += bytes[frame] ?? 0;
  if (sum === 0)
    throw new FabricError({
      code: "E_TRACE_FILE_EMPTY",
      message: "The frames of this trace have no bytes",
      where: { path: "files" },
      got: file,
      expected: "frames with sizes above 0",
    });
  const mean = (sum / bytes.length) * fps;
  // A frame that the encoder skipped is sent as one byte: the receiver learns that it is not to wait for it.
  const sent = (size: number, scale: number): number =>
    Math.max(1, Math.round(size * scale));
  // Why kept: the streams of all hosts have few rates.
  const known = new Map<string, number>();
  return {
    rate: mean,
    droppable: types.some((type) => type !== "I"),
    wireRate(rate: number, cost: WireCost): number {
      const key = `${rate} ${cost.overhead}`;
      let wire = known.get(key);
      if (wire === undefined) {
        wire = 0;
        for (let frame = 0; frame < bytes.length; frame++)
          wire += onWire(sent(bytes[frame] ?? 0, rate / mean), cost);
        wire *= fps / bytes.length;
        known.set(key, wire);
      }
      return wire;
    },
    // It is played from some frame on, and over again.
    leastFrames: bytes.length,
    frames(rate: number, random: RandomStream): FrameSequence {
      const first = begin === "random" ? random.below(bytes.length) : 0;
      const scale = rate / mean;
      const at = (frame: number): number => (first + frame) % bytes.length;
      return {
        bytes: (frame) => sent(bytes[at(frame)] ?? 0, scale),
        type: (frame) => types[at(frame)] ?? "I",
      };
    },
  };
}
