import type { Blocked } from "@fabriclab/network";
import { endportName, type Fabric } from "@fabriclab/spec";
import { endportIx } from "@fabriclab/units";
import type { WaitFor } from "./experiment.ts";

/** A place where a packet waits, for people: `SW<20,1>:3 VL0`, with `holding` for the holding buffer of that lane, `output` for the buffer before a sending port and `central` for its multicast queue. */
function place(fabric: Fabric, at: Blocked["waitsFor"]): string {
  const node = fabric.nodeName[at.node] ?? `node ${at.node}`;
  return `${node}:${at.port} VL${at.lane}${at.stage === "input" ? "" : ` ${at.stage}`}`;
}

/**
 * The channel and VL on which the packet is held, by its sending port, as an audit names a credit loop's channels: for an input buffer (and its holding buffer) the channel that
 * fills it, for an output buffer the one that it feeds.
 */
function channel(fabric: Fabric, at: Blocked["waitsFor"]): string {
  const port = (fabric.portStart[at.node] ?? 0) + at.port - 1;
  // A switch's own endport has no cable: what it injects is named by its place.
  if (at.port === 0) return place(fabric, at);
  const isInput = at.stage === "input" || at.stage === "holding";
  const sender = isInput ? (fabric.portPeer[port] ?? port) : port;
  const node = fabric.portNode[sender] ?? 0;
  const num = sender - (fabric.portStart[node] ?? 0) + 1;
  return `${fabric.nodeName[node] ?? `node ${node}`}:${num} VL${at.lane}`;
}

/** The engine's wait-for cycle with names instead of indices. */
export function namedCycle(
  fabric: Fabric,
  cycle: readonly Blocked[],
): WaitFor[] {
  return cycle.map((blocked) => ({
    place: place(fabric, blocked),
    channel: channel(fabric, blocked),
    packet: blocked.packet,
    source: endportName(fabric, endportIx(blocked.source)),
    destination:
      blocked.destination < 0
        ? `MLID 0x${blocked.dlid.toString(16)}`
        : endportName(fabric, endportIx(blocked.destination)),
    waitsFor:
      place(fabric, blocked.waitsFor) +
      (blocked.reason === undefined ? "" : ` (${blocked.reason})`),
  }));
}
