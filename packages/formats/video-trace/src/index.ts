export type { TraceText } from "./lines.ts";
export { readVideoTrace } from "./read.ts";
export type {
  TraceFormat,
  TraceFrameType,
  TraceOrder,
  TraceUnit,
  VideoTrace,
  VideoTraceOptions,
} from "./video-trace.ts";
