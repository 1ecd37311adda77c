export {
  diffFabrics,
  type CableChange,
  type FabricDiff,
  type NodeChange,
} from "./fabrics.ts";
export { matchNodes, type MatchBy, type NodeMatch } from "./match.ts";
export { type Sl2vlDiff } from "./sl2vl.ts";
export { diffTables, type SwitchDiff, type TableDiff } from "./tables.ts";
