import * as L from "./layout.ts";
import type { Network, NetworkConfig, PacketInside } from "./network.ts";
import {
  usesOwnEndports,
  withOwnEndports,
  type EngineFabric,
} from "./own-endports.ts";
import type { NetworkState } from "./state.ts";

/** Where packets are, by reading the queues between two slices: for drawings of a network at work. The loop knows nothing of it. */
export function packetsInside(
  state: NetworkState,
  config: NetworkConfig,
): Pick<Network, "packets" | "shortestHop" | "delivery"> {
  const { memory: M, layout, clock, general } = state;
  let numbered: EngineFabric | undefined;
  /** The fabric as the engine numbers its ports. */
  const fabricOf = (): EngineFabric =>
    (numbered ??= (usesOwnEndports(config) ? withOwnEndports(config) : config)
      .fabric);
  const portOf = (record: number): number =>
    (record - layout.firstPort) / layout.portWords;

  function packets(): PacketInside[] {
    const found: PacketInside[] = [];
    const chain = (
      first: number,
      stage: PacketInside["stage"],
      port: number,
      lane: number,
      from = 0,
    ): void => {
      const channel = state.portOf(port);
      for (let p = first, place = from; p >= 0; p = M[p + L.K_NEXT]!, place++)
        found.push({
          stage,
          channel,
          lane,
          place,
          sent:
            stage === "input"
              ? clock.base + M[p + L.K_READY]! - state.hopOf[port]!
              : Number.NaN,
          length: M[p + L.K_LENGTH]!,
          bytes: M[p + L.K_BYTES]!,
          source: M[p + L.K_SOURCE]! & L.SOURCE_MASK,
          dlid: M[p + L.K_CLASS]! & 0xffff,
        });
    };
    const { portStart, switchCount } = fabricOf();
    for (let port = 0; port < portStart[switchCount]!; port++) {
      const record = layout.firstPort + port * layout.portWords;
      if (M[record + L.I_NODE]! < 0) continue;
      const up = M[record + L.I_UP]!;
      for (let lane = 0; lane < layout.lanes; lane++) {
        const q = record + L.Q0 + lane * layout.queueWords;
        const h = q + layout.lanes * layout.queueWords;
        const isHeld = layout.held && M[h + L.Q_HEAD]! >= 0;
        if (up >= 0 && isHeld)
          chain(M[h + L.Q_HEAD]!, "input", portOf(up), lane);
        if (up >= 0)
          chain(M[q + L.Q_HEAD]!, "input", portOf(up), lane, isHeld ? 1 : 0);
        const x = record + layout.out + L.O_LANES + lane * layout.laneWords;
        if (layout.buffered) chain(M[x + L.X_HEAD]!, "output", port, lane);
        if (general.centralPackets > 0)
          chain(
            general.centralHead[port * layout.lanes + lane]!,
            "central",
            port,
            lane,
          );
      }
    }
    return found;
  }

  function shortestHop(): number {
    const { portNode, portPeer, switchCount, portCount } = fabricOf();
    let least = Infinity;
    for (let port = 0; port < portCount; port++)
      if ((portNode[portPeer[port] ?? -1] ?? switchCount) < switchCount)
        least = Math.min(least, state.hopOf[port]!);
    return least;
  }

  function delivery(
    endport: number,
    bytes: number,
  ): { length: number; delay: number } {
    const { endportPort, portPeer } = fabricOf();
    const channel = portPeer[endportPort[endport]!]!;
    return {
      length: Math.ceil(
        (bytes * state.rateNum[channel]!) / state.rateDen[channel]!,
      ),
      delay:
        state.flightOf[channel]! + state.receiveOf[state.endpointOf(endport)]!,
    };
  }

  return { packets, shortestHop, delivery };
}
