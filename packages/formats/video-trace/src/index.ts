export type { TraceText } from "./lines.ts";
export { readVideoTrace } from "./read.ts";
export {
  TRACE_FORMATS,
  type TraceFormat,
  type TraceFrameType,
  type TraceOrder,
  type TraceUnit,
  type VideoTrace,
  type VideoTraceOptions,
} from "./video-trace.ts";
