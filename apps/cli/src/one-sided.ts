import type { OneSidedCable } from "@fabriclab/formats-ibnetdiscover";
import { nodeName } from "./naming/names.ts";
import type { ReadFabric } from "./fabric-reading.ts";

/**
 * The cables that only one end tells of in `read`, and not in `other` in the same way, `S1:3 -> S2:5` from the end that tells. The cable itself both may have: no
 * node and no cable differs, but one of the files lacks a line.
 *
 * @param keys of the nodes of `read` and of `other`: the same where the nodes are
 */
export function oneSidedOnly(
  read: ReadFabric,
  other: ReadFabric,
  [keys, otherKeys]: readonly [readonly string[], readonly string[]],
): string[] {
  const known = new Set(
    (other.oneSided ?? []).map((cable) => keyOf(cable, otherKeys)),
  );
  return (read.oneSided ?? [])
    .filter((cable) => !known.has(keyOf(cable, keys)))
    .map(({ node, port, peer, peerPort }) => {
      const name = (one: number): string => nodeName(read.fabric, one);
      return `${name(node)}:${port} -> ${name(peer)}:${peerPort}`;
    });
}

const keyOf = (
  { node, port, peer, peerPort }: OneSidedCable,
  keys: readonly string[],
): string => JSON.stringify([keys[node], port, keys[peer], peerPort]);
