export {
  diffFabrics,
  type CableChange,
  type FabricDiff,
  type NodeChange,
  type MatchBy,
} from "./fabrics.ts";
export { diffTables, type SwitchDiff, type TableDiff } from "./tables.ts";
