import { hostRole, type HostRole } from "@fabriclab/analysis-roles";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** What an endport is there for, as far as an audit tells roles apart. */
export type Role = "compute" | "aggregation node" | "gateway" | "switch";

/**
 * The role of an endport. Everything with an adapter that is not known to be in-network is taken for a compute host: storage and management servers send
 * and receive as applications do.
 */
export function roleOf(fabric: Fabric, endport: EndportIx): Role {
  if (endport < fabric.switchCount) return "switch";
  const role = hostRole(fabric, endport);
  return isInNetwork(role) ? role : "compute";
}

const isInNetwork = (role: HostRole): role is "aggregation node" | "gateway" =>
  role === "aggregation node" || role === "gateway";
