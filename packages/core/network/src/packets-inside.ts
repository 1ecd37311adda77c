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
  /** Endpoints below this have receive buffers. */
  const receiving = general.receive?.hosts ?? 0;
  let numbered: EngineFabric | undefined;
  /** The fabric as the engine numbers its ports. */
  const fabricOf = (): EngineFabric =>
    (numbered ??= (usesOwnEndports(config) ? withOwnEndports(config) : config)
      .fabric);
  const portOf = (record: number): number =>
    (record - layout.firstPort) / layout.portWords;

  // Ticks at which packet `p` entered the channel of a sending port.
  const unsent = (): number => Number.NaN;
  const sentToSwitch = (p: number, port: number): number =>
    clock.base + M[p + L.K_READY]! - state.hopOf[port]!;
  const sentToHost = (p: number, port: number): number =>
    clock.base + M[p + L.K_READY]! - state.flightOf[port]! - M[p + L.K_LENGTH]!;

  function packets(): PacketInside[] {
    const found: PacketInside[] = [];
    const chain = (
      first: number,
      stage: PacketInside["stage"],
      port: number,
      lane: number,
      from = 0,
      sentOf = stage === "input" ? sentToSwitch : unsent,
    ): void => {
      const channel = state.portOf(port);
      for (let p = first, place = from; p >= 0; p = M[p + L.K_NEXT]!, place++)
        found.push({
          stage,
          channel,
          lane,
          place,
          sent: sentOf(p, port),
          length: M[p + L.K_LENGTH]!,
          bytes: M[p + L.K_BYTES]!,
          source: M[p + L.K_SOURCE]! & L.SOURCE_MASK,
          dlid: M[p + L.K_CLASS]! & 0xffff,
        });
    };
    /** What host `record` has received and not yet taken out of its buffers. */
    const received = (record: number): void => {
      const host = ~M[record + L.I_NODE]!;
      const { receive } = general;
      const up = M[record + L.I_UP]!;
      if (up < 0 || receive === undefined || host >= receive.hosts) return;
      for (let lane = 0; lane < layout.lanes; lane++)
        chain(
          receive.head[host * layout.lanes + lane]!,
          "input",
          portOf(up),
          lane,
          0,
          sentToHost,
        );
    };
    const { portStart, switchCount } = fabricOf();
    for (const record of state.groupBase.subarray(switchCount))
      received(record);
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

  const lengthOn = (port: number, bytes: number): number =>
    Math.ceil((bytes * state.rateNum[port]!) / state.rateDen[port]!);

  function shortestHop(): number {
    const { portNode, portPeer, switchCount, portCount } = fabricOf();
    const shortest = Math.min(...config.traffic.map((t) => t.minPacketBytes));
    let least = Infinity;
    for (let port = 0; port < portCount; port++)
      if ((portNode[portPeer[port] ?? -1] ?? switchCount) < switchCount)
        least = Math.min(least, state.hopOf[port]!);
      else if (receiving > 0 && portPeer[port]! >= 0)
        least = Math.min(
          least,
          state.flightOf[port]! + lengthOn(port, shortest),
        );
    return least;
  }

  function delivery(
    endport: number,
    bytes: number,
  ): { length: number; delay: number } | undefined {
    if (state.endpointOf(endport) < receiving) return undefined;
    const { endportPort, portPeer } = fabricOf();
    const channel = portPeer[endportPort[endport]!]!;
    return {
      length: lengthOn(channel, bytes),
      delay:
        state.flightOf[channel]! + state.receiveOf[state.endpointOf(endport)]!,
    };
  }

  return { packets, shortestHop, delivery };
}
