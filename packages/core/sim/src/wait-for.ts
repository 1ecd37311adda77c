import type { Blocked } from "@fabriclab/network";
import { endportName, type Fabric } from "@fabriclab/spec";
import { endportIx } from "@fabriclab/units";
import type { WaitFor } from "./experiment.ts";

/** A place where a packet waits, for people: `SW<20,1>:3 VL0`, with `output` for the buffer before a sending port. */
function place(fabric: Fabric, at: Blocked["waitsFor"]): string {
  const node = fabric.nodeName[at.node] ?? `node ${at.node}`;
  return `${node}:${at.port} VL${at.lane}${at.stage === "output" ? " output" : ""}`;
}

/** The engine's wait-for cycle with names instead of indices. */
export function namedCycle(
  fabric: Fabric,
  cycle: readonly Blocked[],
): WaitFor[] {
  return cycle.map((blocked) => ({
    place: place(fabric, blocked),
    packet: blocked.packet,
    source: endportName(fabric, endportIx(blocked.source)),
    destination:
      blocked.destination < 0
        ? `MLID 0x${blocked.dlid.toString(16)}`
        : endportName(fabric, endportIx(blocked.destination)),
    waitsFor: place(fabric, blocked.waitsFor),
  }));
}
