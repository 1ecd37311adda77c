export { deriveLists, type FabricLists } from "./lists.ts";
export { hostRole, hostRoles, type HostRole } from "./roles.ts";
export { rootCandidates, type RootCandidate } from "./roots.ts";
