export type { DraftEnd, NodeFacts, PortFacts } from "./draft-node.ts";
export {
  FabricDraft,
  type BuildOptions,
  type FabricOfText,
} from "./fabric-draft.ts";
export { noteUnsaidLmc } from "./draft-lids.ts";
export { Notes, type ReadNote, type SharedLid } from "./notes.ts";
export {
  agreedRate,
  GBPS_OF_SPEED,
  speedOfGbps,
  type Rate,
  type UsableRate,
} from "./rate.ts";
export { refusal, Scanner, type LinePlace, type Refusal } from "./scanner.ts";
export { noteSharedPortGuids } from "./shared-guids.ts";
export {
  refuseUtf16,
  sourceLines,
  type SourceLine,
  type SourceText,
} from "./source-lines.ts";
export { noteOtherLids, usableLids, type SaidLids } from "./usable-lids.ts";
export { MOST_UNPACKED, mostUnpackedBytes } from "./unpacked-limit.ts";
