import { hopsTo } from "@fabriclab/paths";
import { defineRouting } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { z } from "zod";

/** A shortest path to every destination, always by the lowest port that begins one. */
export const lowest = defineRouting({
  name: "lowest",
  summary: "The lowest port on a shortest path.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "any",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create({ fabric, lids }) {
    const { portStart, portPeer, portNode, switchCount } = fabric;
    const hops = new Map<number, Uint16Array>();
    return {
      candidates(at, lid, out) {
        const owner = lids.owner[lid] ?? -1;
        if (owner < 0) return 0;
        const target = fabric.attachment(owner as never);
        const sw = target?.sw ?? (owner as SwitchIx);
        if (at === sw) {
          out[0] = target?.num ?? 0;
          return 1;
        }
        const row = hops.get(sw) ?? hopsTo(fabric, sw);
        hops.set(sw, row);
        const here = row[at] ?? 0;
        const end = portStart[at + 1] ?? 0;
        for (let port = portStart[at] ?? 0; port < end; port++) {
          const peer = portNode[portPeer[port] ?? -1] ?? switchCount;
          if (peer >= switchCount || (row[peer] ?? 0) + 1 !== here) continue;
          out[0] = port - (portStart[at] ?? 0) + 1;
          return 1;
        }
        return 0;
      },
    };
  },
});
