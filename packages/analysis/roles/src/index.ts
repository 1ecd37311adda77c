export { deriveLists, type FabricLists } from "./lists.ts";
export {
  hostRole,
  hostRoles,
  inNetworkRole,
  nameRole,
  type HostRole,
} from "./roles.ts";
export { rootCandidates, type RootCandidate } from "./roots.ts";
