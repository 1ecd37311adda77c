export { mpeg2 } from "./plugin.ts";
export {
  traceFile,
  type TraceFrames,
  type TraceReading,
} from "./trace-file.ts";
