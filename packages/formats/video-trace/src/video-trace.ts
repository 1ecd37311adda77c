/** Known layouts of frame traces, by the columns of a line. */
export const TRACE_FORMATS = [
  "sizes",
  "size-psnr",
  "verbose",
  "ns3",
  "evalvid",
] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

export type TraceUnit = "bits" | "bytes";
/** `display`: as the frames are shown; `coding`: as they are sent, what a B frame refers to before it. */
export type TraceOrder = "display" | "coding";
export type TraceFrameType = "I" | "P" | "B";

/** What a file does not say, or what is to be held against what it says. */
export interface VideoTraceOptions {
  /** Its name, for messages. */
  readonly file?: string;
  /** Absent = by the columns. */
  readonly format?: TraceFormat;
  readonly unit?: TraceUnit;
  readonly order?: TraceOrder;
  /** Frames per second, for files without times. */
  readonly fps?: number;
  /** Frame types of a group of pictures in display order, for files without types; `none` = all frames count as I frames. */
  readonly gop?: string;
}

/** Frames of a video in the order in which they are sent. */
export interface VideoTrace {
  readonly format: TraceFormat;
  readonly unit: TraceUnit;
  /** The file's own order. */
  readonly order: TraceOrder;
  readonly fps: number;
  /** Bytes of each frame; 0 where the encoder skipped one. */
  readonly bytes: Float64Array;
  readonly types: readonly TraceFrameType[];
}
