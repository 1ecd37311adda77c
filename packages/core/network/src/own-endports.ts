import type { Fabric } from "@fabriclab/spec";
import type { NetworkConfig } from "./network.ts";
import { byteTimeRatio } from "./timing.ts";

/** What the engine reads of a fabric. */
export type EngineFabric = Pick<
  Fabric,
  | "switchCount"
  | "portCount"
  | "portStart"
  | "portNode"
  | "portPeer"
  | "portLink"
  | "linkCount"
  | "endportCount"
  | "endportNode"
  | "endportPort"
> & {
  readonly linkFlightPs: ArrayLike<number>;
  readonly linkBytePsNum: ArrayLike<number>;
  readonly linkBytePsDen: ArrayLike<number>;
  /** Number of a switch's first port: 1, or 0 where the switches' own endports take part; absent = 1. */
  readonly firstPort?: 0 | 1;
  /** Port -> index in the fabric that was given, -1 for what was added; absent = the same. */
  readonly givenPort?: Int32Array;
  /** Host ports from this one on are the switches' own endports; absent = none. */
  readonly firstOwnPort?: number;
};

/** A network's configuration as the engine uses it. */
export type EngineConfig = Omit<NetworkConfig, "fabric"> & {
  readonly fabric: EngineFabric;
  /** What the configuration said of all links where `fabric` has it already; refusals name its keys. */
  readonly linkInFabric?: NetworkConfig["link"];
};

/** Whether packets come from, or (as the traffic says) go to, the endports of switches. */
export const usesOwnEndports = ({ fabric, traffic }: NetworkConfig): boolean =>
  traffic.some(
    ({ switchEndports, streams }) =>
      switchEndports === true ||
      streams.some(({ source }) => source < fabric.switchCount),
  );

/**
 * The fabric with every switch's own endport spelled out: a port 0 on the switch and, behind it, a node like a host, without length and
 * at the rate of the switch's fastest link. So a switch's endport injects through the crossbar and the tables as an input among inputs, and
 * receives as an output among outputs. The switches' ports are then numbered from 0, and those nodes follow the hosts.
 */
export function withOwnEndports(config: NetworkConfig): EngineConfig {
  const { fabric, link, ...rest } = config;
  const S = fabric.switchCount;
  const { nodeCount, linkCount } = fabric;
  const ports = fabric.portCount + 2 * S;
  const firstOwnPort = fabric.portCount + S;
  const portStart = new Int32Array(nodeCount + S + 1);
  const portNode = new Int32Array(ports);
  const portPeer = new Int32Array(ports).fill(-1);
  const portLink = new Int32Array(ports).fill(-1);
  const givenPort = new Int32Array(ports).fill(-1);
  const moved = (port: number): number =>
    port + Math.min(fabric.portNode[port]!, S - 1) + 1;
  for (let node = 0; node <= nodeCount; node++)
    portStart[node] = fabric.portStart[node]! + Math.min(node, S);
  for (let sw = 0; sw <= S; sw++) portStart[nodeCount + sw] = firstOwnPort + sw;
  for (let port = 0; port < fabric.portCount; port++) {
    const at = moved(port);
    const peer = fabric.portPeer[port]!;
    givenPort[at] = port;
    portNode[at] = fabric.portNode[port]!;
    portPeer[at] = peer < 0 ? -1 : moved(peer);
    portLink[at] = fabric.portLink[port]!;
  }
  const overridden =
    link?.byteTimePs === undefined ? undefined : byteTimeRatio(link.byteTimePs);
  // Why not 32 bits as in a fabric: `link` may say longer times, which would come back as others.
  const linkFlightPs = new Float64Array(linkCount + S);
  const linkBytePsNum = new Float64Array(linkCount + S).fill(1);
  const linkBytePsDen = new Float64Array(linkCount + S).fill(1);
  for (let l = 0; l < linkCount; l++) {
    linkFlightPs[l] = link?.flightPs ?? fabric.linkFlightPs[l]!;
    linkBytePsNum[l] = overridden?.num ?? fabric.linkBytePsNum[l]!;
    linkBytePsDen[l] = overridden?.den ?? fabric.linkBytePsDen[l]!;
  }
  for (let sw = 0; sw < S; sw++) {
    const [inside, own] = [portStart[sw]!, firstOwnPort + sw];
    portNode[inside] = sw;
    portNode[own] = nodeCount + sw;
    portPeer[inside] = own;
    portPeer[own] = inside;
    portLink[inside] = portLink[own] = linkCount + sw;
    let fastest = Infinity;
    for (let port = inside + 1; port < portStart[sw + 1]!; port++) {
      const l = portLink[port]!;
      if (l < 0 || linkBytePsNum[l]! / linkBytePsDen[l]! >= fastest) continue;
      fastest = linkBytePsNum[l]! / linkBytePsDen[l]!;
      linkBytePsNum[linkCount + sw] = linkBytePsNum[l]!;
      linkBytePsDen[linkCount + sw] = linkBytePsDen[l]!;
    }
  }
  return {
    ...rest,
    linkInFabric: link,
    fabric: {
      switchCount: S,
      portCount: ports,
      portStart,
      portNode,
      portPeer,
      portLink,
      linkCount: linkCount + S,
      linkFlightPs,
      linkBytePsNum,
      linkBytePsDen,
      endportCount: fabric.endportCount,
      endportNode: fabric.endportNode,
      endportPort: Int32Array.from(fabric.endportPort, (port, endport) =>
        endport < S ? firstOwnPort + endport : port < 0 ? -1 : moved(port),
      ),
      firstPort: 0,
      givenPort,
      firstOwnPort,
    },
  };
}
