import { FabricError } from "@fabriclab/units";
import * as L from "./layout.ts";
import { BIRTH_WORDS } from "./mailed-births.ts";
import type { NetworkConfig } from "./network.ts";
import { byteTimeRatio, lengthTicks, ticksOf } from "./timing.ts";

/** Words of the cache lines at whose beginning each half of a mailbox begins. */
const LINE = 32;

/** Ticks in which no part can disturb another, and how many messages they can send each other in that time. */
export function lookaheadOf(
  config: NetworkConfig,
  partOf: Uint8Array,
): { ticks: number; messages: number } {
  const { fabric, tickPs, link, traffic } = config;
  const minBytes = Math.min(...traffic.map((t) => t.minPacketBytes));
  const lanes = config.switchModels[0]!.lanes;
  /** Ticks of the shortest packet on the link of a port. */
  const lengthAt = (port: number): number => {
    const l = fabric.portLink[port]!;
    const rate =
      link?.byteTimePs === undefined
        ? { num: fabric.linkBytePsNum[l]!, den: fabric.linkBytePsDen[l]! }
        : byteTimeRatio(link.byteTimePs);
    return lengthTicks(minBytes, rate, tickPs);
  };
  /** The same on the fastest link of a switch. */
  const shortestAt = (sw: number): number => {
    let least = Infinity;
    for (let p = fabric.portStart[sw]!; p < fabric.portStart[sw + 1]!; p++)
      if (fabric.portPeer[p]! >= 0) least = Math.min(least, lengthAt(p));
    return least;
  };
  const boundary: number[] = [];
  let ticks = Infinity;
  let shortest = Infinity;
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port]!;
    if (peer < 0) continue;
    const receiver = fabric.portNode[peer]!;
    if (partOf[fabric.portNode[port]!] === partOf[receiver]) continue;
    if (
      fabric.portNode[port]! >= fabric.switchCount ||
      receiver >= fabric.switchCount
    ) {
      throw new FabricError({
        code: "E_NETWORK_PARTITION",
        message: "a host and its switch are in different parts",
        got: fabric.nodeName[receiver] ?? String(receiver),
        expected: "hosts in the part of their switch",
      });
    }
    boundary.push(port);
    const l = fabric.portLink[port]!;
    const model = config.switchModels[config.modelOf?.[receiver] ?? 0]!;
    const flight = ticksOf(
      link?.flightPs ?? fabric.linkFlightPs[l]!,
      tickPs,
      "flight time of a link",
    );
    // Why the fastest link there, too: the credit returns when the packet has left by whichever link it takes.
    const length = shortestAt(receiver);
    shortest = Math.min(shortest, length, lengthAt(port));
    ticks = Math.min(
      ticks,
      flight +
        ticksOf(
          model.idleRoutingDelay ?? model.routingDelay,
          tickPs,
          "routing delay",
        ),
      flight + length,
    );
  }
  // Why not for ever: a part that waits must see a sign of the others now and then.
  if (boundary.length === 0) return { ticks: 1 << 16, messages: 0 };
  return {
    ticks,
    messages: boundary.length * (1 + lanes) * (Math.ceil(ticks / shortest) + 2),
  };
}

/** Length of each mailbox in words; allocate them as `Int32Array`s on `SharedArrayBuffer`s. */
export function mailboxWords(
  config: NetworkConfig,
  partOf: Uint8Array,
): number {
  const { messages } = lookaheadOf(config, partOf);
  const words = messages * (L.PACKET_WORDS + BIRTH_WORDS);
  return 2 * LINE * (1 + Math.ceil(words / LINE));
}
