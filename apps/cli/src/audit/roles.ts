import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** What an endport is there for, as far as its NodeDescription tells. */
export type Role = "compute" | "aggregation node" | "gateway" | "switch";

/**
 * Channel adapters that sit inside switches or between networks, by NodeDescription. Their traffic is not that of applications, so that an audit of the
 * compute hosts leaves them out.
 */
const inNetwork: readonly (readonly [Role, RegExp])[] = [
  // "Mellanox Technologies Aggregation Node": the SHARP engine of a switch, on its last port (41, 65, 129).
  ["aggregation node", /\baggregation node\b|\bsharp\b.*\ban\b/i],
  ["gateway", /\b(?:bridgex|skyway)\b/i],
  // A switch's own channel adapter carries the switch's description.
  ["gateway", /^MF\d+;/],
];

/** The role of an endport. Everything with an adapter that is not known to be in-network is taken for a compute host. */
export function roleOf(fabric: Fabric, endport: EndportIx): Role {
  if (endport < fabric.switchCount) return "switch";
  const name = fabric.nodeName[fabric.endportNode[endport] ?? 0] ?? "";
  return inNetwork.find(([, pattern]) => pattern.test(name))?.[0] ?? "compute";
}
