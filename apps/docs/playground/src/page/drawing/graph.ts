import Graph from "graphology";
import type { FabricView } from "../../shared/protocol.ts";
import { Geometry } from "./geometry.ts";

/** Cables up to which each direction has a line of its own. */
export const BOTH_WAYS = 4000;
/** Straight pieces of a bowed cable. */
const PIECES = 12;

/** What sigma draws of a fabric. */
export interface Drawn {
  readonly graph: Graph;
  /** Channel -> keys of its edges. */
  readonly edgesOf: ReadonlyMap<number, readonly string[]>;
  /** Each direction of a cable has a line of its own. */
  readonly bothWays: boolean;
}

/** Pixels of a node or a line, by how many there are. */
export function sizes(view: FabricView): {
  readonly switches: number;
  readonly hosts: number;
  readonly lines: number;
} {
  const nodes = view.switchCount + view.hostCount;
  const step = [60, 300, 1500, 6000].findIndex((most) => nodes <= most);
  return (
    [
      { switches: 11, hosts: 6, lines: 3 },
      { switches: 8, hosts: 4, lines: 2.2 },
      { switches: 5, hosts: 2.5, lines: 1.5 },
      { switches: 3.5, hosts: 1.6, lines: 0.6 },
    ][step] ?? { switches: 2.6, hosts: 1.1, lines: 0.2 }
  );
}

/** The graph of a fabric: a node for each of its own, and nodes of no size where a cable bends; an edge for each piece of a channel. Complexity: O(ports). */
export function graphOf(view: FabricView): Drawn {
  const graph = new Graph({ multi: true, type: "directed" });
  const { x, y, labels, switchCount, portNode, portPeer } = view;
  const size = sizes(view);
  for (let node = 0; node < x.length; node++) {
    const isSwitch = node < switchCount;
    graph.addNode(node, {
      x: x[node],
      y: y[node],
      label: labels[node],
      size: isSwitch ? size.switches : size.hosts,
      isSwitch,
    });
  }
  const bothWays = view.linkCount <= BOTH_WAYS;
  const geometry = new Geometry(view);
  const edgesOf = new Map<number, string[]>();
  const add = (channel: number, back: number): void => {
    const keys: string[] = [];
    const ends: (number | string)[] = [portNode[channel] ?? 0];
    if (!geometry.isStraight(channel))
      for (let k = 1; k < PIECES; k++) {
        const bend = `${channel}.${k}`;
        graph.addNode(bend, {
          ...geometry.at(channel, k / PIECES),
          size: 0,
          isBend: true,
        });
        ends.push(bend);
      }
    ends.push(portNode[portPeer[channel] ?? 0] ?? 0);
    for (let k = 1; k < ends.length; k++) {
      const key = `${channel}-${k}`;
      keys.push(key);
      graph.addEdgeWithKey(key, ends[k - 1], ends[k], { channel, back });
    }
    edgesOf.set(channel, keys);
    if (back >= 0) edgesOf.set(back, keys);
  };
  for (let port = 0; port < portPeer.length; port++) {
    const peer = portPeer[port] ?? -1;
    if (peer < 0) continue;
    if (bothWays) add(port, -1);
    else if (port < peer) add(port, peer);
  }
  return { graph, edgesOf, bothWays };
}
