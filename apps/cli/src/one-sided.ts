import type { OneSidedCable } from "@fabriclab/formats-ibnetdiscover";
import type { MatchBy } from "@fabriclab/analysis-diff";
import type { Fabric } from "@fabriclab/spec";
import { nodeName } from "./naming/names.ts";
import type { ReadFabric } from "./fabric-reading.ts";

/**
 * The cables that only one end tells of in `read`, and not in `other` in the same way, `S1:3 -> S2:5` from the end that tells. The cable itself both may have: no
 * node and no cable differs, but one of the files lacks a line.
 *
 * @param by what nodes of the two are the same by
 */
export function oneSidedOnly(
  read: ReadFabric,
  other: ReadFabric,
  by: MatchBy,
): string[] {
  const known = new Set(
    (other.oneSided ?? []).map((cable) => keyOf(other.fabric, cable, by)),
  );
  return (read.oneSided ?? [])
    .filter((cable) => !known.has(keyOf(read.fabric, cable, by)))
    .map(({ node, port, peer, peerPort }) => {
      const name = (one: number): string => nodeName(read.fabric, one);
      return `${name(node)}:${port} -> ${name(peer)}:${peerPort}`;
    });
}

function keyOf(
  fabric: Fabric,
  { node, port, peer, peerPort }: OneSidedCable,
  by: MatchBy,
): string {
  const key = (one: number): string =>
    by === "name"
      ? (fabric.nodeName[one] ?? "")
      : String(fabric.nodeGuid[one] ?? 0n);
  return JSON.stringify([key(node), port, key(peer), peerPort]);
}
