import type { NetworkConfig } from "@fabriclab/network";
import type {
  Fabric,
  ForwardingTables,
  HcaModel,
  SwitchModel,
  TrafficTablesContext,
} from "@fabriclab/spec";
import { bytePsAt, flightPsAt } from "./link-times.ts";

const NO_PATH = 255;

/** What the receiving engine of a host takes for a packet, in ps. */
function receivePs({ receive }: HcaModel, bytes: number): number {
  if (receive === undefined) return 0;
  const { elementDelay, bytePs } = receive;
  return elementDelay + (bytes * bytePs.num) / bytePs.den;
}

/**
 * The latency of one packet in an idle network, as the packet engine has it, from the models' delays alone: `TrafficTablesContext.idleLatency`.
 *
 * A packet is cut through: in every switch its header takes the pipeline's delay, and more where the next link is faster and would run out of
 * bytes. Show-ahead is left out, so that the time is never too short. O(hops) per call.
 */
export function idleLatency(run: {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  readonly switchModel: SwitchModel;
  readonly hca: HcaModel;
  readonly link: NetworkConfig["link"];
}): NonNullable<TrafficTablesContext["idleLatency"]> {
  const { fabric, tables, switchModel, hca, link } = run;
  const { switchCount, portStart, portNode, portPeer } = fabric;
  const flightOf = (port: number): number => flightPsAt(fabric, port, link);
  const bytePsOf = (port: number): number => bytePsAt(fabric, port, link);
  /** An own endport has the rate of its switch's fastest link. */
  const ownBytePs = (sw: number): number => {
    let fastest = Infinity;
    for (let p = portStart[sw] ?? 0; p < (portStart[sw + 1] ?? 0); p += 1)
      if ((portPeer[p] ?? -1) >= 0) fastest = Math.min(fastest, bytePsOf(p));
    return fastest;
  };
  const { routingDelay, outputDelay = 0 } = switchModel;
  const ownDelay = switchModel.endportDelay ?? routingDelay;

  return (source, lid, bytes) => {
    const destination = tables.lids.owner[lid] ?? -1;
    const isOwn = source < switchCount;
    const first = isOwn ? -1 : (fabric.endportPort[source] ?? -1);
    let length = bytes * (isOwn ? ownBytePs(source) : bytePsOf(first));
    // When the header is in the switch.
    let header = isOwn ? 0 : hca.sendDelay + flightOf(first);
    let node = isOwn ? source : (portNode[portPeer[first] ?? -1] ?? -1);
    for (let hops = 0; hops <= switchCount; hops += 1) {
      if (node < 0) return Infinity;
      const num = tables.lft[node]?.[lid] ?? NO_PATH;
      if (num === NO_PATH) return Infinity;
      const port = (portStart[node] ?? 0) + num - 1;
      const next = bytes * (num === 0 ? ownBytePs(node) : bytePsOf(port));
      const delay = hops === 0 && isOwn ? ownDelay : routingDelay;
      const start = header + delay + Math.max(0, length - next) + outputDelay;
      length = next;
      if (num === 0)
        return node === destination ? Math.ceil(start + length) : Infinity;
      const peer = portPeer[port] ?? -1;
      header = start + flightOf(port);
      node = portNode[peer] ?? -1;
      if (node < switchCount) continue;
      return fabric.endportPort[destination] === peer
        ? Math.ceil(header + length + receivePs(hca, bytes) + hca.receiveDelay)
        : Infinity;
    }
    return Infinity;
  };
}
