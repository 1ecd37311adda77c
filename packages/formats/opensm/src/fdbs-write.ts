import { switchesInGuidOrder } from "@fabriclab/fabric";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { formatGuid, NO_PORT } from "@fabriclab/units";
import { NO_HOPS, switchHops } from "./switch-hops.ts";

/** Headings of `.fdbs` files: OpenSM's today, and that of older versions, which ibdm's tools look for. */
export const FDBS_HEADINGS = {
  opensm: "dump_ucast_routes",
  older: "osm_ucast_mgr_dump_ucast_routes",
} as const;

/**
 * `opensm.fdbs`, also `osm.fdbs` and `ibdiagnet2.fdbs`: the LFTs with the hops that are left, one piece of text per switch. Hops are the least that the port
 * allows; OpenSM prints those of its engine, which under up/down rules are more, and
 * names another port of the least hops where a line says that its own has more: the one that it would have balanced to. Of switches without a cable the older
 * files say nothing: `subnet.lst`, beside which ibdmchk reads them, cannot name such nodes, and it refuses a switch that is not there.
 *
 * Complexity: O(switches · (links + LIDs)).
 */
export function* fdbsChunks(
  fabric: Fabric,
  tables: ForwardingTables,
  heading: keyof typeof FDBS_HEADINGS = "opensm",
): Generator<string> {
  const { lids, lft } = tables;
  const { switchCount } = fabric;
  const hops = switchHops(fabric);
  const homes = Array.from(lids.owner, (endport) => homeOf(fabric, endport));
  for (const sw of switchesInGuidOrder(fabric)) {
    const start = fabric.portStart[sw] ?? 0;
    if (heading === "older" && !isCabled(fabric, sw)) continue;
    const lines = [
      `${FDBS_HEADINGS[heading]}: Switch ${formatGuid(fabric.nodeGuid[sw] ?? 0n)}\nLID    : Port : Hops : Optimal\n`,
    ];
    for (let lid = 1; lid <= lids.topLid; lid++) {
      const port = lft[sw]?.[lid] ?? NO_PORT;
      const name = `0x${lid.toString(16).toUpperCase().padStart(4, "0")}`;
      const home = homes[lid];
      if (port === NO_PORT || home === undefined) {
        lines.push(`${name} : UNREACHABLE\n`);
        continue;
      }
      const best = through(
        hops[sw * switchCount + home.sw] ?? NO_HOPS,
        home.more,
      );
      const peer =
        fabric.portNode[fabric.portPeer[start + port - 1] ?? -1] ?? -1;
      const left =
        port === 0 || peer < 0 || peer >= switchCount
          ? best
          : through(
              hops[peer * switchCount + home.sw] ?? NO_HOPS,
              home.more + 1,
            );
      const optimal =
        left === best
          ? "yes"
          : `No ${best} hop path possible via port ${leastPort(fabric, hops, sw, home.sw)}!`;
      lines.push(
        `${name} : ${String(port).padStart(3, "0")}  : ${String(left).padStart(2, "0")}   : ${optimal}\n`,
      );
    }
    yield lines.join("");
  }
}

function isCabled({ portStart, portPeer }: Fabric, sw: number): boolean {
  for (let port = portStart[sw]!; port < portStart[sw + 1]!; port++)
    if (portPeer[port]! >= 0) return true;
  return false;
}

/** The whole of `fdbsChunks`. */
export function writeFdbs(
  fabric: Fabric,
  tables: ForwardingTables,
  heading: keyof typeof FDBS_HEADINGS = "opensm",
): string {
  return [...fdbsChunks(fabric, tables, heading)].join("");
}

/** The lowest port that leads to a switch by the least hops. */
function leastPort(
  fabric: Fabric,
  hops: Uint8Array,
  sw: number,
  to: number,
): number {
  const { switchCount } = fabric;
  const least = (hops[sw * switchCount + to] ?? NO_HOPS) - 1;
  const start = fabric.portStart[sw] ?? 0;
  for (let port = start; port < (fabric.portStart[sw + 1] ?? 0); port++) {
    const peer = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
    if (
      peer >= 0 &&
      peer < switchCount &&
      hops[peer * switchCount + to] === least
    )
      return port - start + 1;
  }
  return 0;
}

const through = (hops: number, more: number): number =>
  hops === NO_HOPS ? NO_HOPS : hops + more;

/** The switch at which a LID lives, and the hops from there to its owner. */
function homeOf(
  fabric: Fabric,
  endport: number,
): { sw: number; more: number } | undefined {
  if (endport < 0) return undefined;
  if (endport < fabric.switchCount) return { sw: endport, more: 0 };
  const port = fabric.endportPort[endport] ?? -1;
  const sw = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
  return sw < 0 || sw >= fabric.switchCount ? undefined : { sw, more: 1 };
}
