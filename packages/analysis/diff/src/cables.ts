import { LINK_SPEED_NAMES } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

/** Cables of a fabric in words that do not depend on its numbering. */
export interface NamedCable {
  /** Both ends, the smaller first: `key:port`. */
  readonly ends: readonly [string, string];
  /** `4x NDR` */
  readonly rate: string;
}

/**
 * The cables by their two ends. A port has one cable, so that no two cables have an end in common.
 *
 * @param key node -> the word that stands for it
 * Complexity: O(cables).
 */
export function namedCables(
  fabric: Fabric,
  key: (node: number) => string,
): Map<string, NamedCable> {
  const { linkPorts, portNode, portStart, linkWidth, linkSpeed } = fabric;
  const end = (port: number): string => {
    const node = portNode[port] ?? 0;
    return `${key(node)}:${port - (portStart[node] ?? 0) + 1}`;
  };
  const cables = new Map<string, NamedCable>();
  for (let link = 0; link < fabric.linkCount; link++) {
    const [a, b] = [
      end(linkPorts[2 * link] ?? 0),
      end(linkPorts[2 * link + 1] ?? 0),
    ];
    const ends = a < b ? ([a, b] as const) : ([b, a] as const);
    cables.set(ends.join(" - "), {
      ends,
      rate: `${linkWidth[link] ?? 0}x ${LINK_SPEED_NAMES[linkSpeed[link] ?? 0] ?? ""}`,
    });
  }
  return cables;
}
