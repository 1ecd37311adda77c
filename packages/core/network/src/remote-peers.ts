import type { EngineConfig } from "./own-endports.ts";

/** Port -> 1 where another part simulates what is at the other end of its cable. */
export const remotePeers = (
  { portCount, portPeer, portNode }: EngineConfig["fabric"],
  owns: (node: number) => boolean,
): Uint8Array =>
  Uint8Array.from({ length: portCount }, (_, port) =>
    portPeer[port]! >= 0 && !owns(portNode[portPeer[port]!]!) ? 1 : 0,
  );
