import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** What a host port is there for. */
export type HostRole =
  | "compute"
  | "storage"
  | "management"
  | "aggregation node"
  | "gateway";

/** Channel adapters that sit inside switches or between networks, by NodeDescription. */
const inNetwork: readonly (readonly [HostRole, RegExp])[] = [
  // "Mellanox Technologies Aggregation Node": the SHARP engine of a switch.
  ["aggregation node", /\baggregation node\b|\bsharp\b.*\ban\b/i],
  ["gateway", /\b(?:bridgex|skyway)\b/i],
  // A switch's own channel adapter carries the switch's description.
  ["gateway", /^MF\d+;/],
];

/** Words of host names, whole words only: file systems and their servers. */
const STORAGE =
  /^(?:oss|ost|mds|mdt|mgs|lustre|gpfs|nsd|nfs|nas|stor|sto|storage|beegfs|ceph|osd|weka|vast|ddn|exascaler|isilon|netapp|panfs|daos|io|ion|ionode|lnet|dss|ess|sfa|zfs|fs|bb|burst)$/;

/** Words of host names: who manages the machine, or lets people in. */
const MANAGEMENT =
  /^(?:mgmt|mgt|mng|mgr|mgmtnode|management|manager|master|admin|adm|head|headnode|login|sm|\w*ufm|opensm|sms|service|services|svc|monitor|mon|boot|front|frontend|bastion|visu)$/;

/** Ports of a switch's cages; one port more is that of its Aggregation Node (41, 65, 129). */
const LEAST_CAGES = 36;

/** What a NodeDescription alone says of an adapter that is no host's: undefined where it may be a host's. */
export const inNetworkRole = (
  description: string,
): "aggregation node" | "gateway" | undefined =>
  inNetwork.find(([, pattern]) => pattern.test(description))?.[0] as
    | "aggregation node"
    | "gateway"
    | undefined;

/**
 * The role that a NodeDescription tells: by the words of the host's name. `mds01 HCA-1` is storage; a name that says nothing is a compute node's.
 */
export function nameRole(description: string): HostRole {
  const known = inNetworkRole(description);
  if (known !== undefined) return known;
  const words = description
    .replace(/\b(?:HCA-\d+|(?:mlx|hfi|qib|ibp|ib)[\w]*)\s*$/i, "")
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.some((word) => STORAGE.test(word))) return "storage";
  if (words.some((word) => MANAGEMENT.test(word))) return "management";
  return "compute";
}

/**
 * The role of a host port: by NodeDescription, and by structure: an adapter on the last port of a switch with one port more than it has cages (41, 65,
 * 129) is the switch's own Aggregation Node, whatever its name.
 */
export function hostRole(fabric: Fabric, endport: EndportIx): HostRole {
  const { endportNode, nodeName, portStart } = fabric;
  const named = nameRole(nodeName[endportNode[endport] ?? 0] ?? "");
  if (named !== "compute") return named;
  const place = fabric.attachment(endport);
  if (place === undefined) return named;
  const radix = (portStart[place.sw + 1] ?? 0) - (portStart[place.sw] ?? 0);
  const isInside =
    radix > LEAST_CAGES && radix % 4 === 1 && place.num === radix;
  return isInside ? "aggregation node" : named;
}

/** `hostRole` of every host endport; index 0 is endport `switchCount`. */
export const hostRoles = (fabric: Fabric): readonly HostRole[] =>
  Array.from({ length: fabric.endportCount - fabric.switchCount }, (_, host) =>
    hostRole(fabric, (fabric.switchCount + host) as EndportIx),
  );
